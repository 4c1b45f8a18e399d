# Joins the modules that a page begins with, so that a phone far away waits once for them and not for one after
# another. Usage: awk -v folder=FOLDER -v work=WORK -v roots="first.js second.js" -f join.awk MODULE...
#
# Each root becomes one file with all that it imports and that no earlier root has: every module a function that is
# run once and gives its exports, in the order in which they need each other. The other modules take theirs from
# there. A root exports the same names as before. Files that differ from those of the folder are written to WORK.
#
# Modules are read line by line, so an import is one line, exports stand at the beginning of theirs, and no module
# exports a variable that changes. A line that is not understood stops the build.

function fail(name, line, what) {
	print folder "/" name ":" line ": " what > "/dev/stderr"
	failed = 1
	exit 1
}

function folder_of(name) {
	return sub(/[^\/]*$/, "", name) ? name : ""
}

# "games/klondike.js" and "../texts.js" come to "texts.js".
function resolve(name, path) {
	path = folder_of(name) path
	while (sub(/(^|\/)\.\//, "/", path) || sub(/[^\/.]+\/\.\.\//, "", path)) {
		sub(/^\//, "", path)
	}
	return path
}

# From a module's folder to a file at the top.
function upwards(name, steps) {
	steps = gsub(/\//, "/", name)
	for (name = steps ? "" : "./"; steps > 0; steps--) {
		name = name "../"
	}
	return name
}

function is_import(text) {
	return text ~ /^import [{*]/
}

function path_in(text) {
	match(text, /'[^']*'/)
	return substr(text, RSTART + 1, RLENGTH - 2)
}

function variable(name) {
	gsub(/[^A-Za-z0-9]/, "_", name)
	return name
}

function read(name, text) {
	while ((getline text < (folder "/" name)) > 0) {
		lines[name]++
		line[name, lines[name]] = text
		if (text ~ /^import/ && text !~ /^import (\{.*\}|\* as [A-Za-z]+) from '\.[^']*';$/) {
			fail(name, lines[name], "an import is written on one line, with all its names")
		}
		if (text ~ /^export/ && text !~ /^export (async function|function|const|class) [A-Za-z_]/) {
			fail(name, lines[name], "a function, class or constant is exported where it is made")
		}
	}
	close(folder "/" name)
}

# All that a root imports is its own, unless an earlier one has it.
function claim(name, root, i, needed) {
	owner[name] = root
	for (i = 1; i <= lines[name]; i++) {
		if (is_import(line[name, i])) {
			needed = resolve(name, path_in(line[name, i]))
			if (!(needed in owner)) {
				claim(needed, root)
			} else if (owner[needed] == root && !(needed in placed)) {
				fail(name, i, "modules import each other in a circle")
			}
		}
	}
	placed[name] = 1
	order[root, ++count[root]] = name
}

# import { a, b as c } from './x.js';  ->  const { a, b: c } = x_js;
function binding(text, needed) {
	sub(/^import (\* as )?/, "const ", text)
	sub(/ from .*/, "", text)
	gsub(/ as /, ": ", text)
	return text " = " variable(needed) ";"
}

# What stands alone on a line to explain is not for a phone.
function is_comment(text, name, i) {
	if (text ~ /^[ \t]*\/\*/) {
		inside_comment = 1
	}
	if (inside_comment) {
		inside_comment = text !~ /\*\//
		if (text ~ /\*\/.*[^ \t]/) {
			fail(name, i, "nothing stands behind a comment that begins a line")
		}
		return 1
	}
	return text ~ /^[ \t]*(\/\/.*)?$/
}

# Paths of modules that come later are seen from the root.
function later(name, text, path) {
	while (match(text, /import\('\.[^']*'/)) {
		path = resolve(name, substr(text, RSTART + 8, RLENGTH - 9))
		text = substr(text, 1, RSTART - 1) "import(\047@/" path "\047" substr(text, RSTART + RLENGTH)
	}
	gsub(/import\('@/, "import('.", text)
	return text
}

function write_joined_module(name, root, file, i, text, exports) {
	print "const " variable(name) " = (() => {" > file
	for (i = 1; i <= lines[name]; i++) {
		text = line[name, i]
		if (is_import(text)) {
			print binding(text, resolve(name, path_in(text))) > file
		} else if (!is_comment(text, name, i)) {
			if (text ~ /import\.meta/) {
				fail(name, i, "a joined module has another address: write the whole path")
			}
			if (sub(/^export /, "", text)) {
				match(text, /(function|const|class) [A-Za-z0-9_]+/)
				exports = exports (exports ? ", " : "") substr(text, RSTART, RLENGTH)
			}
			print later(name, text) > file
		}
	}
	gsub(/(function|const|class) /, "", exports)
	exports_of[name] = exports
	print "return { " exports " };\n})();" > file
}

function write_root(root, file, i, j, k, name, needed, names) {
	for (i = 1; i <= count[root]; i++) {
		name = order[root, i]
		names = names (names ? ", " : "") variable(name)
		for (j = 1; j <= lines[name]; j++) {
			needed = is_import(line[name, j]) ? resolve(name, path_in(line[name, j])) : ""
			if (needed && owner[needed] != root && !((root, needed) in taken)) {
				taken[root, needed] = 1
				print "import { " variable(needed) " } from './" owner[needed] "';" > file
			}
		}
	}
	for (i = 1; i <= count[root]; i++) {
		write_joined_module(order[root, i], root, file)
	}
	print "export { " names " };" > file
	if (exports_of[root]) {
		print "export const { " exports_of[root] " } = " variable(root) ";" > file
	}
	close(file)
}

function write_other(name, file, i, text, needed) {
	for (i = 1; i <= lines[name]; i++) {
		text = line[name, i]
		needed = is_import(text) ? resolve(name, path_in(text)) : ""
		if (needed in owner) {
			text = "import { " variable(needed) " } from '" upwards(name) owner[needed] "'; " binding(text, needed)
		}
		print text > file
	}
	close(file)
}

BEGIN {
	for (i = 1; i < ARGC; i++) {
		read(ARGV[i])
	}
	wanted = split(roots, root, " ")
	for (i = 1; i <= wanted; i++) {
		claim(root[i], root[i])
	}
	for (i = 1; i <= wanted; i++) {
		write_root(root[i], work "/" root[i])
	}
	for (i = 1; i < ARGC; i++) {
		if (!(ARGV[i] in owner)) {
			write_other(ARGV[i], work "/" ARGV[i])
		}
	}
	exit failed
}

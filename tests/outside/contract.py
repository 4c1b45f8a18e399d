"""openapi.yaml, read by a reader of the part of YAML that it uses: no package is needed."""

import json
import re

KEY = re.compile(r"""("(?:[^"\\]|\\.)*"|'[^']*'|[^\s"'\[\]{},][^:]*?(?::[^\s:][^:]*?)*):(?:\s+(.*))?\Z""", re.S)


class Unreadable(Exception):
    pass


def scalar(text):
    text = text.strip()
    if text.startswith('"'):
        return json.loads(text)
    if text.startswith("'"):
        return text[1:-1].replace("''", "'")
    if text in ("", "null", "~"):
        return None
    if text in ("true", "false"):
        return text == "true"
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            pass
    return text


class Flow:
    """A flow collection: {a: 1, b: [2, c]}."""

    def __init__(self, text):
        self.text = text
        self.at = 0

    def blank(self):
        while self.at < len(self.text) and self.text[self.at] in " \n\t":
            self.at += 1

    def value(self):
        self.blank()
        first = self.text[self.at]
        if first == "{":
            return self.mapping()
        if first == "[":
            return self.sequence()
        return scalar(self.plain(",]}"))

    def plain(self, ends):
        start = self.at
        quote = self.text[self.at] if self.text[self.at] in "\"'" else None
        if quote:
            self.at += 1
            while self.text[self.at] != quote:
                self.at += 2 if quote == '"' and self.text[self.at] == "\\" else 1
            self.at += 1
            return self.text[start:self.at]
        while self.at < len(self.text) and self.text[self.at] not in ends:
            if self.text[self.at] == ":" and ":" in ends and self.text[self.at + 1:self.at + 2] not in (" ", ""):
                self.at += 1
            self.at += 1
        return self.text[start:self.at]

    def mapping(self):
        found = {}
        self.at += 1
        while True:
            self.blank()
            if self.text[self.at] in "},":
                self.at += 1
                if self.text[self.at - 1] == "}":
                    return found
                continue
            key = scalar(self.plain(":,}"))
            self.blank()
            if self.text[self.at] == ":":
                self.at += 1
                found[key] = self.value()
            else:
                found[key] = None

    def sequence(self):
        found = []
        self.at += 1
        while True:
            self.blank()
            if self.text[self.at] in "],":
                self.at += 1
                if self.text[self.at - 1] == "]":
                    return found
                continue
            found.append(self.value())


class Reader:
    def __init__(self, text):
        self.lines = text.split("\n")
        self.at = 0
        self.anchors = {}

    def peek(self):
        """The next line that says something: (indent, text); None at the end."""
        while self.at < len(self.lines):
            line = self.lines[self.at]
            text = line.strip()
            if text and not text.startswith("#"):
                return len(line) - len(line.lstrip()), text
            self.at += 1
        return None

    def block(self, indent):
        found = self.peek()
        if found is None or found[0] < indent:
            return None
        if found[1].startswith("- ") or found[1] == "-":
            return self.sequence(found[0])
        return self.mapping(found[0])

    def mapping(self, indent):
        result = {}
        while True:
            found = self.peek()
            if found is None or found[0] != indent or found[1].startswith("- "):
                return result
            match = KEY.match(found[1])
            if not match:
                raise Unreadable(f"line {self.at + 1}: {found[1]}")
            self.at += 1
            key = scalar(match[1])
            result[key if isinstance(key, str) else match[1]] = self.value(match[2] or "", indent)

    def sequence(self, indent):
        result = []
        while True:
            found = self.peek()
            if found is None or found[0] != indent or not found[1].startswith("-"):
                return result
            rest = found[1][1:].strip()
            inner = indent + len(found[1]) - len(rest) if rest else indent + 2
            if rest and rest[0] not in "{[\"'" and KEY.match(rest):
                self.lines[self.at] = " " * inner + rest
                result.append(self.mapping(inner))
            else:
                self.at += 1
                result.append(self.value(rest, indent))

    def value(self, text, indent):
        text = text.strip()
        anchor = None
        if text.startswith("&"):
            anchor, _, text = text[1:].partition(" ")
        if text.startswith("*"):
            return self.anchors[text[1:]]
        if text in ("|", ">", "|-", ">-"):
            result = self.literal(indent)
        elif text == "" or text.startswith("#"):
            found = self.peek()
            deeper = found and (found[0] > indent or found[0] == indent and found[1].startswith("- "))
            result = self.block(found[0]) if deeper else None
        elif text[0] in "{[":
            result = self.flow(text)
        else:
            result = scalar(text if text[0] in "\"'" else re.split(r"\s+#", text)[0])
        if anchor:
            self.anchors[anchor] = result
        return result

    def flow(self, text):
        while True:
            try:
                return Flow(text).value()
            except IndexError:
                text += " " + self.lines[self.at].strip()
                self.at += 1

    def literal(self, indent):
        lines = []
        while self.at < len(self.lines):
            line = self.lines[self.at]
            if line.strip() and len(line) - len(line.lstrip()) <= indent:
                break
            lines.append(line.strip())
            self.at += 1
        return "\n".join(lines)


METHODS = ("get", "head", "post", "put", "patch", "delete", "options", "trace")


class Operation:
    def __init__(self, path, method, value, common):
        self.path = path
        self.method = method.upper()
        self.name = value["operationId"]
        self.security = value.get("security", common)
        self.statuses = {int(status) for status in value["responses"] if status != "default"}
        self.responses = value["responses"]
        self.parameters = value.get("parameters") or []

    def wants_token(self):
        return any("token" in (way or {}) for way in self.security)


def read(path):
    with open(path, encoding="utf-8") as file:
        return Reader(file.read()).block(0)


def operations(path):
    """Every operation of the contract, by (method, path)."""
    document = read(path)
    common = document.get("security") or []
    return [Operation(target, method, item[method], common)
            for target, item in document["paths"].items() for method in METHODS if method in item]


def limits(path):
    """The rows of docs/limits.md: name -> value, unit, status and code beyond it; empty without that page."""
    found = {}
    try:
        with open(path, encoding="utf-8") as file:
            text = file.read()
    except FileNotFoundError:
        return found
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        name = re.fullmatch(r"`([a-z_0-9]+)`", cells[0])
        if not name or len(cells) < 4:
            continue
        number = re.match(r"\d+", cells[1].replace(",", ""))
        refusal = re.match(r"(\d{3}) `([a-z_0-9]+)`", cells[3])
        found[name[1]] = {
            "value": int(number[0]) if number else None,
            "fixed": cells[2] == "fixed",
            "status": int(refusal[1]) if refusal else None,
            "code": refusal[2] if refusal else None,
        }
    return found


def codes(*paths):
    """Every code that a documented table names."""
    found = set()
    for path in paths:
        try:
            with open(path, encoding="utf-8") as file:
                found |= set(re.findall(r"`([a-z][a-z_0-9]+)`", file.read()))
        except FileNotFoundError:
            pass
    return found

# Makker. The two commands for people: `make run` and `make test`. All others: `make help`.

MODE ?= release
B := build/$(MODE)
PREFIX ?= /usr/local
DESTDIR ?=
# The release that comes next; what is built between releases says more (.ci/version).
VERSION := 0.2.0

CC ?= cc
# Counting bits is one instruction from here on (any x86 since 2009); `make ARCH=` for older ones.
ARCH ?= $(if $(filter x86_64,$(shell uname -m)),-march=x86-64-v2)
WARNINGS := -Wall -Wextra -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes \
	-Wpointer-arith -Wformat=2 -Wvla -Wundef -Werror
# The released daemon is linked with link-time optimisation: it takes a tenth less time for a post (docs/load.md), and linking
# takes half a minute. `make LTO=off` links it in a second, for those who change it. Objects have machine code, too, from which
# all other programs are linked. Not with clang, whose fat objects are newer than Debian 12.
LTO ?= on
FLAGS_release = -O3 -g -DNDEBUG
ifeq ($(findstring clang,$(CC)),)
FLAGS_release += -flto -ffat-lto-objects -frandom-seed=$@
LINK_release = $(if $(filter $(B)/makkerd-$(LTO),$@-on),-flto=auto,-fno-lto)
endif
FLAGS_asan := -O2 -g -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
FLAGS_tsan := -O1 -g -fsanitize=thread -fno-omit-frame-pointer
# Reused memory would hide from memcheck what is read before it is set.
FLAGS_memcheck := -O1 -g -DKEEPS_SPARE=0
FLAGS_fuzz := -O2 -g -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all
# What is measured is what is released: without asserts, whose other branch no input reaches.
FLAGS_cover := -O1 -g -DNDEBUG -DMAKKER_COUNTED --coverage -fprofile-update=atomic
# tests/trace-post: the service reports each function that it enters.
FLAGS_trace := -O1 -g -fno-pie -DNDEBUG -fno-inline -finstrument-functions \
	-finstrument-functions-exclude-file-list=include/,src/base,src/cards,src/i18n,src/games,src/engine
LINK_trace := -no-pie
LINK_asan := -fsanitize=address,undefined
LINK_tsan := -fsanitize=thread
LINK_fuzz := -fsanitize=fuzzer,address,undefined
LINK_cover := --coverage

CPPFLAGS += -Iinclude -Isrc -I/usr/include/postgresql -D_GNU_SOURCE
CFLAGS += -std=c17 $(ARCH) $(WARNINGS) -fstack-protector-strong $(FLAGS_$(MODE))
LDFLAGS += $(LINK_$(MODE))

LIBRARY := $(wildcard src/base/*.c src/cards/*.c src/i18n/*.c src/games/*.c src/games/*/*.c src/games/*/*/*.c src/engine/*.c)
# Of the daemon all but main() is in the library of the service, so that tests reach it.
DAEMON := src/daemon/main.c
SERVICE := $(wildcard src/port/*.c src/session/*.c src/session/*/*.c src/simulation/*.c src/site/*.c src/http/*.c src/http/*/*.c src/ws/*.c src/store/*.c src/store/*/*.c src/api/*.c src/api/*/*.c)
SERVICE += $(filter-out $(DAEMON),$(wildcard src/daemon/*.c))
# The lab uses the client and the option tables of makker, but not its main().
CLI := $(wildcard src/cli/*.c)
LAB := $(wildcard src/lab/*.c) $(filter-out src/cli/main.c,$(CLI))
LIBRARY_LIBS := -ljansson -lm
SERVICE_LIBS := -lmicrohttpd -luv -lwslay -lnettle -lsodium -lsqlite3 -lpq -lqrencode -lz -linih -lsystemd -lpthread
CLI_LIBS := -lcurl -luv -lsqlite3 -lpq

comma := ,
objects = $(patsubst src/%.c,$(B)/obj/%.o,$(1))
# A test program for each folder below tests/ and tests/games/ that has C files, those of the folders within it
# included: tests/games/klondike/table/world_test.c is in build/MODE/tests/games-klondike. Service folders link the service too.
TEST_SOURCES := $(filter-out $(addprefix tests/,bench/% disk/% formats/% fuzz/% runner/% stress/%),$(shell find tests -name node_modules -prune -o -name '*.c' -print))
TEST_DIRS := $(sort $(shell printf '%s\n' $(TEST_SOURCES) | sed -E 's|^tests/games/[^/]*$$|games|; s|^tests/(games/[^/]*)/.*|\1|; s|^tests/([^/]*)/.*|\1|'))
test_sources = $(if $(filter games,$(1)),$(wildcard tests/games/*.c),$(filter tests/$(1)/%,$(TEST_SOURCES)))
SERVICE_TESTS := port session simulation site http ws store api daemon
TESTS := $(addprefix $(B)/tests/,$(subst /,-,$(TEST_DIRS)))

.PHONY: all memcheck openapi check-camera check-page check-taps stranger screenshots deb check-deploy check-replicas fuzz fuzz-targets help run t quick test test-programs programs check deps deps-test install install-camera install-library outside uninstall policies format format-check lint bench clean
.DELETE_ON_ERROR:
.PRECIOUS: $(B)/testobj/%.o

all: build/makkerd build/makker build/makker-lab

help:
	@sed -n 's/^#: //p' Makefile

#: make run             install what is missing, build, start the daemon and print a line to try
#: make run PHONE=1     the same for a phone in this network: prints an address with a token and its QR code
run: deps
	@$(MAKE) --no-print-directory all
	@PHONE=$(PHONE) exec src/daemon/run.sh build/makkerd $(ARGS)

#: make test            install what is missing, build and run every test (also under ASan+UBSan)
test: deps-test
	@tests/run

deps:
	@.ci/packages run

deps-test:
	@.ci/packages test

#: make t D=FOLDER F=T  build and run the C tests of one folder: make t D=games/klondike F='learn/*', make t D=games/klondike/table
t:
	@MAKE="$(MAKE)" MODE=$(MODE) tests/one '$(D)' '$(F)'

#: make quick           build and run what depends on the files that differ from BASE (HEAD, or the last commit if nothing differs)
quick:
	@MAKE="$(MAKE)" MODE=$(MODE) tests/quick $(BASE)
# For tests/one and tests/quick: the test programs, each with its objects.
test-programs:
	@$(foreach dir,$(TEST_DIRS),echo $(B)/tests/$(subst /,-,$(dir)) $(patsubst tests/%.c,$(B)/testobj/%.o,$(call test_sources,$(dir)));)

#: make all             build/makkerd, build/makker and build/makker-lab (MODE=release, asan, tsan or cover)
build/makkerd: $(B)/makkerd
	@ln -sf $(MODE)/makkerd $@
build/makker: $(B)/makker
	@ln -sf $(MODE)/makker $@
build/makker-lab: $(B)/makker-lab
	@ln -sf $(MODE)/makker-lab $@

# Thin: the archives only name their objects.
MEMBERS := $(call objects,$(LIBRARY) $(SERVICE)) $(B)/companion/files.o
$(B)/libmakker.a: $(call objects,$(LIBRARY))
	@rm -f $@ && ar rcsT $@ $^
$(B)/libservice.a: $(call objects,$(SERVICE)) $(B)/companion/files.o
	@rm -f $@ && ar rcsT $@ $^

ALL_OBJECTS := $(MEMBERS) $(call objects,$(CLI) $(LAB) $(DAEMON))
# Links a program from its objects, the archives (its order-only prerequisites) and the libraries $(1). The linker
# reports the members that it took; they become prerequisites of the program, so other members do not relink it. A
# program with a member whose source is gone is linked again.
members = $(filter $(ALL_OBJECTS),$(1)) $(if $(filter-out $(ALL_OBJECTS),$(filter $(B)/obj/%,$(1))),FORCE)
.PHONY: FORCE
define link
@mkdir -p $(@D) $(B)/link
@echo 'ld $@'
@$(CC) $(CFLAGS) $(LDFLAGS) -Wl,--trace -o $@ $(filter-out $(MEMBERS),$(filter %.o,$^)) $| $(1) >$(B)/link/$(subst /,-,$@).log
@awk -v program=$@ '/^build.*\.o$$/ { list = list " " $$0 } END { print program ": $$(call members," list ")" }' \
	$(B)/link/$(subst /,-,$@).log >$(B)/link/$(subst /,-,$@).d
endef
$(B)/makkerd: $(call objects,$(DAEMON)) $(B)/version.o $(B)/lto | $(B)/libservice.a $(B)/libmakker.a
	$(call link,$(SERVICE_LIBS) $(LIBRARY_LIBS))
# The daemon is linked again where it was linked otherwise.
$(B)/lto: FORCE
	@mkdir -p $(@D)
	@echo '$(LTO)' | cmp -s - $@ || echo '$(LTO)' >$@
$(B)/makker: $(call objects,$(CLI)) $(B)/version.o | $(B)/libservice.a $(B)/libmakker.a
	$(call link,$(CLI_LIBS) $(LIBRARY_LIBS))
$(B)/makker-lab: $(call objects,$(LAB)) $(B)/version.o | $(B)/libservice.a $(B)/libmakker.a
	$(call link,$(CLI_LIBS) $(LIBRARY_LIBS))
# Training gives the same bytes wherever it was built: no product is joined with a sum. The other two change no result.
$(B)/obj/lab/train.o $(B)/obj/lab/train_game.o $(B)/obj/lab/train_doppelkopf.o: CFLAGS += -ffp-contract=off -fno-math-errno -fno-trapping-math

$(B)/obj/%.o: src/%.c Makefile
	@mkdir -p $(@D)
	@echo 'cc $<'
	@$(CC) $(CPPFLAGS) $(CFLAGS) -MMD -MP -c -o $@ $<
# The programs say which commit they are; what else is linked has the version of the Makefile, so that a commit links
# three programs anew and compiles one file.
$(B)/obj/base/version.o: CPPFLAGS += -DMAKKER_VERSION='"$(VERSION)"'
$(B)/version: FORCE
	@mkdir -p $(@D)
	@.ci/version | cmp -s - $@ || .ci/version >$@
$(B)/version.o: src/base/version.c $(B)/version
	@echo 'cc $<'
	@$(CC) $(CPPFLAGS) -DMAKKER_VERSION="\"$$(cat $(B)/version)\"" $(CFLAGS) -c -o $@ $<
# It takes the contract into the program (.incbin), which the compiler does not tell.
$(B)/obj/api/handlers/health.o: openapi.yaml $(B)/contract
# openapi.yaml has the contract of each game. It is written only where it differs.
$(B)/contract: src/games/contract.sh $(wildcard src/games/*/schema.yaml)
	@mkdir -p $(@D)
	@src/games/contract.sh
	@touch $@
# The page's files, written down as C. Folders count too: they are newer when a file has gone.
$(B)/companion/files.c: src/site/pack.sh src/site/join.awk $(shell find src/companion)
	@echo 'pack src/companion'
	@src/site/pack.sh src/companion $(@D)
$(B)/companion/files.o: $(B)/companion/files.c Makefile
	@echo 'cc $<'
	@$(CC) $(CPPFLAGS) $(CFLAGS) -MMD -MP -c -o $@ $<
# What only asks and compares runs once: it is compiled quickly, with the lines that a report names. What plays or counts games itself is optimised a little, and
# benchmarks are compiled as what they measure.
ifneq ($(filter release asan,$(MODE)),)
$(B)/testobj/%.o: HASTE := -O0 -g$(if $(filter asan,$(MODE)),1,0)
$(B)/testobj/games/%.o $(B)/testobj/engine/%.o: HASTE := -O1 -g$(if $(filter asan,$(MODE)),1,0)
$(B)/testobj/bench/%.o: HASTE :=
endif
$(B)/testobj/%.o: tests/%.c Makefile
	@mkdir -p $(@D)
	@echo 'cc $<'
	@$(CC) $(CPPFLAGS) -Itests $(CFLAGS) $(HASTE) -UNDEBUG -MMD -MP -c -o $@ $<

define test_program
$(B)/tests/$(subst /,-,$(1)): $(patsubst tests/%.c,$(B)/testobj/%.o,$(call test_sources,$(1))) \
		$(B)/testobj/runner/runner.o | $(if $(filter $(SERVICE_TESTS),$(1)),$(B)/libservice.a) $(B)/libmakker.a
	$$(call link,$(if $(filter $(SERVICE_TESTS),$(1)),$(SERVICE_LIBS)) $(LIBRARY_LIBS))
endef
$(foreach dir,$(TEST_DIRS),$(eval $(call test_program,$(dir))))
# memory_test.c lets allocations fail.
$(B)/tests/session: LDFLAGS += -Wl,--wrap=malloc,--wrap=calloc,--wrap=strdup

# Programs that measure, one a file: build/MODE/bench/load from tests/bench/load.c
BENCHES := $(patsubst tests/bench/%.c,$(B)/bench/%,$(wildcard tests/bench/*.c))
$(B)/bench/fill: $(B)/obj/cli/offline_store.o
$(B)/bench/%: $(B)/testobj/bench/%.o | $(B)/libservice.a $(B)/libmakker.a
	$(call link,$(SERVICE_LIBS) $(LIBRARY_LIBS))

# Disks that fail now and then, or are full for a while, for LD_PRELOAD: without sanitizers, which want to come first.
DISKS := $(B)/weak_disk.so $(B)/full_disk.so $(B)/hung_disk.so
$(DISKS): $(B)/%_disk.so: tests/disk/%.c tests/disk/next.h Makefile
	@mkdir -p $(@D)
	@echo 'ld $@'
	@$(CC) -std=c17 -D_GNU_SOURCE -O2 -shared -fPIC $(WARNINGS) -o $@ $< -ldl

# Counts calls of printf() and its kin, for LD_PRELOAD.
$(B)/formats.so: tests/formats/formats.c tests/disk/next.h Makefile
	@mkdir -p $(@D)
	@echo 'ld $@'
	@$(CC) -std=c17 -D_GNU_SOURCE -O2 -shared -fPIC $(WARNINGS) -o $@ $< -ldl

# Fuzz targets: with clang (MODE=fuzz) libFuzzer drives them, else they run once over their corpus.
FUZZ_TARGETS := sighting snapshot table journal import header framing frames config body request machine
FUZZ := $(addprefix $(B)/fuzz/,$(FUZZ_TARGETS))
FUZZ_SECONDS ?= 60
$(FUZZ): $(B)/fuzz/%: $(B)/testobj/fuzz/%.o $(if $(filter fuzz,$(MODE)),,$(B)/testobj/fuzz/replay.o) \
		| $(B)/libservice.a $(B)/libmakker.a
	$(call link,$(SERVICE_LIBS) $(LIBRARY_LIBS))
$(B)/fuzz/import: $(B)/obj/cli/session_line.o
$(B)/fuzz/request: $(B)/testobj/fuzz/fake_http.o $(B)/testobj/session/fake_pool.o
$(B)/fuzz/machine: $(B)/testobj/session/fake_pool.o $(B)/testobj/fuzz/copy.o

# The corpus of `request` with allocations that fail.
$(B)/fuzz/starved: LDFLAGS += $(addprefix -Wl$(comma)--wrap=,malloc calloc realloc strdup store_realloc memory_keep http_request_respond \
	api_handle)
$(B)/fuzz/starved: $(addprefix $(B)/testobj/,fuzz/starved.o fuzz/request.o fuzz/fake_http.o session/fake_pool.o session/starvation.o) \
		| $(B)/libservice.a $(B)/libmakker.a
	$(call link,$(SERVICE_LIBS) $(LIBRARY_LIBS))

# What tests of the running daemon and of the commands need.
programs: $(B)/makkerd $(B)/makker $(B)/makker-lab $(DISKS) $(B)/formats.so

#: make check           build the C tests of MODE (`make check MODE=asan`)
# The corpora are read by sanitized programs alone: they notice all that a released one would.
check: $(TESTS) $(if $(filter release,$(MODE)),,$(FUZZ) $(B)/fuzz/starved) programs

#: make check-camera    the camera client whole: a deck learned, 300 rendered tables read, 20 games; half an hour
check-camera: deps-test all
	@tests/camera/run

# The tools of the page's tests.
NODE_MODULES := [ -d tests/node_modules ] || (cd tests && npm ci --no-audit --no-fund --silent)
#: make check-page      the page's tests while answers, news, its processor and its network are late, in turn; 10,000 taps; an hour
PAGE_TESTS := $(filter-out %/camera.test.mjs %/taps.test.mjs %/weight.test.mjs,$(wildcard tests/companion/*.test.mjs))
check-page: deps-test all
	@$(NODE_MODULES)
	@for late in answers news cpu net; do echo "late: $$late"; MAKKER_PAGE_LATE=$$late node --test --test-concurrency=1 $(PAGE_TESTS) || exit 1; done
	@$(MAKE) --no-print-directory check-taps

#: make check-taps      of check-page the taps alone, at any moment: TAPS (10000) of them, which SEED (22) chooses
check-taps: deps-test all
	@$(NODE_MODULES)
	@MAKKER_TAPS=$(or $(TAPS),10000) MAKKER_SEED=$(or $(SEED),22) node --test tests/companion/taps.test.mjs

#: make stranger        at the pace of a person to the first advice, by taps on a slow phone and with a phone as the camera; whole games by taps
stranger: deps-test all
	@$(NODE_MODULES)
	@MAKKER_SEED=$(or $(SEED),22) node --test tests/companion/stranger.mjs
	@node --test tests/camera/first_advice.mjs
	@node --test --test-concurrency=1 --test-name-pattern='whole (game|deal)' $(addprefix tests/companion/,entry.test.mjs doppelkopf.test.mjs take_away.test.mjs)

#: make screenshots     every state of the page in build/screenshots/states/index.html; STATES="klondike win" LANGUAGES="de el" SCREENS="320 740" for some
screenshots: deps-test all
	@$(NODE_MODULES)
	@STATES="$(STATES)" LANGUAGES="$(LANGUAGES)" SCREENS="$(SCREENS)" node tests/companion/screenshots.mjs

#: make fuzz            each fuzz target for FUZZ_SECONDS (60) with clang's libFuzzer, or RUNS=10000000; TARGETS="frames import"
TARGETS ?= $(FUZZ_TARGETS)
fuzz:
	@.ci/packages fuzz
	@$(MAKE) --no-print-directory MODE=fuzz CC=clang WARNINGS= $(addprefix build/fuzz/fuzz/,$(TARGETS))
	@tests/fuzz/run $(if $(RUNS),-runs=$(RUNS),-max_total_time=$(FUZZ_SECONDS)) $(TARGETS)
# For tests/run, which replays the corpus of each.
fuzz-targets:
	@echo $(FUZZ_TARGETS)

# It takes the learned weights into the library (.incbin).
$(B)/obj/games/klondike/search/policy.o: src/games/klondike/search/policy.weights

#: make races           everything at once on a daemon that ThreadSanitizer watches, for SECONDS (15)
races: deps-test
	@$(MAKE) --no-print-directory MODE=tsan build/tsan/makkerd
	@[ -d tests/node_modules ] || (cd tests && npm ci --no-audit --no-fund --silent)
	@node tests/stress/races.mjs

#: make memcheck        tests of the service on a daemon under valgrind: what is read before it is set; FILES (some), 10 minutes
memcheck:
	@.ci/packages memcheck
	@$(MAKE) --no-print-directory MODE=memcheck build/memcheck/makkerd
	@[ -d tests/node_modules ] || (cd tests && npm ci --no-audit --no-fund --silent)
	@tests/stress/memcheck.sh $(or $(FILES),corrections practice companion doppelkopf routes)

#: make outside         what an outsider can do to the daemon, for SECONDS (300) from SEED (1); MODE=asan and tsan, too
outside: deps-test
	@$(MAKE) --no-print-directory $(B)/makkerd
	@tests/outside/run.py --makkerd $(B)/makkerd --seconds $(or $(SECONDS),300) --seed $(or $(SEED),1) $(ARGS)

#: make outside-tracking  a table, camera and player of its own at the daemon: what it knows of GAMES= games (ROW=, ARGS=)
outside-tracking: deps-test
	@$(MAKE) --no-print-directory $(B)/makkerd
	@MAKKERD=$(B)/makkerd python3 -m tests.outside.tracking --rows $(or $(ROW),perfect,deviations,confused,repeating) \
		--games $(or $(GAMES),1000) $(ARGS)

#: make coverage        lines and branches of rules, knowledge, readers and store that the tests reach (about half an hour)
coverage:
	@.ci/packages coverage
	@$(MAKE) --no-print-directory MODE=cover check
	@tests/coverage

#: make policies        train the policies of Klondike's playouts anew, as src/lab/policies.sh says; THREADS=4
policies: build/makker-lab
	@src/lab/policies.sh

#: make bench           measure: self-play, learning, HTTP; medians and ratios
bench: deps-test
	@$(MAKE) --no-print-directory all $(BENCHES) $(DISKS)
	@tests/bench/run

#: make format          format all C files
format:
	@git ls-files '*.c' '*.h' | xargs clang-format -i
format-check:
	@git ls-files '*.c' '*.h' | xargs clang-format --dry-run -Werror

#: make openapi         join the contracts of the games into openapi.yaml
openapi:
	@src/games/contract.sh

#: make lint            formatting, layers, clang-tidy, cppcheck, shellcheck, openapi.yaml
lint:
	@.ci/packages lint
	@tests/lint.sh

UNITS := $(wildcard systemd/makkerd*)
SYSTEMD_DIR ?= $(PREFIX)/lib/systemd/system
SHARE := $(DESTDIR)$(PREFIX)/share
ZSH_DIR ?= $(PREFIX)/share/zsh/site-functions
# Where each shell looks for the completion of makker.
COMPLETIONS := $(SHARE)/bash-completion/completions/makker $(DESTDIR)$(ZSH_DIR)/_makker \
	$(SHARE)/fish/vendor_completions.d/makker.fish
PAGE := $(patsubst src/companion/%,%,$(shell find src/companion -type f ! -name '*.md'))

# The tables of options are in the program.
$(B)/completion/%: $(B)/makker
	@mkdir -p $(@D)
	@$< completion $* >$@

#: make install         DESTDIR= PREFIX=/usr/local SYSTEMD_DIR=PREFIX/lib/systemd/system ZSH_DIR=PREFIX/share/zsh/site-functions
install: build/makkerd build/makker $(addprefix $(B)/completion/,bash zsh fish)
	install -D -m 755 $(B)/makkerd $(DESTDIR)$(PREFIX)/bin/makkerd
	install -D -m 755 $(B)/makker $(DESTDIR)$(PREFIX)/bin/makker
	install -D -m 644 conf/makkerd.conf $(SHARE)/makker/makkerd.conf
	install -D -m 644 openapi.yaml $(SHARE)/makker/openapi.yaml
	mkdir -p $(SHARE)/makker/companion
	@cd src/companion && cp --parents -t $(abspath $(SHARE))/makker/companion $(PAGE)
	@chmod -R u=rwX,go=rX $(SHARE)/makker/companion
	install -D -m 644 src/cli/makker.1 $(SHARE)/man/man1/makker.1
	install -D -m 644 src/daemon/makkerd.8 $(SHARE)/man/man8/makkerd.8
	install -D -m 644 $(B)/completion/bash $(word 1,$(COMPLETIONS))
	install -D -m 644 $(B)/completion/zsh $(word 2,$(COMPLETIONS))
	install -D -m 644 $(B)/completion/fish $(word 3,$(COMPLETIONS))
	mkdir -p $(DESTDIR)$(SYSTEMD_DIR)
	for unit in $(UNITS); do \
		sed 's#/usr/local/bin#$(PREFIX)/bin#' $$unit >$(DESTDIR)$(SYSTEMD_DIR)/$${unit#*/} || exit 1; \
	done

# The client without what trains its networks.
CAMERA := $(patsubst clients/camera/%,%,$(shell find clients/camera/makker_camera -name learn -prune -o -name __pycache__ -prune -o -type f -print))
#: make install-camera  the camera client: a program, a systemd unit; with the same DESTDIR, PREFIX and SYSTEMD_DIR
install-camera:
	install -D -m 755 clients/camera/makker-camera $(SHARE)/makker/camera/makker-camera
	@cd clients/camera && cp --parents -t $(abspath $(SHARE))/makker/camera $(CAMERA)
	@chmod -R u=rwX,go=rX $(SHARE)/makker/camera
	mkdir -p $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(SYSTEMD_DIR)
	ln -sf ../share/makker/camera/makker-camera $(DESTDIR)$(PREFIX)/bin/makker-camera
	install -D -m 644 clients/camera/makker-camera.1 $(SHARE)/man/man1/makker-camera.1
	sed 's#/usr/local/bin#$(PREFIX)/bin#' systemd/makker-camera.service >$(DESTDIR)$(SYSTEMD_DIR)/makker-camera.service

# One object, in which only the public names are global: what a game calls `doko_...` is nobody else's. What link-time
# optimisation needs is for one version of the compiler only.
$(B)/library/makker.o: $(call objects,$(LIBRARY))
	@mkdir -p $(@D)
	@$(LD) -r -o $@ $^ && objcopy --wildcard --remove-section='.gnu.*lto_*' --keep-global-symbol='mk_*' $@
$(B)/library/libmakker.a: $(B)/library/makker.o
	@rm -f $@ && ar rcs $@ $^

HEADERS := $(wildcard include/makker/*.h)
LIB := $(DESTDIR)$(PREFIX)/lib
#: make install-library libmakker.a, its headers and makker.pc, for programs of your own; DESTDIR and PREFIX likewise
install-library: $(B)/library/libmakker.a
	install -D -m 644 $< $(LIB)/libmakker.a
	install -D -m 644 -t $(DESTDIR)$(PREFIX)/include/makker $(HEADERS)
	mkdir -p $(LIB)/pkgconfig
	sed 's#@PREFIX@#$(PREFIX)#; s#@VERSION@#$(VERSION)#' conf/makker.pc >$(LIB)/pkgconfig/makker.pc

# What `install`, `install-camera` and `install-library` put, and folders of ours that are empty then: what others put there stays.
#: make uninstall       with the same DESTDIR, PREFIX, SYSTEMD_DIR and ZSH_DIR
uninstall:
	rm -f $(UNITS:systemd/%=$(DESTDIR)$(SYSTEMD_DIR)/%)
	rm -f $(DESTDIR)$(PREFIX)/bin/makkerd $(DESTDIR)$(PREFIX)/bin/makker \
		$(SHARE)/man/man1/makker.1 $(SHARE)/man/man1/makker-camera.1 $(SHARE)/man/man8/makkerd.8 \
		$(SHARE)/makker/makkerd.conf $(SHARE)/makker/openapi.yaml $(COMPLETIONS)
	@rm -f $(PAGE:%=$(SHARE)/makker/companion/%)
	rm -f $(DESTDIR)$(PREFIX)/bin/makker-camera $(DESTDIR)$(SYSTEMD_DIR)/makker-camera.service
	@rm -f $(SHARE)/makker/camera/makker-camera $(CAMERA:%=$(SHARE)/makker/camera/%)
	rm -f $(LIB)/libmakker.a $(LIB)/pkgconfig/makker.pc $(HEADERS:%=$(DESTDIR)$(PREFIX)/%)
	@[ ! -d $(DESTDIR)$(PREFIX)/include/makker ] || rmdir --ignore-fail-on-non-empty $(DESTDIR)$(PREFIX)/include/makker
	if [ -d $(SHARE)/makker ]; then find $(SHARE)/makker -depth -type d -empty -delete; fi

# Debian's tools want debian/ at the top of the sources: a copy of them gets it, and the version of the sources.
DEB_SOURCES := build/deb/makker
#: make deb             Debian packages in build/deb: makker and makker-camera
deb:
	@.ci/packages deb
	@rm -rf build/deb && mkdir -p $(DEB_SOURCES)
	@tar -c --exclude=./build --exclude=./.git --exclude=node_modules . | tar -x -C $(DEB_SOURCES)
	@cp -R conf/debian $(DEB_SOURCES)/debian
	@.ci/version >$(DEB_SOURCES)/VERSION
	@sed -i "1s/([^)]*)/($$(.ci/version))/" $(DEB_SOURCES)/debian/changelog
	cd $(DEB_SOURCES) && dpkg-buildpackage --build=binary --unsigned-changes
	@rm -rf $(DEB_SOURCES)
	@ls -l build/deb/*.deb

#: make release         source archive and Debian package of the commit with their checksums, in build/release-VERSION
release:
	@.ci/packages deb
	@.ci/release

#: make check-replicas  daemons that share a PostgreSQL: the long forms of tests/replicas; an hour or two
check-replicas:
	@tests/replicas/run

#: make check-deploy    package and image, whole: in a chroot, without Docker; as root; 5-15 minutes
check-deploy:
	@.ci/packages deploy
	@$(MAKE) --no-print-directory -j"$$(nproc)" LTO=off all
	@[ -d tests/node_modules ] || (cd tests && npm ci --no-audit --no-fund --silent)
	@$(MAKE) --no-print-directory deb
	@node -e 'import("./tests/deploy/end_to_end/base.mjs").then(({ debian }) => debian())'
	@MAKKER_DEB="$$(ls build/deb/makker_*.deb)" node --test --test-concurrency=2 tests/deploy/end_to_end/*.test.mjs

clean:
	rm -rf build

-include $(shell find build -name '*.d' 2>/dev/null)

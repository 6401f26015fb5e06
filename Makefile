# `make help` lists the targets. Only format, record, train, start-order and bench-record change
# files of the repository.

SWIFT ?= swift
PREFIX ?= /usr/local
DESTDIR ?=

RELEASE = -c release --static-swift-stdlib
SOURCES = Sources Tests Fuzz Benchmarks Training Package.swift

# Tests that share no data between threads, or that take too long under the thread sanitizer.
UNSHARED = CairnCLITests|FaultMatrix|Crash|PowerCut|MergeLaw|Corpus|MoveFault|ScaleLaw|TextScale|SlowWay|UndoTests/damage

bin = $(DESTDIR)$(PREFIX)/bin
man = $(DESTDIR)$(PREFIX)/share/man/man1
bash = $(DESTDIR)$(PREFIX)/share/bash-completion/completions
zsh = $(DESTDIR)$(PREFIX)/share/zsh/site-functions
fish = $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d
doc = $(DESTDIR)$(PREFIX)/share/doc/cairn
units = $(DESTDIR)$(PREFIX)/lib/systemd/user
# The first line of each manual page.
page_mark = Made by `cairn completions man`

.PHONY: help setup demo test races check format record release install uninstall dist fuzz soak merges corpus \
  train eval check-html check-web connections api editors start-order bench bench-large bench-micro bench-record clean

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' Makefile

setup: ## check for Swift, and install missing system libraries
	@SWIFT="$(SWIFT)" scripts/setup

release: setup ## build the program for installation: it contains the Swift runtime
	$(SWIFT) build $(RELEASE) --product cairn

demo: release ## build Cairn and run its main commands on a copy of the example notebook
	@scripts/demo "$$($(SWIFT) build $(RELEASE) --show-bin-path)"

test: setup ## run all tests
	@SWIFT="$(SWIFT)" scripts/test

races: setup ## run the tests that use threads under the thread sanitizer (ONLY=HostTests)
	@SWIFT="$(SWIFT)" scripts/races "$(UNSHARED)" $(ONLY)

check: setup ## check imports, layout, documentation and wording
	$(SWIFT) build --build-tests --explicit-target-dependency-import-check error
	$(SWIFT) format lint --strict -r $(SOURCES)
	$(SWIFT) test --filter "TranscriptTests/(readMe|documentation)|Documentation|DocumentedCommand|Wording|HelpTests"

format: ## format all Swift source files
	$(SWIFT) format -i -r $(SOURCES)

record: setup ## run the commands in transcripts, README and docs, and record their output; update generated tables
	CAIRN_RECORD=1 $(SWIFT) test --filter "TranscriptTests|DocumentationTests"
	git diff --stat

install: release ## install to PREFIX (default: /usr/local), inside DESTDIR if it is set
	install -d "$(bin)" "$(man)" "$(bash)" "$(zsh)" "$(fish)"
	install -s -m 755 "$$($(SWIFT) build $(RELEASE) --show-bin-path)/cairn" "$(bin)/cairn"
	"$(bin)/cairn" completions man "$(man)"
	"$(bin)/cairn" completions bash > "$(bash)/cairn"
	"$(bin)/cairn" completions zsh > "$(zsh)/_cairn"
	"$(bin)/cairn" completions fish > "$(fish)/cairn.fish"
	scripts/short-name link "$(bin)" "$(man)" "$(bash)" "$(fish)"
	install -d "$(doc)"
	install -m 644 docs/diagnostics.md "$(doc)/diagnostics.md"
	install -d "$(units)"
	install -m 644 scripts/systemd/cairn.socket "$(units)/cairn.socket"
	sed 's|@BIN@|$(PREFIX)/bin|' scripts/systemd/cairn.service > "$(units)/cairn.service"

uninstall: ## remove the installed files
	scripts/short-name unlink "$(bin)" "$(man)" "$(bash)" "$(fish)"
	grep -ls '$(page_mark)' "$(man)"/cairn.1 "$(man)"/cairn-*.1 | xargs -r -d '\n' rm -f
	rm -f "$(bin)/cairn" "$(bash)/cairn" "$(zsh)/_cairn" "$(fish)/cairn.fish"
	rm -f "$(doc)/diagnostics.md" "$(units)/cairn.socket" "$(units)/cairn.service"

dist: release ## make a tar archive, a Debian package and a list of dependencies in .build/dist
	@SWIFT="$(SWIFT)" scripts/dist "$$($(SWIFT) build $(RELEASE) --show-bin-path)" .build/dist

fuzz: setup ## feed random bytes to the parsers for ten minutes (TIME=600; TARGET=merge)
	@SWIFT="$(SWIFT)" scripts/fuzz

soak: release ## make every system call fail once, then run many commands at the same time for ten minutes (TIME=600)
	CAIRN_SOAK=1 CAIRN_DAEMON_TRANSCRIPTS=1 $(SWIFT) test --filter "IndexEditLawTests|CrashTests|FaultMatrixTests|PowerCutTests|MoveFaultTests|MergeLawTests|IndexDamageTests|LinkIndexTests|CorpusTests|transcriptThroughDaemon"
	@scripts/kills "$$($(SWIFT) build $(RELEASE) --show-bin-path)/cairn"
	@scripts/soak "$$($(SWIFT) build $(RELEASE) --show-bin-path)/cairn"

merges: release ## compare the merge driver with plain git on real edits
	@scripts/merges "$$($(SWIFT) build $(RELEASE) --show-bin-path)/cairn"

corpus: release ## check edits of real files, if ../shared/corpora exists
	@scripts/corpus "$$($(SWIFT) build $(RELEASE) --show-bin-path)/cairn"

connections: release ## open 10,000 slow connections to a server, and measure many fast ones
	@scripts/connections "$$($(SWIFT) build $(RELEASE) --show-bin-path)/cairn"

api: release ## test a server with random requests, with clients that write at the same time, and with kills (TIME=300)
	@scripts/api "$$($(SWIFT) build $(RELEASE) --show-bin-path)/cairn"

check-web: setup ## check the web pages in headless Chromium, and keep screenshots in .build/web (ONLY=short)
	$(SWIFT) build --product cairn
	@scripts/check-web "$$($(SWIFT) build --show-bin-path)" .build/web $(ONLY)

check-html: release ## check HTML digests with the installed validators and browser
	@scripts/check-html "$$($(SWIFT) build $(RELEASE) --show-bin-path)/cairn"

editors: release ## drive the servers for editors and assistants with real clients, as far as they are installed
	@scripts/editors/run "$$($(SWIFT) build $(RELEASE) --show-bin-path)/cairn"

start-order: release ## list the functions that short commands execute, for the linker (needs valgrind)
	@scripts/start-order "$$($(SWIFT) build $(RELEASE) --show-bin-path)/cairn" Sources/cairn/start-order.txt

bench: release ## measure Cairn, and compare it with other tools (COUNT="1000 10000 100000" RUNS=7 OLDER=PROGRAM)
	@SWIFT="$(SWIFT)" COUNT="$(COUNT)" RUNS="$(RUNS)" scripts/bench run

bench-large: ## like bench, with up to a million captures
	@$(MAKE) bench COUNT="1000 10000 100000 1000000"

bench-micro: setup ## measure parts of the program, in instructions if valgrind is installed
	@SWIFT="$(SWIFT)" scripts/bench micro

bench-record: ## write the results of make bench to docs/performance.md
	@scripts/bench record

train: setup ## train the classifier from Training/captures, and write its weights
	@SWIFT="$(SWIFT)" scripts/train

eval: setup ## measure the classifier, if ../shared/eval exists, and print one table (EMBEDDINGS_URL= EMBEDDINGS_MODEL=)
	@SWIFT="$(SWIFT)" scripts/eval

clean: ## remove all build products
	rm -rf .build

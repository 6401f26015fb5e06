# `make help` lists what there is to do. Only format, record, train and bench-record write into the
# tree.

SWIFT ?= swift
PREFIX ?= /usr/local
DESTDIR ?=

RELEASE = -c release --static-swift-stdlib --product cairn
SOURCES = Sources Tests Fuzz Benchmarks Training Package.swift

# Tests of whole programs, of every failing call, of long texts, and against slow oracles.
UNSHARED = CairnCLITests|FaultMatrix|Crash|PowerCut|MergeLaw|Corpus|MoveFault|ScaleLaw|TextScale|SlowWay|UndoTests/damage

bin = $(DESTDIR)$(PREFIX)/bin
man = $(DESTDIR)$(PREFIX)/share/man/man1
bash = $(DESTDIR)$(PREFIX)/share/bash-completion/completions
zsh = $(DESTDIR)$(PREFIX)/share/zsh/site-functions
fish = $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d
units = $(DESTDIR)$(PREFIX)/lib/systemd/user
# The first line of each manual page.
page_mark = Made by `cairn completions man`

.PHONY: help setup demo test races check format record release install uninstall fuzz soak merges corpus \
  train eval check-html editors bench bench-large bench-micro bench-record clean

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' Makefile

setup: ## check for Swift and the system libraries, and install what is missing
	@SWIFT="$(SWIFT)" scripts/setup

release: setup ## build the program as it is installed: one file, the Swift runtime inside
	$(SWIFT) build $(RELEASE)

demo: release ## build it and run the main job on a copy of the example notebook
	@scripts/demo "$$($(SWIFT) build $(RELEASE) --show-bin-path)"

test: setup ## run all tests
	@SWIFT="$(SWIFT)" scripts/test

races: setup ## run the tests of what threads share under the thread sanitizer
	TSAN_OPTIONS="suppressions=$(CURDIR)/scripts/races.txt" $(SWIFT) test --sanitize=thread \
	  --scratch-path .build/thread --skip "$(UNSHARED)"

check: setup ## what a change must pass besides the tests
	$(SWIFT) build --build-tests --explicit-target-dependency-import-check error
	$(SWIFT) format lint --strict -r $(SOURCES)
	$(SWIFT) test --filter "TranscriptTests/(readMe|documentation)|Documentation|DocumentedCommand|Wording|HelpTests"

format: ## lay out all Swift source
	$(SWIFT) format -i -r $(SOURCES)

record: setup ## run the transcripts, the README and docs, and record their output; write generated tables
	CAIRN_RECORD=1 $(SWIFT) test --filter "TranscriptTests|DocumentationTests"
	git diff --stat

install: release ## install under PREFIX (/usr/local), below DESTDIR if that is set
	install -d "$(bin)" "$(man)" "$(bash)" "$(zsh)" "$(fish)"
	install -s -m 755 "$$($(SWIFT) build $(RELEASE) --show-bin-path)/cairn" "$(bin)/cairn"
	"$(bin)/cairn" completions man "$(man)"
	"$(bin)/cairn" completions bash > "$(bash)/cairn"
	"$(bin)/cairn" completions zsh > "$(zsh)/_cairn"
	"$(bin)/cairn" completions fish > "$(fish)/cairn.fish"
	install -d "$(units)"
	install -m 644 scripts/systemd/cairn.socket "$(units)/cairn.socket"
	sed 's|@BIN@|$(PREFIX)/bin|' scripts/systemd/cairn.service > "$(units)/cairn.service"

uninstall: ## remove what install put in place
	grep -ls '$(page_mark)' "$(man)"/cairn.1 "$(man)"/cairn-*.1 | xargs -r -d '\n' rm -f
	rm -f "$(bin)/cairn" "$(bash)/cairn" "$(zsh)/_cairn" "$(fish)/cairn.fish"
	rm -f "$(units)/cairn.socket" "$(units)/cairn.service"

fuzz: setup ## feed random bytes to what reads files for ten minutes (TIME=600; TARGET=merge)
	@SWIFT="$(SWIFT)" scripts/fuzz

soak: release ## break everything everywhere, then run many commands at once for ten minutes (TIME=600)
	CAIRN_SOAK=1 $(SWIFT) test --filter "CrashTests|FaultMatrixTests|PowerCutTests|MoveFaultTests|MergeLawTests|IndexDamageTests|LinkIndexTests|CorpusTests"
	@scripts/kills "$$($(SWIFT) build $(RELEASE) --show-bin-path)/cairn"
	@scripts/soak "$$($(SWIFT) build $(RELEASE) --show-bin-path)/cairn"

merges: release ## hold the merge driver against plain git on real edits
	@scripts/merges "$$($(SWIFT) build $(RELEASE) --show-bin-path)/cairn"

corpus: release ## judge edits of real files by an oracle, where ../shared/corpora is there
	@scripts/corpus "$$($(SWIFT) build $(RELEASE) --show-bin-path)/cairn"

check-html: release ## check HTML digests with validators and a browser, as far as they are installed
	@scripts/check-html "$$($(SWIFT) build $(RELEASE) --show-bin-path)/cairn"

editors: release ## drive the servers for editors and assistants with real clients, as far as they are installed
	@scripts/editors/run "$$($(SWIFT) build $(RELEASE) --show-bin-path)/cairn"

bench: release ## measure it against the machine and other tools (COUNT="1000 10000 100000" RUNS=7 OLDER=PROGRAM)
	@SWIFT="$(SWIFT)" COUNT="$(COUNT)" RUNS="$(RUNS)" scripts/bench run

bench-large: ## the same, with a million captures
	@$(MAKE) bench COUNT="1000 10000 100000 1000000"

bench-micro: setup ## measure single pieces of it, in instructions where valgrind is installed
	@SWIFT="$(SWIFT)" scripts/bench micro

bench-record: ## write down in docs/performance.md what make bench measured
	@scripts/bench record

train: setup ## train the classifier from Training/captures, and write its weights
	@SWIFT="$(SWIFT)" scripts/train

eval: setup ## measure the classifier, where ../shared/eval is there
	@SWIFT="$(SWIFT)" scripts/eval

clean: ## remove everything that was built
	rm -rf .build

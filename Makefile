# The commands of this repository. `make help` lists them, a line each.
#
# A command that needs packages installs those that are missing and says which (apt, as root or with sudo).
# INSTALL=no leaves the machine as it is.

SHELL := /bin/bash
# Swift's package manager, without warnings that nothing here can mend.
SWIFT := $(CURDIR)/.ci/swift
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help

# Debian's names of what each kind of work needs.
TO_BUILD := pkg-config libgstreamer1.0-dev libgstreamer-plugins-base1.0-dev libavcodec-dev libavformat-dev libheif-dev \
	libopenjp2-7-dev libwebp-dev librsvg2-dev libebur128-dev libpango1.0-dev libass-dev libzimg-dev libx11-dev zlib1g-dev
TO_RENDER := gstreamer1.0-tools gstreamer1.0-plugins-base gstreamer1.0-plugins-good gstreamer1.0-plugins-bad \
	gstreamer1.0-plugins-ugly gstreamer1.0-libav gstreamer1.0-x fonts-dejavu-core fonts-inter
TO_TEST := ffmpeg libheif-examples webp xvfb xdotool chromium chromium-driver
# Encoders that libheif has in packages of their own since Debian 13.
TO_TEST_WITH_PLUGINS := libheif-plugin-x265 libheif-plugin-aomenc
TO_COMPARE := melt ges1.0-tools python3-mlt python3-gi gir1.2-ges-1.0
TO_PACKAGE := binutils dpkg-dev patchelf

# The compositors that come as plug-ins: products of the package, each a shared library.
PLUGINS := BlendModes ChromaKey LookupTable Transitions

DEMO := Pipelines/wwdc-2010-407/project
# The tests that need GStreamer: some are about times, and run without those that keep all cores busy.
TESTS_WITH_GSTREAMER := TestSupportTests|FirstLinesTests|AVFoundationTests|AppleListingsTests|PictureFilesTests|ColorConversionTests|LayerDrawingTests|GStreamerTests|CompositorPluginsTests|RenderEngineTests|GstEditCommandsTests
# Those that start some hundred processes with limits of their own, without others beside them.
TESTS_ALONE := MediaIsolationTests
# Those of the studio: they play and wait in real time, one with a browser; beside them only those that are short and need no GStreamer.
TESTS_OF_STUDIO := StudioTests|StudioPageTests
ENGINE_TESTS := GStreamerTests|RenderEngineTests
SOURCES := Package.swift Sources Tests .ci/manual.swift

# Where `make install` puts things; DESTDIR is a folder that stands for the root of the file system.
PREFIX ?= /usr/local
DESTDIR ?=
INSTALLED = $(DESTDIR)$(PREFIX)
COMPLETIONS = bash-completion/completions/gstedit zsh/site-functions/_gstedit fish/vendor_completions.d/gstedit.fish

export INSTALL ?= yes
# How all tests are built at once: module by module instead of file by file, each once and not a second time for its declarations,
# without what debuggers read, and by a compiler that leaves ArgumentParser's checks out (.ci/swiftc): a third of the time from a
# clean checkout. It stands in a folder of its own, since `swift test` of one's own builds what has changed, file by file.
export WHOLE_MODULES := -Xswiftc -wmo -Xswiftc -num-threads -Xswiftc 1 -Xswiftc -disable-batch-mode \
	-Xswiftc -no-emit-module-separately-wmo -debug-info-format none
export TEST_FOLDER := .build-tests

##@ The two to begin with

.PHONY: play
play: packages plugins ## Builds in release, plays the demo project to a film and says where the film is.
	$(SWIFT) build --configuration release --product gstedit
	@"$$($(SWIFT) build --configuration release --show-bin-path)/gstedit" play $(DEMO).json -y
	@echo "The film: $(CURDIR)/$(DEMO).preview.mp4"

.PHONY: test
test: ## Lint, the studio's and the pure modules' tests, then all others: every test once.
	@$(MAKE) --no-print-directory --jobs=3 packages-test lint dependencies
	$(SWIFT) build --build-tests --scratch-path $(TEST_FOLDER) $(WHOLE_MODULES)
	.ci/tests --filter '^($(TESTS_OF_STUDIO))\.' + --skip '^($(TESTS_WITH_GSTREAMER)|$(TESTS_ALONE)|$(TESTS_OF_STUDIO))\.' \
		-- --filter '^($(TESTS_ALONE))\.' -- --filter '^($(TESTS_WITH_GSTREAMER))\.'

##@ While working

.PHONY: build
build: packages ## Builds everything, with debugging.
	$(SWIFT) build --build-tests

.PHONY: studio
studio: packages plugins ## Builds in release, and opens the demo project in the browser.
	$(SWIFT) build --configuration release --product gstedit-studio
	@"$$($(SWIFT) build --configuration release --show-bin-path)/gstedit-studio" $(DEMO).json

.PHONY: plugins
plugins: toolchain ## Builds the plug-ins, in release, and says where they are.
	for plugin in $(PLUGINS); do $(SWIFT) build --configuration release --product $$plugin; done
	@cd "$$($(SWIFT) build --configuration release --show-bin-path)" && ls -1 $(PLUGINS:%=$$PWD/lib%.so)

.PHONY: test-pure
test-pure: toolchain ## The modules that need no GStreamer, alone: seconds.
	GSTEDIT_PURE=1 $(SWIFT) test --scratch-path .build-pure

.PHONY: lint
lint: toolchain ## Fails where the sources break the formatting rules of .swift-format.
	swift format lint --strict --parallel --recursive $(SOURCES)

.PHONY: format
format: toolchain ## Rewrites the sources by those rules.
	swift format --in-place --parallel --recursive $(SOURCES)

##@ Proofs that take longer

.PHONY: proofs
proofs: packages-test test-pure ## The pure modules alone, every product in release, every test with the long matrices of rates, containers and cuts.
	$(SWIFT) build --configuration release
	GSTEDIT_FULL=1 $(SWIFT) test

.PHONY: leaks
leaks: packages-test ## The engine's tests under GStreamer's leaks tracer; fails where an object outlives them.
	.ci/leaks '$(ENGINE_TESTS)'

.PHONY: tsan
tsan: packages-test ## The engine's tests under the thread sanitizer.
	.ci/tsan '$(ENGINE_TESTS)'

# How long `make fuzz` runs; FUZZ takes more of its options, as --project or --keep FOLDER.
MINUTES ?= 60
FUZZ ?=

.PHONY: fuzz
fuzz: packages-test ## Damages media and projects and looks for faults: an hour, or as many MINUTES as one says.
	$(SWIFT) build --configuration release --product gstedit
	$(SWIFT) build --configuration release --product Fuzzing
	@"$$($(SWIFT) build --configuration release --show-bin-path)/Fuzzing" --minutes $(MINUTES) $(FUZZ)

# What `make baseline` records beside the films that it writes, and where to.
MEDIA ?= Pipelines/media
RECORDING ?= .build/baseline.jsonl

.PHONY: baseline
baseline: packages-test plugins ## Records what is read and written, for MEDIA, into RECORDING: before a change, and after it.
	$(SWIFT) build --configuration release --product gstedit
	$(SWIFT) build --configuration release --product Baselines
	@"$$($(SWIFT) build --configuration release --show-bin-path)/Baselines" record $(MEDIA) --output $(RECORDING)

.PHONY: bench
bench: packages-compare ## The same work through gstedit, ffmpeg, melt and GES: time, memory and their ratios.
	$(SWIFT) build --configuration release --product gstedit
	$(SWIFT) build --configuration release --product Transitions
	$(SWIFT) build --configuration release --product Benchmarks
	@"$$($(SWIFT) build --configuration release --show-bin-path)/Benchmarks"

.PHONY: elsewhere
elsewhere: ## Runs `make play` and `make test` on the other Debian release, in a root of its own; as root, with debootstrap.
	@.ci/elsewhere

##@ To keep

.PHONY: docs
docs: packages ## Builds the documentation as a website, in .build/docs; fails at every warning.
	@.ci/docs

.PHONY: install
install: packages plugins ## Installs the programs, plug-ins, header, manual pages and completions below PREFIX, /usr/local.
	$(SWIFT) build --configuration release --product gstedit
	$(SWIFT) build --configuration release --product gstedit-studio
	@$(MAKE) --no-print-directory install-files BUILT="$$($(SWIFT) build --configuration release --show-bin-path)"

# Installs what stands built in the folder BUILT.
.PHONY: install-files
install-files:
	@install -D --mode=755 "$(BUILT)/gstedit" "$(INSTALLED)/bin/gstedit"
	@install -D --mode=755 "$(BUILT)/gstedit-studio" "$(INSTALLED)/bin/gstedit-studio"
	@for plugin in $(PLUGINS); do \
		install -D --mode=644 "$(BUILT)/lib$$plugin.so" "$(INSTALLED)/lib/gstedit/plugins/lib$$plugin.so"; done
	@install -D --mode=644 Sources/CompositorABI/include/gstedit_compositor.h "$(INSTALLED)/include/gstedit_compositor.h"
	@swiftc -swift-version 6 -o "$(BUILT)/manual" .ci/manual.swift
	@install --directory "$(INSTALLED)/share/man/man1"
	@version=$$("$(BUILT)/gstedit" --version) && "$(BUILT)/gstedit" --experimental-dump-help | \
		"$(BUILT)/manual" "$(INSTALLED)/share/man/man1" "$${version%% (*}"
	@for file in $(COMPLETIONS); do \
		install --directory "$(INSTALLED)/share/$${file%/*}"; \
		"$(BUILT)/gstedit" --generate-completion-script "$$(sed 's/[-/].*//' <<<$$file)" > "$(INSTALLED)/share/$$file"; done
	@echo "Installed below $(INSTALLED), with the plug-ins in lib/gstedit/plugins, where the program finds them."

.PHONY: uninstall
uninstall: ## Removes what `make install` put below PREFIX.
	rm -f "$(INSTALLED)"/bin/gstedit{,-studio} "$(INSTALLED)/include/gstedit_compositor.h"
	rm -f "$(INSTALLED)"/share/man/man1/gstedit{,-*}.1 $(COMPLETIONS:%="$(INSTALLED)/share/%")
	rm -f $(PLUGINS:%="$(INSTALLED)/lib/gstedit/plugins/lib%.so")
	@if cd "$(INSTALLED)/lib" 2>/dev/null; then rmdir --parents --ignore-fail-on-non-empty gstedit/plugins; fi

.PHONY: deb
deb: packages plugins ## Makes a Debian package of all that, with the Swift that it needs, in .build/deb.
	@.ci/install $(TO_PACKAGE)
	$(SWIFT) build --configuration release --product gstedit
	$(SWIFT) build --configuration release --product gstedit-studio
	@.ci/deb "$$($(SWIFT) build --configuration release --show-bin-path)" $(filter-out %-tools,$(TO_RENDER))

.PHONY: deb-try
deb-try: ## Installs that package in a bare root of this Debian release, and uses it there; as root, with debootstrap.
	@.ci/deb-try .build/deb/gstedit_*.deb

##@ The machine

.PHONY: packages
packages: toolchain ## Installs what building and rendering need.
	@.ci/install $(TO_BUILD) $(TO_RENDER)

.PHONY: packages-test
packages-test: toolchain ## Installs what the tests need as well.
	@.ci/install $(TO_BUILD) $(TO_RENDER) $(TO_TEST)
	@! apt-cache show $(TO_TEST_WITH_PLUGINS) >/dev/null 2>&1 || .ci/install $(TO_TEST_WITH_PLUGINS)
	@.ci/axe

.PHONY: packages-compare
packages-compare: packages-test ## Installs the programs that the benchmark compares with, as far as apt has them.
	@.ci/install --optional $(TO_COMPARE)

.PHONY: dependencies
dependencies: toolchain
	$(SWIFT) package resolve --scratch-path $(TEST_FOLDER)

.PHONY: clean
clean: ## Removes what was built, and the previews.
	rm -rf .build .build-*
	rm -f Pipelines/*/*.preview.mp4

.PHONY: help
help: ## Lists these commands.
	@awk 'BEGIN { FS = ":.*## " } \
		/^##@/ { printf "\n%s\n", substr($$0, 5) } \
		/^[a-z-]+:.*## / { printf "  make %-18s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: toolchain
toolchain:
	@command -v swift >/dev/null || { echo "Swift 6.3 is needed: https://www.swift.org/install" >&2; exit 1; }

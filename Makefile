# Two commands do everything: `make run` and `make test`. Both install what is missing and say so.
SHELL := bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help

CARGO ?= cargo
BIN := target/release/philidor

.PHONY: help setup page run tour test build bench release wheel faults fuzz clean

help:
	@echo "make run    set everything up and start the tutor in the browser (make run ARGS='--port 8000')"
	@echo "make tour   set everything up and take a short tour on the terminal"
	@echo "make test   set everything up and run every check"
	@echo "make release  a program for other machines, a Debian package, manual pages, components and checksums, in target/dist"
	@echo "make wheel    the Python package as a wheel, in target/wheels"
	@echo "make faults   500 kills at random moments, a full disk, damaged files (about an hour)"
	@echo "make fuzz     every fuzz target for ten minutes (make fuzz MINUTES=60)"
	@echo "make bench  solver and probe speed (make bench FIVE=1: five-man figures too)"

setup:
	@tools/setup.sh

page: setup
	@tools/page.sh

build: page
	$(CARGO) build --release --locked -p philidor

run: build
	$(BIN) serve $(ARGS)

tour: build
	@tools/tour.sh $(BIN)

test:
	@tools/setup.sh test
	@tools/test.sh

bench: build
	$(BIN) bench
	$(BIN) bench --tables $(if $(FIVE),--five) $(if $(wildcard ../shared/data/syzygy),--syzygy ../shared/data/syzygy)

release: setup
	@tools/release.sh

faults:
	$(CARGO) build --locked -p philidor
	python3 tools/faults.py target/debug/philidor --kills $(or $(KILLS),500)

fuzz:
	@tools/fuzz.sh $(or $(MINUTES),10)

wheel:
	@tools/setup.sh test
	@tools/python.sh

clean:
	$(CARGO) clean

# Two commands do everything: `make run` and `make test`. Both install what is missing and say so.
SHELL := bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help

CARGO ?= cargo
BIN := target/release/philidor

.PHONY: help setup page run tour test build bench release clean

help:
	@echo "make run    set everything up and start the tutor in the browser (make run ARGS='--port 8000')"
	@echo "make tour   set everything up and take a short tour on the terminal"
	@echo "make test   set everything up and run every check"
	@echo "make release  a program for other machines, a Debian package and their checksums, in target/dist"
	@echo "make bench  solver and probe speed (make bench FIVE=1: five-man figures too)"

setup:
	@tools/setup.sh

page: setup
	@tools/page.sh

build: page
	$(CARGO) build --release --locked

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

clean:
	$(CARGO) clean

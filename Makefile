# SPDX-License-Identifier: GPL-2.0-only
# What people, packages and CI run. `make` alone prints this list.

VERSION := 0.1.0

# The kernel built for decides everything: name it by KVER or KDIR. Only when
# neither is given is it the running one, for somebody trying a checkout.
KVER ?= $(shell uname -r)
KDIR ?= /lib/modules/$(KVER)/build
PROBES := compat/include/generated/probes.h

.DEFAULT_GOAL := help
.PHONY: help modules probe deb rpm demo check bench lint images clean

help: ## this list
	@echo "xdp-backports $(VERSION): native XDP drivers for the kernel you already run"
	@echo
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | sort | \
		awk -F'\t' '{ printf "  make %-9s %s\n", $$1, $$2 }'
	@echo
	@echo "  KERNELS=\"6.1 6.12\"  narrows check, bench and images"
	@echo "  SUITES=\"vmxnet3\"    narrows check; BENCH=\"DROP\" narrows bench"
	@echo "  KVER=… or KDIR=…    the kernel to build modules for"

modules: probe ## build the modules for KVER (or KDIR)
	$(MAKE) -C $(KDIR) M=$(CURDIR) modules

# A compiler named on the command line is the modules' and the probes' alike.
TOOLCHAIN = $(foreach v,CC LLVM LLVM_IAS ARCH CROSS_COMPILE,\
	$(if $(findstring command,$(origin $(v))),$(v)="$($(v))"))

probe: ## ask the kernel's headers which APIs they have
	@scripts/probe $(KDIR) $(PROBES) $(TOOLCHAIN)

deb: ## build the .deb packages into build/deb
	@scripts/deb

rpm: ## build the .rpm packages into build/rpm
	@scripts/rpm

demo: ## see it work in a guest, from package to packets (needs root)
	@scripts/demo

check: ## run the tests (needs root)
	@scripts/check

bench: ## instructions per packet, ours against in-tree (needs root)
	@scripts/bench

lint: ## style and house rules
	@scripts/lint

images: ## make or refresh the guests that check, bench and demo use
	@scripts/images

clean: ## remove what was built here (the image cache stays)
	rm -rf build compat/include/generated
	find . -path ./.git -prune -o \( -name '*.o' -o -name '*.ko' -o -name '*.mod' \
		-o -name '*.mod.c' -o -name '.*.cmd' -o -name 'modules.order' \
		-o -name 'Module.symvers' \) -exec rm -f {} +

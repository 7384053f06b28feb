package model_test

import (
	"math"
	"testing"

	"gramscope/model"
)

// TestProcessMemory: 30 MiB for the process itself, and a half more than is in use; of sizes beyond
// what an int64 takes the largest int64.
func TestProcessMemory(t *testing.T) {
	for inUse, want := range map[int64]int64{
		0: 30 << 20, 100e6: 30<<20 + 150e6, 1 << 40: 30<<20 + 3<<39,
		math.MaxInt64/2 + 1: math.MaxInt64, math.MaxInt64: math.MaxInt64,
	} {
		if got := model.ProcessMemory(inUse); got != want {
			t.Errorf("ProcessMemory(%d) = %d, want %d", inUse, got, want)
		}
	}
}

// TestUsableMemory: what is usable takes what is allowed, to a few bytes, where that is enough for
// the process itself, and is never 0, which would mean that there is no limit.
func TestUsableMemory(t *testing.T) {
	for _, allowed := range []int64{1, 1e6, 30 << 20, 30<<20 + 10, 34e6, 2e9, math.MaxInt64} {
		usable := model.UsableMemory(allowed)
		takes := model.ProcessMemory(usable)
		switch {
		case usable < 1:
			t.Errorf("%d bytes of %d are usable", usable, allowed)
		case allowed <= 30<<20:
			if usable != 1 {
				t.Errorf("%d bytes of %d are usable", usable, allowed)
			}
		case takes > allowed || takes < allowed-4:
			t.Errorf("%d of %d bytes are usable, which take %d", usable, allowed, takes)
		}
	}
}

// TestCollectorLimit: the collector is told to stay below what is allowed, code aside, and has room
// for what is in use and a fifth more where the estimate is allowed.
func TestCollectorLimit(t *testing.T) {
	const code = 18 << 20
	for _, inUse := range []int64{0, 1e6, 100e6, 5e9} {
		allowed := model.ProcessMemory(inUse)
		if got := model.CollectorLimit(allowed); got+code > allowed || got < inUse+inUse/5 {
			t.Errorf("CollectorLimit(%d) = %d with %d in use", allowed, got, inUse)
		}
	}
	if got := model.CollectorLimit(1000); got != 0 { // a negative limit would leave the last one
		t.Errorf("CollectorLimit(1000) = %d", got)
	}
}

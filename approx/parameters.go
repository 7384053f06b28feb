package approx

import (
	"fmt"
	"math"
	"math/rand/v2"
)

// mustRand panics for a nil generator: no seed could reproduce the draws of a default one.
func mustRand(rng *rand.Rand) {
	if rng == nil {
		panic("approx: Fit needs a random generator, got nil")
	}
}

// mustRidge panics for a score ridge out of range. It has no default, so one that was not set is 0.
func mustRidge(ridge float64) {
	if !(ridge > 0) || math.IsInf(ridge, 0) {
		panic(fmt.Sprintf("approx: score-ridge = %v, want a number above 0", ridge))
	}
}

// atLeastOne panics for a parameter below 1.
func atLeastOne(name string, v int) {
	if v < 1 {
		panic(fmt.Sprintf("approx: %s = %d, want at least 1", name, v))
	}
}

// atMost returns v, or limit with a warning if v is above it.
func atMost(name string, v, limit int, limitName string, warnings *[]string) int {
	atLeastOne(name, v)
	if v > limit {
		*warnings = append(*warnings, fmt.Sprintf("%s = %d is above %s = %d, which was used: lower %s", name, v, limitName, limit, name))
	}
	return min(v, limit)
}

// truncation returns the rank k, at most m with a warning. 0 stays 0, which means no truncation.
func truncation(k, m int, warnings *[]string) int {
	if k == 0 {
		return 0
	}
	return atMost("rank", k, m, "m", warnings)
}

// clamped returns m, at most n, and the rank of a truncation, at most m (0 for none), with warnings.
func clamped(m, rank, n int) (int, int, []string) {
	var warnings []string
	m = atMost("m", m, n, "n", &warnings)
	rank = truncation(rank, m, &warnings)
	return m, rank, warnings
}

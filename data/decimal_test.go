package data

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
)

// checkDecimal compares the value of a text with that of strconv.
func checkDecimal(t *testing.T, cell string) (taken bool) {
	t.Helper()
	v, hasPoint, ok := parseDecimal(cell)
	if !ok {
		return false
	}
	want, err := strconv.ParseFloat(cell, 64)
	if err != nil || math.Float64bits(v) != math.Float64bits(want) || hasPoint != strings.Contains(cell, ".") {
		t.Errorf("%q is %v, with a point: %v; strconv has %v, %v", cell, v, hasPoint, want, err)
	}
	return true
}

func TestDecimalsByHand(t *testing.T) {
	for _, cell := range []string{"0", "-0", "+0", "0.0", "-0.000", "1", "-1", "+17", "1.", ".5", "-.5", "00012",
		"000.00012", "1e5", "1E5", "1e+5", "1e-5", "1.5e-3",
		"12345678", "123456789", "1234567.8", "12345678.12345678", "9007199254740993", "9007199254740992.5",
		"9007199254740993.5", "9999999999999999999", "1e22", "1.5e-22",
		"0.1", "0.3", "2.718281828459045", "-3.141592653589793", "0.000000000001234567890123456", "1234567890123456789e-27"} {
		if !checkDecimal(t, cell) {
			t.Errorf("%q is left to strconv", cell)
		}
	}
	for _, cell := range []string{"", "-", "+", ".", "-.", "e5", "1e", "1e+", "1e-", "1e5x", "1.2.3", "1,2", "1_000",
		"0x1p3", "inf", "NaN", "--1", "1 ", " 1", "1e5.5", "١", "1/2", "1:2", "1234:678", "1234567/", "/2345678", "12345678?",
		"12345678901234567890", "1e400", "1e-400", "1e9999", "12345678901234567e5"} {
		if v, _, ok := parseDecimal(cell); ok {
			t.Errorf("%q is %v", cell, v)
		}
	}
}

// TestDecimals compares random numbers, as many programs write them, and those closest to half-way between
// two floating-point numbers, with strconv.
func TestDecimals(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	taken, all := 0, 0
	check := func(cell string) {
		all++
		if checkDecimal(t, cell) {
			taken++
		}
	}
	for range 50_000 {
		v := rng.NormFloat64() * math.Pow(10, float64(rng.IntN(12)-6))
		check(strconv.FormatFloat(v, "gfe"[rng.IntN(3)], rng.IntN(20)-1, 64))
		check(strconv.FormatFloat(v, 'g', -1, 64))
		check(fmt.Sprintf("%de%d", rng.Uint64()>>rng.IntN(64), rng.IntN(60)-30))
	}
	if taken < all*9/10 {
		t.Errorf("%d of %d numbers: the others are slow", taken, all)
	}
	for range 5_000 {
		// Half-way between two neighbours, which is a number of few digits if the exponent is near 0, and
		// next to it.
		v := math.Ldexp(float64(1<<52+rng.Uint64N(1<<52)), -rng.IntN(8)-40)
		half := new(big.Float).SetPrec(200).SetFloat64(v)
		half.Add(half, new(big.Float).SetFloat64((math.Nextafter(v, math.Inf(1))-v)/2))
		check(half.Text('f', 30)[:20])
		check(half.Text('f', 15))
		check(fmt.Sprintf("%d.5", 1<<52+rng.Uint64N(1<<52)))
		check(fmt.Sprintf("%d", 1<<53+rng.Uint64N(1<<60)))
	}
}

func FuzzDecimal(f *testing.F) {
	for _, cell := range []string{"1.5", "-12e-3", "9007199254740993", "0.000001234567890123456789"} {
		f.Add(cell)
	}
	f.Fuzz(func(t *testing.T, cell string) { checkDecimal(t, cell) })
}

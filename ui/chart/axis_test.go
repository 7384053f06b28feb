package chart

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"
)

func TestMapAndValueAreInverse(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := Axis{Scale: Scale(rapid.IntRange(0, 1).Draw(t, "scale"))}
		a.Lo = rapid.Float64Range(1e-6, 10).Draw(t, "lo")
		a.Hi = a.Lo * rapid.Float64Range(1.5, 1e9).Draw(t, "ratio")
		u := rapid.Float64Range(0, 1).Draw(t, "u")
		if got, ok := a.Map(a.Value(u)); !ok || math.Abs(got-u) > 1e-9 {
			t.Fatalf("Map(Value(%g)) = %g, %v on %+v", u, got, ok, a)
		}
	})
}

func TestMapKnownValues(t *testing.T) {
	for _, c := range []struct {
		a    Axis
		v, u float64
		ok   bool
	}{
		{Axis{Lo: -1, Hi: 3}, 0, 0.25, true},
		{Axis{Lo: -1, Hi: 3}, 5, 1.5, true},
		{Axis{Scale: Log, Lo: 1e-4, Hi: 1}, 1e-3, 0.25, true},
		{Axis{Scale: Log, Lo: 1e-4, Hi: 1}, 0, 0, false},
		{Axis{Scale: Log, Lo: 0, Hi: 1}, 0.5, 0, false},
		{Axis{Lo: -math.MaxFloat64, Hi: math.MaxFloat64}, 0, 0.5, true},
		{Axis{Lo: 0, Hi: 1}, math.NaN(), 0, false},
		{Axis{Lo: 0, Hi: 1}, math.Inf(1), 0, false},
		{Axis{Lo: 1, Hi: 1}, 1, 0, false},
	} {
		if u, ok := c.a.Map(c.v); ok != c.ok || math.Abs(u-c.u) > 1e-12 {
			t.Errorf("%+v.Map(%g) = %g, %v, want %g, %v", c.a, c.v, u, ok, c.u, c.ok)
		}
	}
}

func TestRange(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	for _, c := range []struct {
		scale  Scale
		values []float64
		lo, hi float64
		ok     bool
	}{
		{Linear, nil, 0, 0, false},
		{Linear, []float64{nan, inf}, 0, 0, false},
		{Log, []float64{0, -1}, 0, 0, false},
		{Linear, []float64{1, 41, nan}, 0, 42, true},
		{Linear, []float64{0, 0}, -1, 1, true},
		{Log, []float64{0.0013, 0.71, 0, -3}, 0.001, 1, true},
		{Log, []float64{0.3, 0.9}, 0.3, 0.9, true}, // less than half a decade
		{Log, []float64{12, 480}, 10, 500, true},
		{Log, []float64{3}, 1, 6, true},
	} {
		lo, hi, ok := Range(c.scale, c.values)
		if ok != c.ok || math.Abs(lo-c.lo) > 1e-9*math.Abs(c.lo) || math.Abs(hi-c.hi) > 1e-9*math.Abs(c.hi) {
			t.Errorf("Range(%v, %v) = %g, %g, %v, want %g, %g, %v", c.scale, c.values, lo, hi, ok, c.lo, c.hi, c.ok)
		}
	}
}

func TestRangeHoldsItsValues(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		scale := Scale(rapid.IntRange(0, 1).Draw(t, "scale"))
		values := rapid.SliceOf(nasty()).Draw(t, "values")
		lo, hi, ok := Range(scale, values)
		if ok != slices.ContainsFunc(values, func(v float64) bool { return drawable(scale, v) }) {
			t.Fatalf("ok = %v", ok)
		}
		if !ok {
			return
		}
		if !(Axis{Scale: scale, Lo: lo, Hi: hi}).usable() {
			t.Fatalf("the range %g to %g cannot be used", lo, hi)
		}
		for _, v := range values {
			if drawable(scale, v) && (v < lo || v > hi) {
				t.Fatalf("%g is outside %g to %g", v, lo, hi)
			}
		}
	})
}

// number reads a label back.
func number(label string) (float64, error) {
	unit := 1.0
	if rest, ok := strings.CutSuffix(label, "%"); ok {
		label, unit = rest, 0.01
	}
	for i, s := range []string{"k", "M", "G", "T"} {
		if rest, ok := strings.CutSuffix(label, s); ok {
			label, unit = rest, math.Pow10(3*i+3)
		}
	}
	v, err := strconv.ParseFloat(label, 64)
	return v * unit, err
}

func checkTicks(t *rapid.T, a Axis, cells int) {
	ticks := ticks(a, cells, false)
	for i, k := range ticks {
		if k.Value < a.Lo || k.Value > a.Hi || k.Cell < 0 || k.Cell >= cells {
			t.Fatalf("tick %+v is outside %+v", k, a)
		}
		if u, _ := a.Map(k.Value); math.Abs(u*float64(cells-1)-float64(k.Cell)) > 0.5+1e-6 {
			t.Fatalf("tick %+v is at u = %g of %d cells", k, u, cells)
		}
		if k.Start < 0 || k.Start+len(k.Label) > cells || len(k.Label) != ansi.StringWidth(k.Label) {
			t.Fatalf("the label of %+v does not fit into %d cells", k, cells)
		}
		if math.Abs(k.Value) > 1.7e308 {
			return // rounded to a few digits it is no float64 any more
		}
		v, err := number(k.Label)
		if err != nil || math.Abs(v-k.Value) > 0.006*math.Abs(k.Value)+1e-9*(a.Hi/2-a.Lo/2) {
			t.Fatalf("label %q of %g reads back as %g, %v", k.Label, k.Value, v, err)
		}
		if i > 0 {
			p := ticks[i-1]
			if k.Value <= p.Value || k.Start < p.Start+len(p.Label)+1 || k.Label == p.Label {
				t.Fatalf("ticks %+v and %+v collide", p, k)
			}
		}
	}
}

func TestTicksAnyAxis(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := Axis{Scale: Scale(rapid.IntRange(0, 1).Draw(t, "scale")), Lo: nasty().Draw(t, "lo"), Hi: nasty().Draw(t, "hi")}
		cells := rapid.IntRange(0, 300).Draw(t, "cells")
		if !a.usable() {
			if len(Ticks(a, cells)) > 0 {
				t.Fatal("ticks on an axis that cannot be used")
			}
			return
		}
		checkTicks(t, a, cells)
	})
}

func TestTicksUsualAxes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := Axis{Scale: Scale(rapid.IntRange(0, 1).Draw(t, "scale")),
			Notation: Notation(rapid.IntRange(0, int(Percent)).Draw(t, "notation"))}
		a.Lo = math.Pow(10, rapid.Float64Range(-8, 6).Draw(t, "log lo"))
		a.Hi = a.Lo * math.Pow(10, rapid.Float64Range(0.05, 9).Draw(t, "decades"))
		cells := rapid.IntRange(1, 150).Draw(t, "cells")
		checkTicks(t, a, cells)
		if n := len(Ticks(a, cells)); cells >= 40 && n < 2 { // two labels of 100000000000000000%
			t.Fatalf("%d ticks in %d cells on %+v", n, cells, a)
		}
		rows := rapid.IntRange(2, 40).Draw(t, "rows")
		if n := len(ticks(a, rows, true)); n < 2 || rows >= 10 && n < 3 { // at 8 a few axes have no set of three
			t.Fatalf("%d ticks in %d rows on %+v", n, rows, a)
		}
	})
}

func TestTicksKnownLabels(t *testing.T) {
	for _, c := range []struct {
		a     Axis
		cells int
		want  string
	}{
		{Axis{Scale: Log, Lo: 10, Hi: 500}, 60, "10 20 50 100 200 500"},
		{Axis{Scale: Log, Lo: 10, Hi: 500}, 20, "10 100"},
		{Axis{Scale: Log, Lo: 1e-4, Hi: 1}, 40, "1e-04 1e-03 1e-02 1e-01 1e+00"},
		{Axis{Scale: Log, Lo: 0.01, Hi: 1}, 30, "0.01 0.1 1"},
		{Axis{Scale: Log, Lo: 100, Hi: 1e6}, 40, "100 1k 10k 100k 1M"},
		{Axis{Scale: Log, Lo: 0.55, Hi: 0.9}, 40, "0.6 0.7 0.8 0.9"},
		{Axis{Lo: 0, Hi: 40}, 40, "0 10 20 30 40"},
		{Axis{Lo: -1, Hi: 1}, 30, "-1 -0.5 0 0.5 1"},
		{Axis{Lo: -1219.085, Hi: -1219.062, Notation: Prefixed}, 40, "-1219.08 -1219.07"},
		{Axis{Lo: 0, Hi: 2e4}, 40, "0 5k 10k 15k 20k"},
		{Axis{Lo: 0, Hi: 3e-5}, 40, "0 1e-05 2e-05 3e-05"},
		{Axis{Lo: 0, Hi: 1}, 1, "0"},
		{Axis{Scale: Log, Lo: 0.01, Hi: 1, Notation: Exponent}, 30, "1e-02 1e-01 1e+00"},
		{Axis{Scale: Log, Lo: 0.011, Hi: 0.015, Notation: Exponent}, 40, "1.2e-02 1.4e-02"},
		{Axis{Scale: Log, Lo: 1e-5, Hi: 1e6, Notation: Prefixed}, 120, "1e-05 1e-04 0.001 0.01 0.1 1 10 100 1k 10k 100k 1M"},
		{Axis{Scale: Log, Lo: 50, Hi: 5000, Notation: Prefixed}, 20, "100 1k"},
		{Axis{Scale: Log, Lo: 1e-4, Hi: 10, Notation: Decimal}, 60, "0.0001 0.001 0.01 0.1 1 10"},
		{Axis{Lo: 0, Hi: 1, Notation: Percent}, 30, "0% 50% 100%"},
		{Axis{Lo: 0.97, Hi: 0.98, Notation: Percent}, 40, "97% 97.5% 98%"},
	} {
		var labels []string
		for _, k := range ticks(c.a, c.cells, false) {
			labels = append(labels, k.Label)
		}
		if got := strings.Join(labels, " "); got != c.want {
			t.Errorf("Ticks(%+v, %d) = %s, want %s", c.a, c.cells, got, c.want)
		}
	}
}

// TestDecimalsAreRoundedOnce: ticks are the numbers that their labels name.
func TestDecimalsAreRoundedOnce(t *testing.T) {
	for _, c := range []struct {
		m    float64
		k    int
		want float64
	}{{3, -1, 0.3}, {7, -3, 0.007}, {3, -23, 3e-23}, {5, 0, 5}, {5, 2, 500}, {2, -300, 2e-300}, {2, -310, 2e-310}} {
		if got := decimal(c.m * math.Pow10(c.k)); got != c.want {
			t.Errorf("%v·10^%d = %v, want %v", c.m, c.k, got, c.want)
		}
	}
}

// TestLowAxesHaveThreeLabels: two of them don't show whether an axis is logarithmic.
func TestLowAxesHaveThreeLabels(t *testing.T) {
	for rows := 8; rows <= 11; rows++ {
		var labels []string
		for _, k := range ticks(Axis{Scale: Log, Lo: 5e-6, Hi: 1, Notation: Exponent}, rows, true) {
			labels = append(labels, k.Label)
		}
		if len(labels) < 3 {
			t.Errorf("%d rows: %q", rows, labels)
		}
	}
	// Ranges without three multiples of a step that are apart.
	for _, a := range []Axis{{Scale: Log, Lo: 0.12188141848422898, Hi: 0.3819717549283666},
		{Scale: Log, Lo: 1.018151721718182, Hi: 5.72548788435838}} {
		if got := ticks(a, 8, true); len(got) < 3 || !apart(got, 0, 8) {
			t.Errorf("8 rows from %g to %g: %v", a.Lo, a.Hi, got)
		}
	}
}

// TestNumbersHaveTheNotationOfTheirAxis: whatever their size, and as many digits as are asked for.
func TestNumbersHaveTheNotationOfTheirAxis(t *testing.T) {
	for _, c := range []struct {
		n      Notation
		v      float64
		digits int
		want   string
	}{
		{Exponent, 0.0193, 3, "1.93e-02"}, {Exponent, 1, 2, "1e+00"}, {Exponent, 56266, 4, "5.627e+04"},
		{Exponent, 0, 3, "0"},
		{Prefixed, 56266, 4, "56.27k"}, {Prefixed, 1300, 2, "1.3k"}, {Prefixed, 999.9, 3, "1000"},
		{Prefixed, 999.9, 4, "999.9"}, {Prefixed, 1000, 3, "1k"},
		{Prefixed, 0.5, 3, "0.5"}, {Prefixed, -20000, 3, "-20k"}, {Prefixed, 2e-4, 2, "2e-04"}, {Prefixed, 12.34, 3, "12.3"},
		{Prefixed, 123.4, 2, "123"},
		{Automatic, 5000, 3, "5000"}, {Automatic, 50000, 3, "50k"}, {Decimal, 1.234e-4, 3, "0.000123"},
		{Percent, 0.9754, 3, "97.5%"}, {Percent, 1, 3, "100%"},
		{Prefixed, math.NaN(), 3, "NaN"},
	} {
		if got := (Axis{Notation: c.n}).Text(c.v, c.digits); got != c.want {
			t.Errorf("%v with %d digits in notation %d is %s, want %s", c.v, c.digits, c.n, got, c.want)
		}
	}
}

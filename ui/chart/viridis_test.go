package chart

import (
	"encoding/json"
	"image/color"
	"math"
	"os"
	"testing"
)

// TestScalesMatchTheirTables compares the scales with the colours that testdata/scales.py takes from matplotlib and
// computes with NumPy. Tables of fewer colours, interpolated, may differ by 1 of 255 in each channel.
func TestScalesMatchTheirTables(t *testing.T) {
	text, err := os.ReadFile("testdata/scales.json")
	if err != nil {
		t.Fatal(err)
	}
	var want struct{ Viridis, Diverging [][3]int }
	if err := json.Unmarshal(text, &want); err != nil {
		t.Fatal(err)
	}
	if len(want.Viridis) != 256 || len(want.Diverging) != 257 {
		t.Fatalf("%d and %d colours, want 256 and 257", len(want.Viridis), len(want.Diverging))
	}
	compare := func(name string, at float64, got color.NRGBA, want [3]int) {
		t.Helper()
		for c, v := range []uint8{got.R, got.G, got.B} {
			if d := int(v) - want[c]; d < -1 || d > 1 || got.A != 0xff {
				t.Errorf("%s(%v) = %v, want %v", name, at, got, want)
				return
			}
		}
	}
	for i, c := range want.Viridis {
		at := float64(i) / 255
		compare("Viridis", at, Viridis(at), c)
	}
	for i, c := range want.Diverging {
		at := float64(i-128) / 128
		compare("Diverging", at, Diverging(at), c)
	}
}

// TestScalesAreEven: lightness of Viridis ascends for every colour vision, and Diverging has the same lightness and the
// same step of ΔE on both sides. Beyond their ends both scales have the colours of the ends, and NaN has none.
func TestScalesAreEven(t *testing.T) {
	const steps = 16
	for name, vision := range visions {
		for i := range steps {
			a, b := lab(Viridis(float64(i)/steps), vision), lab(Viridis(float64(i+1)/steps), vision)
			if d := b[0] - a[0]; d < 2.5 || d > 8 {
				t.Errorf("%s: lightness of Viridis ascends by %.1f after %d/%d", name, d, i, steps)
			}
		}
	}
	all := visions["all cones"]
	for i := range steps {
		for _, side := range []float64{-1, 1} {
			a, b := lab(Diverging(side*float64(i)/steps), all), lab(Diverging(side*float64(i+1)/steps), all)
			if d := math.Hypot(math.Hypot(a[0]-b[0], a[1]-b[1]), a[2]-b[2]); math.Abs(d-5.85) > 0.4 {
				t.Errorf("Diverging: ΔE is %.2f after %v/%d", d, side*float64(i), steps)
			}
		}
		at := float64(i) / steps
		if a, b := lab(Diverging(at), all), lab(Diverging(-at), all); math.Abs(a[0]-b[0]) > 1 {
			t.Errorf("Diverging: lightness %.1f at %v and %.1f at %v", a[0], at, b[0], -at)
		}
	}
	inf := math.Inf(1)
	if Viridis(-3) != Viridis(0) || Viridis(inf) != Viridis(1) || Diverging(-inf) != Diverging(-1) ||
		Diverging(2) != Diverging(1) {
		t.Error("a scale does not end at its ends")
	}
	if nan := math.NaN(); Viridis(nan) != (color.NRGBA{}) || Diverging(nan) != (color.NRGBA{}) {
		t.Error("NaN has a colour")
	}
	if white := (color.NRGBA{0xff, 0xff, 0xff, 0xff}); Diverging(0) != white {
		t.Errorf("Diverging(0) = %v", Diverging(0))
	}
}

// TestSignsStayApart: figures and their negatives differ by ΔE = 30 or more from a quarter of the largest on, for every
// kind of colour vision, where 2.3 can just be seen.
func TestSignsStayApart(t *testing.T) {
	for name, vision := range visions {
		for _, v := range []float64{0.25, 0.5, 0.75, 1} {
			a, b := lab(Diverging(v), vision), lab(Diverging(-v), vision)
			if d := math.Hypot(math.Hypot(a[0]-b[0], a[1]-b[1]), a[2]-b[2]); d < 30 {
				t.Errorf("%s: the colours of ±%v differ by %.1f", name, v, d)
			}
		}
	}
}

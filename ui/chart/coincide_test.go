package chart

import (
	"fmt"
	"testing"
)

// TestCoincident: curves a hundredth of the axis apart are one, and those of half its length, a quarter off, faint or
// without markers are not.
func TestCoincident(t *testing.T) {
	xs := []float64{0, 1, 2, 3, 4}
	shifted := func(by float64) Series {
		s := Series{X: xs}
		for _, x := range xs {
			s.Y = append(s.Y, x*x+by)
		}
		return s
	}
	faint, bare := shifted(0), shifted(0)
	faint.Faint, bare.NoMarkers = true, true
	short := Series{X: xs[:2], Y: []float64{0, 1}}
	l := Lines{Y: Axis{Lo: 0, Hi: 20},
		Series: []Series{shifted(0), shifted(5), shifted(0.2), faint, bare, short, shifted(5.2), shifted(-0.1)}}
	if got, want := fmt.Sprint(l.Coincident()), "[[0 2 7] [1 6]]"; got != want {
		t.Errorf("%s coincide, want %s", got, want)
	}
	if got := (Lines{}).Coincident(); len(got) != 0 {
		t.Errorf("of no curves %v coincide", got)
	}
}

package chart

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"
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

// TestSharedCellsAlternate checks that of curves in the same cells each has some of them in its colour.
func TestSharedCellsAlternate(t *testing.T) {
	level := []float64{1, 1, 1}
	l := Lines{X: Axis{Lo: 0, Hi: 2}, Y: Axis{Lo: 0, Hi: 2}}
	for i := range 3 {
		l.Series = append(l.Series, Series{Name: string(rune('a' + i)), X: []float64{0, 1, 2}, Y: level, Color: i,
			NoMarkers: true})
	}
	cells := map[int]int{}
	l.Render(60, 12, Braille, func(s string, ink Ink) string {
		if strings.ContainsFunc(s, func(r rune) bool { return r > 0x2800 && r < 0x2900 }) {
			cells[ink.Color] += utf8.RuneCountInString(s)
		}
		return s
	})
	for i := range 3 {
		if cells[i] < 10 {
			t.Errorf("curve %d has the colour of %d cells; all: %v", i, cells[i], cells)
		}
	}
}

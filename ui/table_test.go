package ui

import (
	"slices"
	"strings"
	"testing"

	"gramscope/approx"
	"gramscope/model/exact"
	"gramscope/model/sweep"
)

// TestMethodsThatRunStayInSight: where there is no room for all methods, those that
// run are shown beside the one pointed at and its neighbours, wherever that is.
func TestMethodsThatRunStayInSight(t *testing.T) {
	m := newToy(t, "braille", "none", 80, 24)
	m.Methods = approx.Methods()
	ticked := []int{m.Place("nystrom"), m.Place("bka"), m.Place("meka")}
	m.Setting.Spec.Methods = []string{"nystrom", "bka", "meka"}
	for m.Pointed = range m.Methods {
		list := m.table.visible(8, m)
		if len(list) != 7 || !slices.IsSorted(list) || len(slices.Compact(slices.Clone(list))) != 7 {
			t.Fatalf("at %d: %v", m.Pointed, list)
		}
		for _, want := range append([]int{m.Pointed, max(m.Pointed-1, 0), min(m.Pointed+1, len(m.Methods)-1)}, ticked...) {
			if !slices.Contains(list, want) {
				t.Errorf("at %d: %v lacks %d", m.Pointed, list, want)
			}
		}
	}
	m.Pointed = 12
	if got, want := m.table.visible(4, m), []int{11, 12, 13}; !slices.Equal(got, want) {
		t.Errorf("with room for three: %v, want %v", got, want)
	}
	if got := m.table.visible(1, m); len(got) != 0 {
		t.Errorf("with room for none: %v", got)
	}
	if got := m.table.visible(len(m.Methods)+1, m); len(got) != len(m.Methods) {
		t.Errorf("with room for all: %d", len(got))
	}
}

// TestErrorsOfRoundingShowNoDigits: neither those of the method nor the floor; a count of 0 and a larger error stay.
func TestErrorsOfRoundingShowNoDigits(t *testing.T) {
	m := newToy(t, "braille", "none", 120, 40)
	columns := tableColumns(m.Setting)
	for _, c := range []struct {
		errors      []float64
		floor       float64
		want, least string
	}{
		{[]float64{3.9e-15, 4.1e-15}, 0, "<1e-12", "<1e-12"},
		{[]float64{3e-12, 3e-12}, 3.9e-15, "3.0e-12 ±0e+00", "<1e-12"},
	} {
		var rows []sweep.Result
		for _, e := range c.errors {
			rows = append(rows, sweep.Result{Method: "plain", Metrics: exact.Metrics{Error: e, Exact: true}})
		}
		m.Out.Best["plain"] = []float64{c.floor}
		for i, want := range []string{c.want, c.least, "0", "0"} {
			if got := strings.TrimSpace(columns[i].text(m, "plain", rows)); got != want {
				t.Errorf("%s of %v over %v: %q, want %q", columns[i].head, c.errors, c.floor, got, want)
			}
		}
	}
}

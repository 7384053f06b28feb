package ui

import (
	"slices"
	"testing"

	"gramscope/approx"
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

package ui

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"gramscope/model"
	"gramscope/model/kernel"
	"gramscope/model/lab"
	"gramscope/model/sweep"
)

func TestGridHoldsThePresentValue(t *testing.T) {
	m := newToy(t, "braille", "none", 80, 24)
	own := append([]model.Param{model.Accumulations(nil), model.Clusters(nil)}, sweep.Parameters(m.Methods())...)
	rapid.Check(t, func(t *rapid.T) {
		s := m.Setting().Clone()
		s.Spec.N = rapid.IntRange(1, 20000).Draw(t, "n")
		p := rapid.SampledFrom(own).Draw(t, "parameter")
		hi := min(p.Max, 1e4)
		if p.Name == "m" || p.Name == "rank" || p.Name == "clusters" || p.Name == "n" {
			hi = min(hi, float64(s.Spec.N))
		}
		v, err := p.Check(rapid.Float64Range(p.Min, max(p.Min, hi)).Draw(t, "value"))
		if err != nil {
			t.Fatal(err)
		}
		s.Set(p, v)
		s.Clamp(lab.Setting{})
		axis := s.GridFor(p, kernel.Distances{}, sweep.Axis{})
		if len(axis.Values) == 0 || !slices.IsSorted(axis.Values) {
			t.Fatalf("%s = %v: grid %v", p.Name, v, axis.Values)
		}
		for _, x := range axis.Values {
			if _, err := p.Check(x); err != nil {
				t.Fatalf("%s = %v: %v", p.Name, v, err)
			}
		}
		first, last := axis.Values[0], axis.Values[len(axis.Values)-1]
		off := p.Name == "rank" && v == 0 || p.Name == "clusters" && v == 1 // stand for none
		if !off && (v < first || v > last) {
			t.Fatalf("%s = %v lies outside its grid %v", p.Name, v, axis.Values)
		}
		if again := s.GridFor(p, kernel.Distances{}, axis); len(axis.Values) > 1 && !off && !slices.Equal(again.Values, axis.Values) {
			t.Fatalf("%s = %v: the grid moves from %v to %v", p.Name, v, axis.Values, again.Values)
		}
	})
}

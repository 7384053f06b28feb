package lab

import (
	"testing"

	"gramscope/data/synthetic"
	"gramscope/model/sweep"
)

// TestPresetsOfTheSameSetKeepItsStore: what was computed on a built-in set serves the next experiment on it, and no
// other.
func TestPresetsOfTheSameSetKeepItsStore(t *testing.T) {
	one, other := synthetic.Generators()[0], synthetic.Generators()[1]
	s := Setting{Store: sweep.NewStore(one)}
	store := s.Store
	if s.Preset(one, sweep.DefaultSpec(10)); s.Store != store {
		t.Error("an experiment on the same set begins anew")
	}
	if s.Preset(other, sweep.DefaultSpec(10)); s.Store.Source().Name() != other.Name() {
		t.Errorf("an experiment on %s has the data %s", other.Name(), s.Store.Source().Name())
	}
}

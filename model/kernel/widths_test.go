package kernel

import (
	"encoding/json"
	"math"
	"strings"
	"testing"
)

func TestParseWidths(t *testing.T) {
	for text, want := range map[string]string{
		"0.3,1,2": "0.3,1,2", " 0.30 1e0\n2 ": "0.3,1,2", "5": "5",
	} {
		if got, err := ParseWidths(text); err != nil || string(got) != want {
			t.Errorf("%q: %q (%v), want %q", text, got, err, want)
		}
	}
	for text, want := range map[string]string{
		"": "no numbers", "1,x": "number 2", "1,-2": "number 2", "0": "number 1", "1,NaN": "number 2", "1,1e400": "number 2",
	} {
		if _, err := ParseWidths(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
	var w Widths
	if err := json.Unmarshal([]byte(`"1,zero"`), &w); err == nil {
		t.Error("JSON of a text that is no number was read")
	}
}

func TestFamiliesThatTakeWidths(t *testing.T) {
	for _, f := range Families() {
		want := f.Name == "gaussian" || f.Name == "laplacian" || strings.HasPrefix(f.Name, "matern")
		if got := f.CheckWidths("1,2", 2) == nil; got != want {
			t.Errorf("%s takes widths: %t; name it here if it is to", f.Name, got)
		}
		if f.CheckWidths("", 2) != nil || f.CheckWidths("1,2", 3) == nil {
			t.Errorf("%s: none, or two for three features", f.Name)
		}
	}
}

func TestDerivatives(t *testing.T) {
	for _, f := range Families() {
		k, err := f.Kernel(Values{"gamma": 0.7})
		if err != nil {
			t.Fatal(err)
		}
		d, ok := k.(Differentiable)
		if ok != f.TakesWidths() {
			t.Errorf("%s is differentiable: %t; what takes widths must be, and nothing else", f.Name, ok)
		}
		if !ok {
			continue
		}
		for _, at := range []float64{0.01, 0.5, 3} {
			const h = 1e-6
			v, here, slope := []float64{at + h, at - h, at}, []float64{at}, []float64{0}
			k.Apply(v)
			if d.Differentiate(here, slope); here[0] != v[2] {
				t.Errorf("%s: value %v at %v with the derivative, %v without", f.Name, here[0], at, v[2])
			}
			if want := (v[0] - v[1]) / (2 * h); math.Abs(slope[0]-want) > 1e-6*(1+math.Abs(want)) {
				t.Errorf("%s: derivative %v at %v, by differences %v", f.Name, slope[0], at, want)
			}
		}
		slope := []float64{1}
		if d.Differentiate([]float64{0}, slope); math.IsNaN(slope[0]) || math.IsInf(slope[0], 0) {
			t.Errorf("%s: derivative %v at 0", f.Name, slope[0])
		}
	}
}

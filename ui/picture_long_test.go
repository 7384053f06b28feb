//go:build long

package ui

import (
	"strings"
	"testing"

	"gramscope/approx"
	"gramscope/data/synthetic"
	"gramscope/model/lab"
	"gramscope/model/sweep"
	"gramscope/ui/screen/screentest"
)

func TestPicturesOfOddSettings(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*lab.Setting){
		"one point":   func(s *lab.Setting) { s.Spec.N, s.Spec.Test = 1, 0 },
		"one cluster": func(s *lab.Setting) { s.Spec.Values["clusters"] = 1 },
		"linear":      func(s *lab.Setting) { s.Spec.Kernel = "linear" },
		"polynomial": func(s *lab.Setting) {
			s.Store = sweep.NewStore(synthetic.Generators()[4])
			s.Spec.Kernel, s.Spec.Values["offset"], s.Spec.Values["degree"] = "polynomial", 0, 3
		},
		"no rest": func(s *lab.Setting) { s.Spec.Methods = []string{"broken"} },
	} {
		for _, key := range []string{"2", "3", "4"} {
			methods, ticked := screentest.Methods(), []string{"plain", "eager", "spectral", "broken"}
			if name == "one point" { // the toys have no clusters to clamp
				methods, ticked = approx.Methods(), []string{"nystrom"}
			}
			m := newToyWith(t, methods, "braille", "none", 120, 40)
			editSetting(m, func(s *lab.Setting) {
				s.Spec.Standardize = true // so that a polynomial of odd degree has entries below 0
				s.Spec.Methods = ticked
			})
			press(m, key)
			m.change(change)
			settlePicture(t, m)
			if key != "4" {
				press(m, "v", "down", "down", "enter", "]", "tab")
			}
			m.Update(nil)
			view := m.View()
			wants := map[string]string{"4no rest": "the toy is broken", "4polynomial": "≡=-- ░▒",
				"3no rest": "not on points: plain", "4one point": "1 point in 1 cluster",
				"3one point": "cluster 1 of 1 point,"}
			if want := wants[key+name]; !strings.Contains(view, want) || strings.Contains(view, "NaN") ||
				strings.Contains(view, "internal error") || strings.Contains(m.texts[0], "computing") {
				t.Errorf("%s on screen %s, want %q\n%s", name, key, want, view)
			}
		}
	}
}

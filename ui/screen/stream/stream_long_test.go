//go:build long

package stream

import (
	"fmt"
	"strings"
	"testing"

	"gramscope/approx"
	"gramscope/model"
	"gramscope/model/lab"
	"gramscope/ui/screen/screentest"
)

// Real methods on few points, and with the ridge that decides.
func TestStreamsOfOddSettings(t *testing.T) {
	for _, name := range []string{"squeak", "disqueak", "ink-estimate"} {
		for _, n := range []int{1, 2, 40} {
			for _, budget := range []float64{model.SizeByBudget, model.SizeByRidge} {
				m := screentest.New(t, New, approx.Methods(), name)
				m.Change(func(s *lab.Setting) { s.Spec.N, s.Spec.Values["budget"] = n, budget })
				m.Settle()
				m.Press(0, "G")
				p, at, _ := m.Screen.Shown()
				if m.Screen.Failed != nil || at < 0 || p.Steps[at].Seen != n {
					t.Fatalf("%s on %d points: %v, %+v", name, n, m.Screen.Failed, p)
				}
				if title := m.Title(0, 60); !strings.Contains(title, fmt.Sprintf("of %d points", n)) ||
					p.Tree != (name == "disqueak" && n > 1) {
					t.Errorf("%s on %d points, tree %v: %s", name, n, p.Tree, title)
				}
			}
		}
	}
}

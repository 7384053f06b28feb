package lab

import (
	"strings"
	"testing"

	"gramscope/data"
	"gramscope/data/synthetic"
	"gramscope/model/sweep"
)

// fewRows is a source of 60 rows.
type fewRows struct{ data.Source }

func (fewRows) Rows() int { return 60 }

// TestNoRowsAreLeftForTests: where n takes all rows of the data, the note says that none are left for tests, and what
// leaves some.
func TestNoRowsAreLeftForTests(t *testing.T) {
	for test, want := range map[float64]string{
		0.2: ", and no rows are left for the test fraction 0.2; leave some with :n 48",
		0:   "",
	} {
		s := Setting{Spec: sweep.DefaultSpec(90), Store: sweep.NewStore(fewRows{synthetic.Generators()[0]})}
		s.Spec.Test = test
		notes := s.Clamp(Setting{})
		if want := "n = 90 clamped to the 60 rows of bimodal" + want; len(notes) == 0 || notes[0] != want || s.Spec.N != 60 {
			t.Errorf("n = %d, %q, want %q", s.Spec.N, strings.Join(notes, "\n"), want)
		}
	}
}

package lab

import (
	"slices"
	"strings"
	"testing"
	"time"

	"gramscope/approx"
	"gramscope/model"
	"gramscope/model/job"
	"gramscope/model/sweep"
)

// viewed returns a bench that shows the rows of a file.
func viewed(t *testing.T, file string) *Bench {
	t.Helper()
	var results sweep.Results
	if _, err := results.Read(strings.NewReader(file), "a.csv", 1<<20); err != nil {
		t.Fatal(err)
	}
	b := NewFromFiles(Recorded{Results: results, Files: []string{"a.csv"}}, approx.Methods(), job.NewRunner(t.Context()),
		time.Now)
	b.Require(Need{})
	return b
}

// TestValuesFollowTheKnobs: where the files have other values of the swept parameter, or none, at the value that a knob
// was turned to, the setting is at one that there is, and methods without the parameter are flat over all.
func TestValuesFollowTheKnobs(t *testing.T) {
	b := viewed(t, "method,n,d,rep,m,error\nnystrom,40,2,1,10,0.4\nnystrom,40,2,1,20,0.2\n"+
		"nystrom,80,2,1,15,0.3\nnystrom,80,2,1,20,0.1\nbest,160,2,1,,0.05\n")
	n := b.Knobs()[slices.IndexFunc(b.Knobs(), func(k model.Param) bool { return k.Name == model.TrainRowsName })]
	for _, c := range []struct {
		values []float64
		method string
		now    float64 // the error at the setting
	}{{[]float64{15, 20}, "nystrom", 0.3}, {[]float64{10, 15, 20}, "best", 0.05}} {
		b.Turn(n, 1, false)
		b.Require(Need{})
		o := b.Outcome
		if rows := o.Now(c.method); !slices.Equal(o.Axis.Values, c.values) || len(rows) != 1 ||
			rows[0].Get("error") != c.now || len(o.Grid(c.method)[len(c.values)-1]) != 1 ||
			b.Setting.Spec.Values[model.BudgetName] != 15 {
			t.Errorf("n = %s: over %v, %s has %+v", b.KnobText(n), o.Axis.Values, c.method, rows)
		}
	}
}

// TestFacetsOfFiles: of γ and σ, which vary together, one has its values beside the chart.
func TestFacetsOfFiles(t *testing.T) {
	b := viewed(t, "method,n,d,rep,gamma,sigma,m,error\nnystrom,40,2,1,0.5,1,10,0.4\nnystrom,40,2,1,0.5,1,20,0.2\n"+
		"nystrom,40,2,1,2,0.5,10,0.3\nnystrom,40,2,1,2,0.5,20,0.1\n")
	if list := b.Facets(); len(list) != 1 || list[0].Name != model.GammaName || len(list[0].Choices) != 2 {
		t.Errorf("%+v", list)
	}
}

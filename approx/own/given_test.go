//go:build unix

package own

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gramscope/approx"
	"gramscope/data"
	"gramscope/data/remedy"
	"gramscope/data/synthetic"
	"gramscope/model"
	"gramscope/model/linalg"
	"gramscope/model/sweep"
	"gramscope/model/trial"
)

// TestLikeGiven compares all figures of a program of each shape with those of the method given on the same landmarks.
// Those at test rows are empty for a factor alone, with the reason.
func TestLikeGiven(t *testing.T) {
	const n = 60
	source, _, err := synthetic.Find("bimodal")
	must(err)
	spec := sweep.DefaultSpec(n)
	spec.Test, spec.Methods = 0.25, []string{"given"}
	spec.Assignment = spec.Assignment.With(model.SigmaName, 0.5)
	spec.Figures = sweep.Figures{sweep.FigureError, sweep.FigureSpectral, sweep.FigureFloor, sweep.FigureStableRank,
		sweep.FigureApproxRank, sweep.FigureRegression, sweep.FigureExact}
	drawn, err := trial.NewRows(source, trial.Draw{Seed: spec.Seed, Rep: 1, N: n, Test: spec.Test, Scale: spec.Scale})
	must(err)
	at := make([]int, len(rows))
	for i, row := range rows {
		at[i] = int(row)
	}
	methods := approx.Methods()
	for _, what := range []string{"landmarks", "weights", "factor", "map"} {
		more, _, err := Methods(t.Context(), methods, []string{Flag, running(what)})
		must(err)
		last := &more[len(more)-1]
		last.Name, methods = "own-"+what, more
		spec.Methods = append(spec.Methods, last.Name)
	}
	landmarks := &data.Landmarks{X: linalg.Rows(drawn.Train.X, at)}
	plan, err := sweep.Prepare(spec, methods, sweep.NewStore(source.WithLandmarks(landmarks)))
	must(err)
	var want sweep.Result
	for row := range plan.Run(t.Context(), 1) {
		if row.Failure != "" {
			t.Fatalf("%s: %s", row.Method, row.Failure)
		}
		if row.Method == "given" {
			want = row
			continue
		}
		// that is what it says, of a shorter time
		if says := row.Method == "own-landmarks"; says && !(row.Get("seconds") >= 0.25) {
			t.Errorf("%s took %v s", row.Method, row.Get("seconds"))
		}
		isAlone, compared := row.Method == "own-factor", 0
		for _, c := range plan.Columns() {
			if c.Input || c.Varies || slices.Contains([]string{"entries", "failure", "warnings"}, c.Name) {
				continue
			}
			got, expected := row.Get(c.Name), want.Get(c.Name)
			if isAlone && strings.Contains(c.Name, "_test") && !strings.Contains(c.Name, "_exact") {
				expected = math.NaN()
			}
			if compared++; !(math.Abs(got-expected) <= 1e-12*max(1, math.Abs(expected))) &&
				!(math.IsNaN(got) && math.IsNaN(expected)) {
				t.Errorf("%s: %s is %v, want %v", row.Method, c.Name, got, expected)
			}
		}
		isSaid := slices.ContainsFunc(row.Warnings,
			func(w remedy.Note) bool { return strings.HasPrefix(w.Text, model.ErrUnextended.Error()) })
		if compared < 20 || isSaid != isAlone || math.IsNaN(want.Get("rmse_test")) {
			t.Errorf("%s: %d figures, warnings %v", row.Method, compared, row.Warnings)
		}
	}
}

package tune_test

import (
	"math"
	"strings"
	"testing"

	"gramscope/approx"
	"gramscope/data"
	"gramscope/data/synthetic"
	"gramscope/model"
	"gramscope/model/sweep"
	"gramscope/model/tune"
)

// generator returns a built-in set.
func generator(t *testing.T, name string) data.Source {
	t.Helper()
	g, ok, err := synthetic.Find(name)
	if !ok || err != nil {
		t.Fatal(name, err)
	}
	return g
}

// TestGridByEvidence: the scores by evidence are the figures of a sweep with the same settings, and the best cell has
// the greatest of them.
func TestGridByEvidence(t *testing.T) {
	spec := tune.DefaultSpec(80)
	spec.By, spec.Methods, spec.Test, spec.Seed = tune.ByEvidence, []string{"rpcholesky", "nystrom", tune.Exact}, 0.2, 5
	spec.Gammas, spec.Mus, spec.Values = []float64{0.05, 0.3, 1}, []float64{0.01, 0.1, 1}, model.Values{"m": 25}
	plan, err := tune.Prepare(spec, approx.Methods(), generator(t, "friedman"))
	if err != nil {
		t.Fatal(err)
	}
	var events []tune.Event
	for e := range plan.Run(t.Context(), 2) {
		events = append(events, e)
	}
	if len(events) != 9 || plan.LossName() != "neg_log_evidence" {
		t.Fatalf("%d events by %s", len(events), plan.LossName())
	}
	s := sweep.DefaultSpec(80)
	s.Methods, s.Test, s.Seed, s.Standardize, s.Values = []string{"nystrom", "rpcholesky"}, 0.2, 5, plan.Spec.Standardize, model.Values{"m": 25}
	s.Over = []sweep.Axis{{Name: "gamma", Values: spec.Gammas}, {Name: "mu", Values: spec.Mus}}
	s.Figures = sweep.Figures{}.With(sweep.FigureRegression, sweep.FigureExact, sweep.FigureEvidence, sweep.FigureEvidenceExact)
	rows, err := sweep.Prepare(s, approx.Methods(), sweep.NewStore(generator(t, "friedman")))
	if err != nil {
		t.Fatal(err)
	}
	near := func(a, b float64) bool { return math.Abs(a-b) <= 1e-9*math.Abs(b) }
	greatest := map[string]float64{"nystrom": math.Inf(-1), "rpcholesky": math.Inf(-1), tune.Exact: math.Inf(-1)}
	compared := 0
	for r := range rows.Run(t.Context(), 2) {
		for _, e := range events {
			if plan.Gammas[e.Gamma] != r.Gamma {
				continue
			}
			for mu, score := range e.Scores {
				lower, upper := -score.Loss.Mean, score.Gain.Mean
				switch g := r.Regression; {
				case plan.Mus[mu] != r.Mu, e.Method != tune.Exact && e.Method != r.Method:
				case e.Method == tune.Exact && !(near(lower, g.EvidenceExact) && lower == upper):
					t.Errorf("exact at γ = %v, μ = %v: %v, want %v", r.Gamma, r.Mu, lower, g.EvidenceExact)
				case e.Method == r.Method && !(near(lower, g.Evidence) && near(upper, g.EvidenceUpper)):
					t.Errorf("%s at γ = %v, μ = %v: %v to %v, want %v to %v", r.Method, r.Gamma, r.Mu, lower, upper, g.Evidence, g.EvidenceUpper)
				default:
					compared++
					greatest[e.Method] = max(greatest[e.Method], lower)
				}
			}
		}
	}
	if compared != 36 {
		t.Errorf("%d comparisons, want 36", compared)
	}
	for method, want := range greatest {
		best, ok := tune.Best(events, method)
		if !ok || -best.Score.Loss.Mean != want {
			t.Errorf("best cell of %s: %+v, want the evidence %v", method, best, want)
		}
		final, err := plan.Refit(t.Context(), best)
		if err != nil || !near(-final.Loss, want) {
			t.Errorf("%s, fitted again: %+v (%v), want %v", method, final, err, want)
		}
	}
}

// TestNoGridByEvidence: methods and learners without evidence are refused.
func TestNoGridByEvidence(t *testing.T) {
	for name, want := range map[string]string{"fourier": "may exceed K", "logistic": "classes", "luck": "no criterion"} {
		spec := tune.DefaultSpec(60)
		spec.By, spec.Methods = tune.ByEvidence, []string{"nystrom"}
		switch name {
		case "fourier":
			spec.Methods = []string{"nystrom", "fourier"}
		case "luck":
			spec.By = name
		default:
			spec.Learner = name
		}
		set := "friedman"
		if name == "logistic" {
			set = "moons"
		}
		if _, err := tune.Prepare(spec, approx.Methods(), generator(t, set)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", name, err, want)
		}
	}
}

package sweep_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gramscope/approx"
	"gramscope/model"
	"gramscope/model/sweep"
	"gramscope/model/trial"
)

// evidenceRows runs methods on the set friedman and returns their rows.
func evidenceRows(t *testing.T, change func(*sweep.Spec)) ([]sweep.Result, *sweep.Plan) {
	t.Helper()
	s := sweep.DefaultSpec(150)
	s.Methods, s.Test, s.Assignment = []string{"nystrom"}, 0.3, s.WithAll(model.Values{"gamma": 0.3, "mu": 0.1})
	s.Figures = sweep.Figures{}.With(sweep.FigureRegression, sweep.FigureExact, sweep.FigureEvidence,
		sweep.FigureEvidenceExact, sweep.FigureCalibration)
	change(&s)
	plan, err := sweep.Prepare(s, approx.Methods(), sweep.NewStore(generator(t, "friedman")))
	if err != nil {
		t.Fatal(err)
	}
	var rows []sweep.Result
	for r := range plan.Run(t.Context(), 2) {
		if r.Failure != "" {
			t.Fatal(r.Failure)
		}
		rows = append(rows, r)
	}
	return rows, plan
}

// The exact evidence lies between its bounds for every method whose K̃ does not exceed K. The others have none, and
// a note says why.
func TestEvidenceOfEveryMethod(t *testing.T) {
	var names, exceeding []string
	for _, m := range approx.Methods() {
		if m.Needs.MaxDims != 0 || m.Needs.Kernels != nil && !slices.Contains(m.Needs.Kernels, "gaussian") {
			continue // not for these data
		}
		if !m.Needs.Landmarks {
			names = append(names, m.Name)
		}
		if m.Exceeds {
			exceeding = append(exceeding, m.Name)
		}
	}
	rows, plan := evidenceRows(t, func(s *sweep.Spec) { s.Methods, s.Values["m"] = names, 60 })
	note := ""
	for _, n := range plan.Notes {
		note += n.Text + "\n"
	}
	for i, r := range rows {
		g, name := r.Get, r.Method
		if plan.Cells[i].Method.Exceeds {
			if !math.IsNaN(g("evidence")) || !math.IsNaN(g("evidence_upper")) || !math.IsNaN(g("coverage_test")) ||
				!math.IsNaN(g("nlpd_test")) || !strings.Contains(note, name) {
				t.Errorf("%s: %+v, with the note %q", name, r, note)
			}
			continue
		}
		slack := 1e-9 * math.Abs(g("evidence_exact"))
		if !(g("evidence") <= g("evidence_exact")+slack && g("evidence_exact") <= g("evidence_upper")+slack) {
			t.Errorf("%s: %v ≤ %v ≤ %v", name, g("evidence"), g("evidence_exact"), g("evidence_upper"))
		}
		if !(g("coverage_test") > 0.7 && g("coverage_test") <= 1) || math.IsNaN(g("nlpd_test")) {
			t.Errorf("%s: coverage %v, density %v", name, g("coverage_test"), g("nlpd_test"))
		}
	}
	if len(exceeding) != 5 {
		t.Errorf("%q may exceed K", exceeding)
	}
}

// The bounds are the same whether the spectral error is computed or not. At m = n both are the evidence. Features that
// are not stored make the same figures.
func TestEvidenceBesideTheSpectralError(t *testing.T) {
	over := sweep.Axis{Name: "m", Values: []float64{30, 80, 150}}
	alone, _ := evidenceRows(t, func(s *sweep.Spec) { s.Over = []sweep.Axis{over} })
	beside, _ := evidenceRows(t, func(s *sweep.Spec) {
		s.Over, s.Figures = []sweep.Axis{over}, s.Figures.With(sweep.FigureSpectral)
	})
	for i, r := range beside {
		a, b := alone[i].Get, r.Get
		if a("evidence") != b("evidence") || a("evidence_upper") != b("evidence_upper") {
			t.Errorf("m = %v: %v to %v, and alone %v to %v", r.Params["m"], b("evidence"), b("evidence_upper"), a("evidence"),
				a("evidence_upper"))
		}
		if full := r.Params["m"] == 150; full != (math.Abs(b("evidence_upper")-b("evidence")) < 1e-3) {
			t.Errorf("m = %v: %v to %v", r.Params["m"], b("evidence"), b("evidence_upper"))
		}
	}
}

// Without a target, for classes and with pcg there is no evidence, and a note says why.
func TestNoEvidence(t *testing.T) {
	rows, plan := evidenceRows(t, func(s *sweep.Spec) { s.Solver = trial.SolverPCG })
	if why := plan.Notes[len(plan.Notes)-1].Text; !math.IsNaN(rows[0].Get("evidence")) || !strings.Contains(why, "pcg") {
		t.Errorf("pcg: %v, %q", rows[0].Get("evidence"), why)
	}
	rows, _ = evidenceRows(t, func(s *sweep.Spec) { s.Solver = trial.SolverFalkon })
	if math.IsNaN(rows[0].Get("evidence")) || math.IsNaN(rows[0].Get("nlpd_test")) {
		t.Errorf("falkon: %+v", rows[0])
	}
	for name, want := range map[string]string{"moons": "of regressions", "bimodal": ""} {
		s := sweep.DefaultSpec(60)
		s.Methods, s.Figures = []string{"nystrom"}, sweep.Figures{sweep.FigureRegression, sweep.FigureEvidence}
		plan, err := sweep.Prepare(s, approx.Methods(), sweep.NewStore(generator(t, name)))
		if err != nil {
			t.Fatal(err)
		}
		if len(plan.Notes) == 0 && want != "" || len(plan.Notes) > 0 &&
			!strings.Contains(plan.Notes[len(plan.Notes)-1].Text, want) {
			t.Errorf("%s: %v, want %q", name, plan.Notes, want)
		}
		for r := range plan.Run(t.Context(), 1) {
			if r.Failure != "" {
				t.Errorf("%s: %s", name, r.Failure)
			}
		}
	}
}

// Where the ridge is as small as rounding errors of K, neither the evidence nor its bound has digits, and the row says
// so.
func TestEvidenceWithoutDigits(t *testing.T) {
	for mu, said := range map[float64]bool{1e-12: true, 0.1: false} {
		rows, _ := evidenceRows(t, func(s *sweep.Spec) { s.Values["mu"] = mu })
		warned := false
		for _, w := range rows[0].Warnings {
			warned = warned || strings.Contains(w.Text, "rounding errors of K change the log evidence")
		}
		if warned != said {
			t.Errorf("mu = %v: warnings %v", mu, rows[0].Warnings)
		}
	}
}

package sweep_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"gramscope/approx"
	"gramscope/model"
	"gramscope/model/sweep"
)

func TestParseFigures(t *testing.T) {
	for text, want := range map[string][]string{
		"all":                  sweep.AllFigures().Names(),
		"fit":                  {},
		"error,rank_used":      {"error"},
		"seconds, error_se":    {"error"},
		"d_eff_se,error_trace": {"d_eff"},
		"rmse_test,error_best": {"error_best", "regression"},
		"risk_ratio":           {"regression", "exact_regression"},
		"d_max":                {"diagnostics"},
		"accuracy_test,bach_p": {"regression", "bounds"},
		"stable_rank":          {"stable_rank"},
		"exact_regression":     {"regression", "exact_regression"},
		"evidence_upper":       {"regression", "evidence"},
		"evidence_gap":         {"regression", "evidence"},
		"evidence_exact":       {"regression", "exact_regression", "evidence_exact"},
		"nlpd_test":            {"regression", "calibration"},
	} {
		got, err := sweep.ParseFigures(text)
		if err != nil || !slices.Equal(got.Names(), want) {
			t.Errorf("%q: %v (%v), want %v", text, got, err, want)
		}
	}
	for text, want := range map[string]string{
		"eror":     "did you mean error?",
		"rmse":     "did you mean rmse_test?",
		"":         "choose one of",
		"error,":   "choose one of",
		"all,all,": "choose one of",
	} {
		_, err := sweep.ParseFigures(text)
		var spec *sweep.SpecError
		if !errors.As(err, &spec) || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

// The value of a figure, exact or estimated, is bit for bit the same whether it is computed alone or
// with all others. Columns of figures that the spec does not ask for are empty.
func TestFiguresDoNotDependOnOthers(t *testing.T) {
	shared := sweep.NewStore(generator(t, "friedman"))
	for _, c := range []struct {
		limit int
		store func() *sweep.Store
	}{
		{4096, func() *sweep.Store { return sweep.NewStore(generator(t, "friedman")) }},
		{100, func() *sweep.Store { return sweep.NewStore(generator(t, "friedman")) }},
		{4096, func() *sweep.Store { return shared }}, // a shared store must not return rows or fits with other figures
	} {
		limit := c.limit
		rows := func(figures sweep.Figures) []map[string]string {
			s := sweep.DefaultSpec(160)
			s.Methods, s.ExactLimit, s.Figures, s.Test = []string{"nystrom", "bka", "fourier"}, limit, figures, 0.2
			plan, err := sweep.Prepare(s, approx.Methods(), c.store())
			if err != nil {
				t.Fatal(err)
			}
			var out []map[string]string
			for r := range plan.Run(t.Context(), 1) {
				if r.Failure != "" {
					t.Fatal(r.Failure)
				}
				cells := map[string]string{}
				for _, c := range plan.Columns() {
					if !slices.Contains([]string{"seconds", "cached", "warnings"}, c.Name) {
						cells[c.Name] = c.Text(&r)
					}
					if c.Text(&r) == "0" && !c.Input && r.Method == "nystrom" { // as a figure that no fit has
						t.Errorf("limit %d, %v: %s is 0, as if nothing had measured it", limit, figures, c.Name)
					}
				}
				out = append(out, cells)
			}
			return out
		}
		none, alone := rows(sweep.Figures{}), map[sweep.Figure][]map[string]string{} // the store has fits without figures
		for _, figure := range sweep.AllFigures() {
			alone[figure] = rows(sweep.Column{Figure: figure}.Needs())
		}
		all := rows(sweep.AllFigures())
		for _, figure := range sweep.AllFigures() {
			filled := 0
			for i, row := range alone[figure] {
				for column, cell := range row {
					if cell != "" && cell != all[i][column] {
						t.Errorf("limit %d, %s alone: %s = %s, beside the others %s", limit, figure, column, cell, all[i][column])
					}
					if cell != "" && none[i][column] == "" && slices.Contains(sweep.NamesFor(figure), column) {
						filled++
					}
				}
			}
			estimated := limit == 100 && slices.Contains([]sweep.Figure{sweep.FigureExact, sweep.FigureEvidenceExact}, figure)
			if filled == 0 && !estimated {
				t.Errorf("limit %d: %s alone fills no column", limit, figure)
			}
		}
	}
}

// TestTextsOfFiles: a choice stands in a file by its name, and a large whole number with all digits. Both read back.
func TestTextsOfFiles(t *testing.T) {
	plan := planOf(t, generator(t, "friedman"), func(s *sweep.Spec) {
		s.Methods, s.Over, s.Seed = []string{"fourier"}, []sweep.Axis{{Name: "frequencies", Values: []float64{0, 1}}}, 1<<60+1
	})
	var file strings.Builder
	write, err := sweep.NewWriter(&file, "csv", plan.Columns())
	if err != nil {
		t.Fatal(err)
	}
	for r := range plan.Run(t.Context(), 1) {
		if err := write(&r); err != nil {
			t.Fatal(err)
		}
	}
	var read sweep.Results
	if _, err := read.Read(strings.NewReader(file.String()), "f.csv", 1e9); err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{"iid", "orthogonal"} {
		texts := map[string]string{}
		for _, c := range plan.Columns() {
			texts[c.Name] = c.Text(&read.Rows[i])
		}
		if texts["frequencies"] != want || texts["seed"] != "1152921504606846977" {
			t.Errorf("row %d: frequencies %s, seed %s", i, texts["frequencies"], texts["seed"])
		}
	}
}

// A note lists the figures that are omitted by default and how to compute them. They are the same for
// all rows of a sweep.
func TestDefaultFigures(t *testing.T) {
	prepare := func(n int, over ...sweep.Axis) *sweep.Plan {
		s := sweep.DefaultSpec(n)
		s.Methods, s.Over, s.Assignment = []string{"nystrom"}, over, s.WithAll(model.Values{"gamma": 1})
		plan, err := sweep.Prepare(s, approx.Methods(), sweep.NewStore(generator(t, "friedman")))
		if err != nil {
			t.Fatal(err)
		}
		return plan
	}
	if p := prepare(1500); len(p.Notes) != 0 ||
		!p.Spec.Figures.Covers(sweep.Figures{sweep.FigureSpectral, sweep.FigureExact}) {
		t.Errorf("n = 1500: %v, %q", p.Spec.Figures, p.Notes)
	}
	for _, p := range []*sweep.Plan{prepare(1501), prepare(50, sweep.Axis{Name: "n", Values: []float64{100, 1501}})} {
		if len(p.Notes) != 1 || !strings.Contains(p.Notes[0].String(),
			"error_spectral, rmse_test_exact, krr_error, risk_exact, risk_ratio; name them") ||
			p.Spec.Figures.Has(sweep.FigureSpectral) {
			t.Errorf("n = 1501: %v, %q", p.Spec.Figures, p.Notes)
		}
	}
	s := sweep.DefaultSpec(1501)
	s.Methods, s.Assignment = []string{"nystrom"}, s.WithAll(model.Values{"gamma": 1})
	classes, err := sweep.Prepare(s, approx.Methods(), sweep.NewStore(generator(t, "moons")))
	if err != nil {
		t.Fatal(err)
	}
	if note := classes.Notes[0].String(); !strings.Contains(note, "error_spectral; name") {
		t.Errorf("of classes: %q", note)
	}
	for n, has := range map[int]bool{20000: true, 20001: false} {
		if p := prepare(n); p.Spec.Figures.Has(sweep.FigureApproxRank) != has ||
			strings.Contains(p.Notes[0].String(), "stable_rank_approx") == has {
			t.Errorf("n = %d: %v, %q", n, p.Spec.Figures, p.Notes)
		}
	}
}

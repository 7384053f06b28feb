package paper

import (
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"gramscope/approx"
	"gramscope/data/synthetic"
	"gramscope/model/claim"
	"gramscope/model/sweep"
)

// spoil is a column of some of a run's rows, times a factor.
type spoil struct {
	run    int
	method string
	where  at
	column string
	factor float64
}

// on are the findings so altered.
func (s spoil) on(t *testing.T, f *Findings) *Findings {
	t.Helper()
	out := &Findings{Entry: f.Entry, Rows: slices.Clone(f.Rows)}
	out.Rows[s.run] = slices.Clone(f.Rows[s.run])
	altered := 0
	for i, r := range out.Rows[s.run] {
		if v, has := r.Values[s.column]; has && (s.method == "" || r.Method == s.method) && s.where.fits(r) {
			r.Values = maps.Clone(r.Values)
			r.Values[s.column] = v * s.factor
			out.Rows[s.run][i] = r
			altered++
		}
	}
	if altered == 0 {
		t.Errorf("%s: there is nothing to spoil for %+v", f.Entry.Name, s)
	}
	return out
}

// holdsUnless checks that a claim is borne out by the findings, and by none of those
// that are spoiled, nor where a run has failed.
func holdsUnless(t *testing.T, f *Findings, spoils []spoil) {
	t.Helper()
	name := f.Entry.Name
	if v := f.Verdict(); v.State != claim.Holds && v.State != claim.Differs {
		t.Errorf("%s: %v", name, v)
	}
	if len(spoils) == 0 {
		t.Errorf("%s: no spoiled findings are given", name)
	}
	for _, s := range spoils {
		if v := s.on(t, f).Verdict(); v.State != claim.Fails {
			t.Errorf("%s, spoiled by %+v: %v", name, s, v)
		}
	}
	for run := range f.Rows {
		broken := &Findings{Entry: f.Entry, Rows: slices.Clone(f.Rows)}
		broken.Rows[run] = slices.Clone(f.Rows[run])
		for i := range broken.Rows[run] {
			broken.Rows[run][i].Failed, broken.Rows[run][i].Values = "no luck", maps.Clone(broken.Rows[run][i].Asked)
		}
		if v := broken.Verdict(); v.State != claim.Fails {
			t.Errorf("%s holds though run %d has failed: %v", name, run, v)
		}
	}
}

// made are findings with the figures that are given for each run, method and point of
// its grid.
func made(e Entry, figures func(run int, method string, p at) map[string]float64) *Findings {
	f := &Findings{Entry: e}
	for i, r := range e.Runs {
		s, err := r.spec(bench(""), synthetic.Generators()[0])
		if err != nil {
			panic(err)
		}
		var rows []Row
		for _, point := range gridOf(s) {
			for _, method := range s.Methods {
				row := Row{Method: method, Rep: 1, Asked: point, Values: maps.Clone(point)}
				maps.Copy(row.Values, figures(i, method, point))
				rows = append(rows, row)
			}
		}
		f.Rows = append(f.Rows, rows)
	}
	return f
}

// gridOf returns the points of a sweep's grid in the order of its rows, by column.
func gridOf(s sweep.Spec) []map[string]float64 {
	grid := []map[string]float64{{}}
	for _, axis := range s.Over {
		var next []map[string]float64
		for _, point := range grid {
			for _, v := range axis.Values {
				more := maps.Clone(point)
				more[axis.Name.Column()] = v
				next = append(next, more)
			}
		}
		grid = next
	}
	return grid
}

// TestMadeUpClaims has the figures of the longer entries made up: as reported, and
// spoiled.
func TestMadeUpClaims(t *testing.T) {
	type figures = map[string]float64
	pick := func(method string, of map[string]float64) float64 { return of[method] }
	for name, c := range map[string]struct {
		figures func(run int, method string, p at) figures
		spoils  []spoil
	}{
		"low-rank-stable-rank": {
			func(_ int, _ string, p at) figures {
				if sigma, swept := p["sigma"]; swept {
					return figures{"stable_rank": 1 + 4/math.Pow(sigma, 3)}
				}
				return figures{"stable_rank": 1.05}
			},
			[]spoil{{0, "", at{"sigma": 4}, "stable_rank", 3}, {5, "", nil, "stable_rank", 3},
				{1, "", at{"sigma": 16}, "stable_rank", 1.02}, {2, "", at{"sigma": 0.5}, "stable_rank", 1.0 / 17}},
		},
		"bach-pumadyn32nm": {
			func(run int, _ string, p at) figures {
				ratio := map[float64]float64{0.001: 1, 0.01: 1, 0.1: 2, 1: 7, 10: 15, 100: 12, 1000: 2}[p["mu"]]
				switch {
				case run == 0 && p["mu"] < 1:
					ratio = 0.01
				case run == 0 && p["mu"] == 100:
					ratio = 30
				}
				return figures{"lambda": p["mu"] / 500, "ratio": ratio}
			},
			[]spoil{{0, "", at{"mu": 1}, "ratio", 30}, {0, "", at{"mu": 100}, "ratio", 0.5},
				{1, "", at{"mu": 0.1}, "ratio", 1.0 / 30}, {1, "", at{"mu": 100}, "ratio", 3},
				{2, "", at{"mu": 0.001}, "ratio", 1.0 / 3}, {2, "", at{"mu": 10}, "ratio", 3},
				{3, "", at{"mu": 0.001}, "ratio", 1.0 / 3}, {3, "", at{"mu": 10}, "ratio", 3}},
		},
		"low-rank-tuned-width": {
			func(_ int, _ string, p at) figures {
				return figures{"rmse_test_exact": 1 + 2*math.Pow(math.Log(p["sigma"]/2.83), 2) + 0.01*math.Pow(math.Log(p["mu"]),
					2)}
			},
			[]spoil{{0, "", at{"sigma": 4}, "rmse_test_exact", 4}, {1, "", at{"sigma": 0.5}, "rmse_test_exact", 1.0 / 30},
				{0, "", at{"sigma": 32}, "rmse_test_exact", 1.0 / 30}},
		},
		"low-rank-error": {
			func(_ int, method string, p at) figures {
				return figures{"error": pick(method, map[string]float64{"best": 1, "als": 1.3, "nystrom": 2}) / p["m"]}
			},
			[]spoil{{0, "als", nil, "error", 3}, {1, "best", nil, "error", 3}, {2, "als", at{"m": 20}, "error", 3},
				{2, "nystrom", nil, "error", 1.0 / 3}},
		},
		"low-rank-time": {
			func(_ int, method string, p at) figures {
				return figures{"error": 1 / p["m"],
					"seconds": pick(method, map[string]float64{"best": 1, "als": 2, "nystrom": 0.5}) * p["m"]}
			},
			[]spoil{{0, "als", at{"m": 5}, "seconds", 1.0 / 3}, {0, "nystrom", at{"m": 20}, "seconds", 3},
				{0, "best", nil, "seconds", 3}},
		},
		"low-rank-uniform": {
			func(run int, _ string, p at) figures {
				f := figures{"error": 1 / p["samples"], "coherence": 5, "entries": 1e6}
				if run == 3 {
					f["error"] *= 3
				}
				if run >= 2 {
					f["coherence"] = 30
				}
				if run%2 == 1 {
					f["entries"] = 1e5
				}
				return f
			},
			[]spoil{{1, "", at{"samples": 1}, "error", 3}, {1, "", at{"samples": 3}, "error", 1.0 / 3},
				{3, "", at{"samples": 3}, "error", 1.0 / 3}, {2, "", nil, "coherence", 1.0 / 5}, {1, "", nil, "entries", 5}},
		},
		"meka-figure-1-ijcnn1":   {mekaFigure1, mekaFigure1Spoils()},
		"meka-figure-1-cpusmall": {mekaFigure1, mekaFigure1Spoils()},
		"meka-figure-2": {
			func(run int, _ string, p at) figures {
				e := p["gamma"] / p["clusters"]
				if run == 1 {
					e *= 2
				}
				if run == 0 && p["gamma"] == 0.01 && p["clusters"] > 10 {
					e *= 6
				}
				return figures{"error": e}
			},
			[]spoil{{0, "meka", at{"gamma": 1, "clusters": 40}, "error", 3},
				{0, "meka", at{"gamma": 0.01, "clusters": 2}, "error", 3},
				{0, "meka", at{"gamma": 0.01, "clusters": 40}, "error", 1.0 / 3},
				{1, "nystrom", at{"gamma": 0.1, "clusters": 10}, "error", 1.0 / 3}},
		},
		"meka-clusters": {
			func(_ int, _ string, p at) figures {
				e := 1.0
				if p["clusters"] >= 5 && p["gamma"] > 0.01 || p["clusters"] < 40 && p["gamma"] == 0.01 {
					e = 0.4
				}
				return figures{"error": e}
			},
			[]spoil{{0, "", at{"clusters": 20}, "error", 5}, {0, "", at{"gamma": 1, "clusters": 1}, "error", 1.0 / 3},
				{0, "", at{"gamma": 0.01, "clusters": 40}, "error", 1.0 / 3}},
		},
		"meka-figure-3": {
			func(run int, _ string, p at) figures {
				if run == 0 {
					return figures{"bytes": 1e5 * p["m"] / 50, "error": 10 / p["m"]}
				}
				return figures{"m": 2 * p["rank"], "bytes": 2e4 * p["rank"], "error": 2 / p["rank"]}
			},
			[]spoil{{0, "", at{"gamma": 0.03, "m": 100}, "error", 6}, {1, "", at{"gamma": 0.3}, "error", 1.0 / 6},
				{0, "", at{"gamma": 0.3}, "bytes", 6}},
		},
		"meka-figure-4": {
			func(run int, _ string, p at) figures {
				if run == 0 {
					return figures{"seconds": 1, "error": 10 / p["m"]}
				}
				return figures{"seconds": p["rank"] * p["rank"] / 1e3, "error": 2 / p["rank"]}
			},
			[]spoil{{0, "", at{"gamma": 0.3, "m": 400}, "seconds", 10}, {0, "", at{"gamma": 0.03, "m": 100}, "seconds", 1.0 / 3},
				{1, "", at{"gamma": 0.3}, "seconds", 0.1}},
		},
		"meka-svm": {
			func(_ int, method string, _ at) figures {
				return figures{"accuracy_test": pick(method, map[string]float64{"meka": 0.97, "nystrom": 0.93})}
			},
			[]spoil{{0, "", at{"gamma": 0.1}, "accuracy_test", 0.9}, {1, "", at{"gamma": 0.3}, "accuracy_test", 1.06},
				{0, "", at{"gamma": 0.03}, "accuracy_test", 1.0 / 3}},
		},
		"meka-full-ijcnn1": {mekaFullFigures,
			[]spoil{{0, "", at{"gamma": 1}, "error", 3}, {1, "", at{"gamma": 0.01}, "error", 1.0 / 3}}},
		"meka-full-cpusmall": {mekaFullFigures,
			[]spoil{{0, "", at{"gamma": 0.1}, "error", 3}, {1, "", at{"gamma": 0.1}, "error", 1.0 / 3}}},
	} {
		e, ok := Find(name)
		if !ok {
			t.Errorf("there is no %s", name)
			continue
		}
		f := made(e, c.figures)
		holdsUnless(t, f, c.spoils)
		if e.Chart != nil && len(e.Chart.Curves(f)) == 0 {
			t.Errorf("%s: nothing is drawn", name)
		}
	}
}

func mekaFigure1(run int, method string, p at) map[string]float64 {
	gamma := p["gamma"]
	switch method {
	case "meka":
		return map[string]float64{"error": 0.8 * gamma / (1 + gamma), "bytes": 1e5}
	case "bka":
		return map[string]float64{"error": math.Exp(-gamma), "bytes": 1e6}
	}
	return map[string]float64{"error": gamma / (1 + gamma), "bytes": 1e5}
}

func mekaFigure1Spoils() []spoil {
	return []spoil{{0, "meka", at{"gamma": 0.1}, "error", 3}, {0, "meka", at{"gamma": 0.003}, "error", 30},
		{1, "nystrom", at{"gamma": 3}, "error", 1.0 / 3},
		{0, "bka", at{"gamma": 0.001}, "error", 1.0 / 30}, {0, "bka", at{"gamma": 10}, "error", 1e5},
		{0, "meka", at{"gamma": 10}, "error", 1.0 / 3}}
}

func mekaFullFigures(_ int, method string, p at) map[string]float64 {
	if method == "meka" {
		return map[string]float64{"error": 0.1 * p["gamma"]}
	}
	return map[string]float64{"error": 0.2 * p["gamma"]}
}

// TestRunsOfTwoMethods: a method that has no use for a swept parameter is at its places
// of the grid all the same, two runs are drawn together, also over what came out, and a
// run alone says so in its line.
func TestRunsOfTwoMethods(t *testing.T) {
	run := func(label, methods string) Run {
		return Run{Data: "blobs", Label: label, Alone: true,
			words: strings.Fields("--methods " + methods +
				" --over gamma=0.1,1 --over clusters=2,4,8 --m 8 --n 40 --test 0 --reps 2 --figures error blobs")}
	}
	e := Entry{Name: "two", Runs: []Run{run("first", "nystrom,bka"), run("second", "bka,best")},
		Columns: []string{"clusters", "error"},
		Chart:   &Chart{Runs: []int{0, 1}, X: "clusters", Y: "error", By: "gamma"}}
	b := Bench{approx.Methods(), t.TempDir(), 2}
	f, err := e.Compute(t.Context(), b)
	if err != nil {
		t.Fatal(err)
	}
	grid := gridOf(sweep.Spec{Over: []sweep.Axis{{Name: "gamma", Values: []float64{0.1, 1}},
		{Name: "clusters", Values: []float64{2, 4, 8}}}})
	for i, r := range f.Rows[0] {
		if want := grid[i/2%6]; r.Values["gamma"] != want["gamma"] || r.Values["clusters"] != want["clusters"] ||
			r.Asked["clusters"] != want["clusters"] {
			t.Errorf("row %d, %s, is at γ = %v, %v clusters, want %v", i, r.Method, r.Values["gamma"], r.Values["clusters"],
				want)
		}
	}
	curves := e.Chart.Curves(f)
	if len(curves) != 8 || curves[0].Name != "nystrom, first, γ = 0.1" || curves[7].Name != "best, second, γ = 1" {
		t.Errorf("%d curves: %+v", len(curves), curves)
	}
	for _, s := range curves {
		if !slices.Equal(s.X, []float64{2, 4, 8}) {
			t.Errorf("%s is drawn at %v clusters", s.Name, s.X)
		}
	}
	bytes, _ := points(f.Rows[0], "bka", "bytes", "error", at{"gamma": 1})
	if len(bytes) != 3 || !slices.IsSorted(bytes) {
		t.Errorf("bka has memories of %v", bytes)
	}
	line, err := e.Runs[0].Line(t.Context(), b)
	if err != nil || !strings.Contains(line, "--workers 1") {
		t.Errorf("%s, %v", line, err)
	}
	if v := f.Verdict(); v.State != claim.Fails {
		t.Errorf("a claim without figures: %v", v)
	}
	claimed := func(text string) claim.State {
		f.Entry.claims = []string{"claim: " + text}
		return f.Verdict().State
	}
	const bka, als = `max(error of bka in "first" over clusters) >= 0`, `max(error of als over clusters) >= 0`
	if claimed(bka) != claim.Holds || claimed(als) != claim.Fails {
		t.Error("a figure of a method that is not there is none")
	}
	f.Rows[0][1].Failed = "no luck"
	if claimed(bka) != claim.Fails || claimed(`max(error of nystrom over clusters) >= 0`) != claim.Holds {
		t.Error("a figure of a run that failed is none")
	}
	if claimed(`nothing of nystrom >= 0`) != claim.Fails {
		t.Error("a column that is nowhere has no values")
	}
}

package paper

import (
	"math"
	"testing"

	"gramscope/model/claim"
)

// grid makes rows of a method, one for each value of a column.
func grid(method, column string, values []float64, columns map[string]func(v float64) float64) []Row {
	var rows []Row
	for _, v := range values {
		r := Row{Method: method, Rep: 1, Values: map[string]float64{column: v}, Asked: map[string]float64{column: v}}
		for name, f := range columns {
			r.Values[name] = f(v)
		}
		rows = append(rows, r)
	}
	return rows
}

func constant(v float64) func(float64) float64 { return func(float64) float64 { return v } }

// scaled multiplies a column of a run, in the rows of a method, "" for all, that are at
// some values.
type scaled struct {
	run            int
	method, column string
	where          at
	by             float64
}

// turns fails where made-up findings don't come to the verdict, or where scaling one
// column does not turn it.
func turns(t *testing.T, name string, rows [][]Row, want claim.State, breaks []scaled) {
	t.Helper()
	e, ok := Find(name)
	if !ok {
		t.Fatalf("no entry %s", name)
	}
	found := &Findings{Entry: e, Rows: rows}
	if v := found.Verdict(); v.State != want {
		t.Fatalf("%s as made up: %v", name, v)
	}
	for _, b := range breaks {
		broken := &Findings{Entry: e}
		touched := false
		for run, rows := range rows {
			var changed []Row
			for _, r := range rows {
				values := map[string]float64{}
				for column, v := range r.Values {
					if run == b.run && column == b.column && (b.method == "" || r.Method == b.method) && b.where.fits(r) {
						v *= b.by
						touched = true
					}
					values[column] = v
				}
				r.Values = values
				changed = append(changed, r)
			}
			broken.Rows = append(broken.Rows, changed)
		}
		if v := broken.Verdict(); v.State != claim.Fails || !touched {
			t.Errorf("%s with %+v: %v", name, b, v)
		}
	}
}

// dictionaryRows are those of a method whose points grow as ε(S)^−2 from a constant.
func dictionaryRows(method string, qbars []float64, points, epsilon, entries float64) []Row {
	return grid(method, "qbar", qbars, map[string]func(float64) float64{
		"epsilon_s": func(q float64) float64 { return epsilon / math.Sqrt(q) },
		"rank_used": func(q float64) float64 { return points * q }, "gamma_ok": constant(1), "d_eff": constant(8),
		"d_max":      constant(60),
		"risk_ratio": constant(1.1), "entries": func(q float64) float64 { return entries },
	})
}

func TestSqueakTable(t *testing.T) {
	qbars := []float64{5, 10, 20, 40, 80, 160}
	rows := [][]Row{append(append(append(dictionaryRows("nystrom", qbars, 20, 1, 250000),
		dictionaryRows("rls", qbars, 5, 1.6, 250000)...),
		dictionaryRows("two-pass-rls", qbars, 5, 1.6, 240000)...), dictionaryRows("squeak", qbars, 3, 2, 80000)...)}
	turns(t, "squeak-table-1", rows, claim.Holds, []scaled{
		{0, "nystrom", "rank_used", nil, 1.0 / 2},
		{0, "squeak", "rank_used", nil, 2},
		{0, "two-pass-rls", "rank_used", nil, 2},
		{0, "squeak", "entries", nil, 2},
		{0, "two-pass-rls", "entries", nil, 1.0 / 3},
		{0, "rls", "entries", nil, 1.0 / 3},
		{0, "nystrom", "risk_ratio", nil, 3},
		{0, "rls", "risk_ratio", nil, 3},
		{0, "two-pass-rls", "risk_ratio", nil, 3},
		{0, "squeak", "risk_ratio", nil, 3},
		{0, "squeak", "epsilon_s", nil, 30}, // never as accurate as the others
	})
	slots := []float64{100, 200, 500, 1000, 2000}
	leading := []Row{{Method: "best", Rep: 1, Values: map[string]float64{"error_trace": 0.2}}}
	turns(t, "squeak-table-1-ink",
		[][]Row{dictionaryRows("squeak", qbars, 3, 2, 80000), dictionaryRows("ink-estimate", slots, 0.3, 6, 1.5e5), leading},
		claim.Differs, []scaled{
			{1, "", "rank_used", nil, 3},
			{1, "", "rank_used", nil, 1.0 / 3},
			{1, "", "risk_ratio", nil, 4},
			{2, "", "error_trace", nil, 5},
		})
}

func TestSqueakTime(t *testing.T) {
	sizes := []float64{250, 500, 1000, 2000}
	power := func(factor, exponent float64) func(float64) float64 {
		return func(n float64) float64 { return factor * math.Pow(n, exponent) }
	}
	rows := append(grid("rls", "n", sizes,
		map[string]func(float64) float64{"entries": power(1, 2), "rank_used": constant(120)}),
		grid("squeak", "n", sizes, map[string]func(float64) float64{"entries": power(150, 1.1),
			"rank_used": constant(70)})...)
	last := at{"n": 2000}
	turns(t, "squeak-table-1-time", [][]Row{rows}, claim.Holds, []scaled{
		{0, "squeak", "entries", last, 3},
		{0, "squeak", "entries", last, 1.0 / 3},
		{0, "rls", "entries", last, 1.1},
		{0, "squeak", "rank_used", last, 4},
	})
}

func TestSqueakTheorem(t *testing.T) {
	mus := []float64{1, 3, 10, 30}
	columns := map[string]func(float64) float64{"gamma_ok": constant(1), "epsilon_s": constant(0.4),
		"rank_used": constant(130), "d_eff": constant(8.5),
		"squeak_size": constant(1020), "risk_ratio": constant(1.05), "squeak_risk": constant(9)}
	columns["qbar"] = constant(40)
	rows := [][]Row{grid("squeak", "mu", mus, columns),
		grid("squeak", "qbar", []float64{4311}, map[string]func(float64) float64{"epsilon_s": constant(0.03)})}
	turns(t, "squeak-theorem-1", rows, claim.Holds, []scaled{
		{0, "", "gamma_ok", at{"mu": 3}, 0},
		{0, "", "epsilon_s", at{"mu": 3}, 2},
		{0, "", "rank_used", nil, 10},
		{0, "", "risk_ratio", at{"mu": 1}, 8},
		{0, "", "risk_ratio", at{"mu": 30}, 1.3},
		{1, "", "epsilon_s", nil, 30},
	})
	halved := dictionaryRows("squeak", []float64{10, 20, 40, 80}, 3.05, 2, 0)
	turns(t, "squeak-halving", [][]Row{dictionaryRows("squeak", []float64{10, 20, 40, 80}, 3, 2, 0), halved}, claim.Holds,
		[]scaled{
			{1, "", "rank_used", at{"qbar": 20}, 1.5},
			{1, "", "rank_used", at{"qbar": 80}, 0.8},
			{1, "", "epsilon_s", nil, 1.3},
		})
	tree := append(dictionaryRows("squeak", []float64{10, 20, 40, 80, 160}, 3, 2, 0),
		dictionaryRows("disqueak", []float64{10, 20, 40, 80, 160}, 3, 2, 0)...)
	levels := grid("disqueak", "level", []float64{0, 1, 2}, map[string]func(float64) float64{"gamma_ok": constant(1)})
	turns(t, "squeak-merge-tree", [][]Row{tree, levels}, claim.Holds, []scaled{
		{0, "disqueak", "rank_used", nil, 2},
		{0, "disqueak", "rank_used", nil, 0.5},
		{1, "", "gamma_ok", at{"level": 2}, 0},
	})
}

// TestStepsAreThoseOfTheStream: squeak's steps end with all points, and those of a tree
// at its root.
func TestStepsAreThoseOfTheStream(t *testing.T) {
	for name, want := range map[string]struct {
		run  int
		last float64
	}{"squeak-any-time": {0, 0}, "squeak-merge-tree": {1, 3}} {
		e, _ := Find(name)
		e.Runs = e.Runs[want.run : want.run+1]
		found, err := e.Compute(t.Context(), bench(t.TempDir()))
		if err != nil {
			t.Fatal(err)
		}
		ended := map[int]bool{}
		for _, r := range found.Rows[0] {
			if r.Values["copies"] < r.Values["points"] || r.Values["points"] < 1 || r.Values["d_eff"] > r.Values["seen"] ||
				r.Values["squeak_size"] < r.Values["d_eff"] {
				t.Errorf("%s: %v", name, r)
			}
			if r.Values["seen"] == 500 && r.Values["level"] == want.last {
				ended[r.Rep] = true
			}
		}
		if len(ended) != 5 {
			t.Errorf("%s: %d of 5 runs end with all points seen", name, len(ended))
		}
	}
}

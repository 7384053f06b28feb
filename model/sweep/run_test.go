package sweep

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"gramscope/model"
)

// figuresOf returns the rows as they are written, without the columns that vary between runs.
func figuresOf(p *Plan, rows []Result) []string {
	var out []string
	for _, r := range rows {
		var cells []string
		for _, c := range p.Columns() {
			if !c.Varies {
				cells = append(cells, c.Text(&r))
			}
		}
		out = append(out, strings.Join(cells, ","))
	}
	return out
}

func TestSameNumbersForAnyWorkersAndNeighbours(t *testing.T) {
	s := toySpec("toy", "toy-two")
	s.Reps = 3
	s.Over = []Axis{{"m", []float64{5, 10, 20}}, {"gamma", []float64{0.5, 5}}}
	run := func(s Spec, workers int) []string {
		p := prepare(t, s)
		return figuresOf(p, collect(p.Run(context.Background(), workers)))
	}
	one, four := run(s, 1), run(s, 4)
	if !slices.Equal(one, four) {
		t.Error("the rows depend on the number of workers")
	}
	if one[0] == one[1] || len(one) != 36 {
		t.Error("two methods or 36 cells are not what they should be")
	}
	alone := s.Clone()
	alone.Methods = []string{"toy-two"}
	for i, row := range run(alone, 2) {
		if row != one[2*i+1] {
			t.Errorf("row %d depends on which other methods run:\n%s\n%s", i, row, one[2*i+1])
		}
	}
	other := s.Clone()
	other.Seed = 2
	if run(other, 1)[0] == one[0] {
		t.Error("another seed gives the same numbers")
	}
}

func TestFailuresStayInTheirRows(t *testing.T) {
	s := toySpec("panicky", "broken", "toy")
	s.Over = []Axis{{"m", []float64{5, 6}}}
	rows := collect(prepare(t, s).Run(context.Background(), 2))
	if len(rows) != 6 {
		t.Fatalf("%d rows, want 6", len(rows))
	}
	for i, want := range []string{"panic: five is right out", "no luck today", "", "", "no luck today", ""} {
		r := rows[i]
		if r.Failure != want || (want == "") != (r.Get("error") > 0) {
			t.Errorf("row %d: failure %q, error %v; want failure %q", i, r.Failure, r.Get("error"), want)
		}
	}
	if w := rows[2].Warnings; len(w) != 1 || w[0].String() != "a toy; use a real method" {
		t.Errorf("warnings %q", w)
	}
}

func TestCancelling(t *testing.T) {
	s := toySpec("toy")
	s.Over = []Axis{{"m", []float64{1, 2, 3, 4, 5, 6, 7, 8}}}
	s.Reps = 50
	p := prepare(t, s)
	ctx, cancel := context.WithCancel(context.Background())
	rows := p.Run(ctx, 2)
	first := <-rows
	cancel()
	rest := collect(rows)
	if first.Failure != "" || len(rest)+1 >= len(p.Cells) {
		t.Errorf("%d of %d rows after cancelling (first failure %q)", len(rest)+1, len(p.Cells), first.Failure)
	}
	for _, r := range rest {
		if r.Failure != "" {
			t.Errorf("a cancelled cell is a row: %s", r.Failure)
		}
	}
	done, cancelDone := context.WithCancel(context.Background())
	cancelDone()
	if rows := collect(p.Run(done, 2)); len(rows) != 0 {
		t.Errorf("%d rows of a run that was cancelled before it began", len(rows))
	}
}

// unbounded is a toy whose K̃ is no matrix of numbers.
type unbounded struct{ plain }

func (unbounded) Fit(_ context.Context, g *model.Gram, _ *rand.Rand) (model.Approximation, error) {
	return scaled{diag: slices.Repeat([]float64{math.NaN()}, g.N())}, nil
}

// TestFiguresThatAreNotFinite: an error that is no number fails the run.
func TestFiguresThatAreNotFinite(t *testing.T) {
	method := model.Method{Name: "toy", Doc: "A toy", Ref: "none", Cost: "0", New: func() model.Fitter {
		return unbounded{}
	}}
	p, err := Prepare(toySpec("toy"), []model.Method{method}, NewStore(generator(t, "bimodal")))
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range collect(p.Run(t.Context(), 1)) {
		if !strings.Contains(row.Failure, "not finite") {
			t.Errorf("failure %q", row.Failure)
		}
	}
}

// TestCancellingDoesNotWait: after cancelling, the channel is closed although a cell still computes. Its
// row is lost, and Wait waits for it.
func TestCancellingDoesNotWait(t *testing.T) {
	s := toySpec("toy")
	s.Over = []Axis{{"m", []float64{1, 2, 3, 4, 5}}}
	s.Reps = 1
	deep, release := make(chan struct{}), make(chan struct{})
	stuck := model.Method{Name: "toy", Doc: "A toy", Ref: "none", Cost: "0", New: func() model.Fitter {
		return &toy{m: 1, twist: 0.1, fail: func(m int) error {
			if m == 5 {
				close(deep)
			}
			if m == 2 || m == 5 {
				<-release
			}
			return nil
		}}
	}}
	p, err := Prepare(s, []model.Method{stuck}, NewStore(generator(t, "bimodal")))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	rows := p.Run(ctx, 2)
	<-deep // the worker that is not stuck at 2 has done 3 and 4
	cancel()
	ended, idle := make(chan []Result, 1), make(chan struct{})
	go func() { ended <- collect(rows) }()
	go func() { p.Wait(); close(idle) }()
	select {
	case got := <-ended:
		if len(got) != 3 || got[0].Params["m"] != 1 || got[1].Params["m"] != 3 || got[2].Params["m"] != 4 {
			t.Errorf("rows %+v, want those of m = 1, 3, 4", got)
		}
	case <-time.After(10 * time.Second):
		t.Error("a cancelled run waits for its cells")
	}
	select {
	case <-idle:
		t.Error("Wait does not wait")
	default:
	}
	close(release)
	<-idle
}

func TestStoreRemembersResults(t *testing.T) {
	store := NewStore(generator(t, "bimodal"))
	s := toySpec("toy")
	s.Over = []Axis{{"m", []float64{5, 10}}}
	var seconds [2][]float64
	for i := range seconds {
		p, err := Prepare(s, toyMethods(), store)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range collect(p.Run(context.Background(), 1)) {
			seconds[i] = append(seconds[i], r.Get("seconds"))
		}
	}
	if !slices.Equal(seconds[0], seconds[1]) {
		t.Error("the second run was computed anew")
	}
}

func TestUnusedRidgesCostNothing(t *testing.T) {
	store := NewStore(generator(t, "bimodal"))
	s := toySpec("toy")
	s.Figures = s.Figures.Without(FigureFloor, FigureDEff)
	var rows []Result
	for _, mu := range []float64{0.01, 5} {
		s.Values["mu"] = mu
		p, err := Prepare(s, toyMethods(), store)
		if err != nil {
			t.Fatal(err)
		}
		rows = append(rows, collect(p.Run(context.Background(), 1))...)
	}
	if rows[0].Get("seconds") != rows[1].Get("seconds") {
		t.Error("another ridge, which nothing depends on, computed the row anew")
	}
	if rows[0].Mu != 0.01 || rows[1].Mu != 5 || rows[1].ScoreRidge != 5 {
		t.Errorf("ridges %v, %v and %v in the rows", rows[0].Mu, rows[1].Mu, rows[1].ScoreRidge)
	}
}

func TestFloorWhereAskedFor(t *testing.T) {
	s := toySpec("toy")
	s.Values["m"] = 3 // with all 40 columns the floor would be 0
	if row := collect(prepare(t, s).Run(t.Context(), 1))[0]; row.Get("rank_used") != 3 ||
		!(row.Get("error_best") > 0 && row.Get("error_best") < 1) {
		t.Errorf("the floor at rank %v is %v", row.Get("rank_used"), row.Get("error_best"))
	}
	s.Figures = s.Figures.Without(FigureFloor, FigureDEff)
	if r := collect(prepare(t, s).Run(t.Context(), 1))[0]; !math.IsNaN(r.Get("error_best")) ||
		!math.IsNaN(r.Get("d_eff")) {
		t.Error("a floor that was not asked for")
	}
}

func TestExportAndReadBack(t *testing.T) {
	s := toySpec("toy", "plain", "broken")
	p := prepare(t, s)
	rows := collect(p.Run(context.Background(), 1))
	var buf bytes.Buffer
	w, err := NewWriter(&buf, "csv", p.Columns())
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rows {
		if err := w(&r); err != nil {
			t.Fatal(err)
		}
	}
	const want = "data,n,d,kernel,gamma,sigma,method,m,accum,clusters,rank,mu,score_ridge,rep,seed,twist_by," +
		"rank_used,error,error_spectral,error_trace,error_best,stable_rank,stable_rank_approx,d_eff,entries,bytes,seconds,cached,exact," +
		"error_se,error_spectral_se,error_trace_se,error_best_se,stable_rank_se,d_eff_se,failure,warnings"
	whole := buf.String()
	if head, _, _ := strings.Cut(whole, "\n"); head != want {
		t.Errorf("header\n%s\nwant\n%s", head, want)
	}
	if strings.Contains(whole, "NaN") || strings.Contains(whole, "Inf") {
		t.Errorf("NaN or Inf in\n%s", whole)
	}
	cells, err := csv.NewReader(strings.NewReader(whole)).ReadAll()
	if err != nil || len(cells) != 4 {
		t.Fatalf("%d lines (%v)", len(cells), err)
	}
	_, read, _, err := rowsIn(strings.NewReader(whole), "f.csv")
	if err != nil || len(read) != 3 || read[0].Method != "toy" || !math.IsNaN(read[2].Get("error")) ||
		read[2].Failure != "no luck today" {
		t.Errorf("read back: %v (%v)", read, err)
	}
	_, cut, _, err := rowsIn(strings.NewReader(whole[:len(whole)-40]), "f.csv")
	if err != nil || len(cut) != 2 {
		t.Errorf("a file cut short: %d rows (%v), want 2", len(cut), err)
	}
	if _, _, _, err := rowsIn(strings.NewReader("a,b\n1,2\n"), "f.csv"); err == nil ||
		!strings.Contains(err.Error(), "f.csv:1") {
		t.Errorf("a file of something else: %v", err)
	}

	// JSON writes the same rows from results and from a file.
	var direct, again bytes.Buffer
	dw, _ := NewWriter(&direct, "json", p.Columns())
	aw, _ := NewWriter(&again, "json", p.Columns())
	for i, r := range rows {
		if err := dw(&r); err != nil {
			t.Fatal(err)
		}
		if err := aw(&read[i]); err != nil {
			t.Fatal(err)
		}
	}
	if direct.String() != again.String() {
		t.Errorf("JSON from results and from a file differ:\n%s\n%s", direct.String(), again.String())
	}
	for line := range strings.Lines(direct.String()) {
		var object map[string]any
		if err := json.Unmarshal([]byte(line), &object); err != nil {
			t.Fatalf("%v in %s", err, line)
		}
		if object["method"] == "plain" && (object["m"] != nil || object["n"] != 40.0 || object["exact"] != true) {
			t.Errorf("object %v", object)
		}
	}
	if _, err := NewWriter(&buf, "xml", p.Columns()); err == nil {
		t.Error("an unknown format is accepted")
	}
}

func TestEstimatedRowsSaySo(t *testing.T) {
	s := toySpec("toy")
	s.N, s.ExactLimit = 700, 600
	r := collect(prepare(t, s).Run(context.Background(), 1))[0]
	if r.Get("exact") != 0 || r.Failure != "" {
		t.Errorf("above the exact limit: %+v", r)
	}
	s.ExactLimit = 700
	whole := collect(prepare(t, s).Run(context.Background(), 1))[0]
	if whole.Get("exact") != 1 {
		t.Errorf("up to the exact limit: %+v", whole)
	}
	columns := map[string]Column{}
	for _, c := range AllColumns() {
		columns[c.Name] = c
	}
	for _, name := range []string{"error", "error_spectral", "error_trace", "error_best", "stable_rank", "d_eff"} {
		of := columns[StandardErrorOf(name)]
		v, known := columns[name].Number(&r)
		se, told := of.Number(&r)
		want, _ := columns[name].Number(&whole)
		if !known || !told || !(se > 0) || math.Abs(v-want) > 4*se {
			t.Errorf("%s = %v ± %v, exactly %v", name, v, se, want)
		}
		if se, told := of.Number(&whole); told {
			t.Errorf("%s, which is exact, has the standard error %v", name, se)
		}
	}
}

func TestRepetitionsDrawOtherRows(t *testing.T) {
	s := toySpec("plain") // its figures depend only on the rows
	s.Reps = 2
	rows := collect(prepare(t, s).Run(context.Background(), 1))
	if rows[0].Get("stable_rank") == rows[1].Get("stable_rank") {
		t.Error("two repetitions ran on the same rows")
	}
}

func TestResume(t *testing.T) {
	s := toySpec("toy", "broken")
	s.Over = []Axis{{"m", []float64{5, 6}}}
	p := prepare(t, s)
	known, _ := csvOf(t, p, collect(p.Run(context.Background(), 1)))
	found := finished(t, p, known)
	for i, c := range p.Cells {
		if (found[i] != nil) != (c.Method.Name == "toy") {
			t.Errorf("cell %d of %s: known %v; failed rows are to be run again", i, c.Method.Name, found[i] != nil)
		}
	}
	if err := p.Verify(context.Background(), found); err != nil {
		t.Errorf("the plan's own rows: %v", err)
	}
	for column, want := range map[string]bool{"seconds": true, "cached": true, "stable_rank": false, "entries": false} {
		i := slices.IndexFunc(found, func(r *Result) bool { return r != nil })
		changed, other := slices.Clone(found), *found[i]
		at := other.file.at[column]
		other.values, other.cells = slices.Clone(other.values), slices.Clone(other.cells)
		other.values[at], other.cells[at] = other.values[at]+1, other.cells[at]+"1"
		changed[i] = &other
		if err := p.Verify(context.Background(), changed); (err == nil) != want || err != nil &&
			!strings.Contains(err.Error(), column+" of toy") {
			t.Errorf("a row with another %s: %v", column, err)
		}
	}
	fails := make([]*Result, len(p.Cells))
	toy := slices.IndexFunc(found, func(r *Result) bool { return r != nil })
	fails[slices.IndexFunc(found, func(r *Result) bool { return r == nil })] = found[toy]
	if err := p.Verify(context.Background(), fails); err == nil || !strings.Contains(err.Error(), "can't be compared") {
		t.Errorf("a row whose run fails now: %v", err)
	}
	other := s.Clone()
	other.Standardize = true
	q := prepare(t, other)
	if err := q.Verify(context.Background(), finished(t, q, known)); err == nil ||
		!strings.Contains(err.Error(), "another experiment") {
		t.Errorf("rows of data that were not standardised: %v", err)
	}
}

func TestBrokenResultsFile(t *testing.T) {
	const head = "method,error,n,d,rep\n"
	for text, want := range map[string]string{
		head + "a,1,9,2,1\nb\nc,2,9,2,1\n":        "f.csv:3: 1 cells, expected 5",
		head + "a,1,9,2,1\n\"b,1\nc\",d,e\n":      "f.csv:3: 3 cells, expected 5",
		head + "a,\"1\"x,9,2,1\nb,\"2\"y,9,2,1\n": "f.csv:2:",
	} {
		_, rows, _, err := rowsIn(strings.NewReader(text), "f.csv")
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %d rows, %v; want %q", text, len(rows), err, want)
		}
	}
}

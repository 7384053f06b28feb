package sweep

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/exact"
)

// keen is a toy with an accuracy and a sketch: K̃ = 0 and S = I.
type keen struct{ epsilon float64 }

func (f *keen) Params() []model.Param { return []model.Param{model.Epsilon(&f.epsilon)} }
func (f *keen) Fit(_ context.Context, g *model.Gram, _ *rand.Rand) (model.Approximation, error) {
	return sketched{scaled{diag: make([]float64, g.N())}}, nil
}

type sketched struct{ scaled }

func (s sketched) Sketch() *mat.Dense {
	n := len(s.diag)
	m := mat.NewDense(n, n, nil)
	for i := range n {
		m.Set(i, i, 1)
	}
	return m
}

func keenMethods() []model.Method {
	return append(toyMethods(), model.Method{Name: "keen", Doc: "A toy with a sketch", Ref: "none", Cost: "0",
		New: func() model.Fitter { return &keen{0.5} }})
}

func diagnosticSpec(methods ...string) Spec {
	s := toySpec(methods...)
	s.Figures = s.Figures.With(FigureDiagnostics)
	s.Values["m"] = 7
	return s
}

func prepareKeen(t *testing.T, s Spec, store *Store) *Plan {
	t.Helper()
	p, err := Prepare(s, keenMethods(), store)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// record is a row of a file as text by column.
type record = map[string]string

// csvOf returns a results file of the rows, and their texts in it.
func csvOf(t *testing.T, p *Plan, rows []Result) (string, []record) {
	t.Helper()
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
	text := buf.String()
	lines, err := csv.NewReader(&buf).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var records []record
	for _, line := range lines[1:] {
		one := record{}
		for i, name := range lines[0] {
			one[name] = line[i]
		}
		records = append(records, one)
	}
	return text, records
}

// resultOf reads a row of a file.
func resultOf(t *testing.T, r record) Result {
	t.Helper()
	names := slices.Sorted(maps.Keys(r))
	header, err := newFileHeader(names, "f.csv")
	if err != nil {
		t.Fatal(err)
	}
	var cells []string
	for _, name := range names {
		cells = append(cells, r[name])
	}
	row, err := header.result(cells)
	if err != nil {
		t.Fatal(err)
	}
	return row
}

// finished returns the rows that a plan takes from a file.
func finished(t *testing.T, p *Plan, file string) []*Result {
	t.Helper()
	known, _, err := p.Finished(strings.NewReader(file), "f.csv")
	if err != nil {
		t.Fatal(err)
	}
	return known
}

var diagnosticNames = []string{"epsilon_s", "gamma_ok", "coherence", "incoherence", "k_satisfiable", "d_max",
	"subspace_dist"}

func TestDiagnosticsAreColumnsWhereAskedFor(t *testing.T) {
	store := NewStore(generator(t, "bimodal"))
	s := diagnosticSpec("toy", "plain", "keen", "broken")
	plainSpec := s.Clone()
	plainSpec.Figures = plainSpec.Figures.Without(FigureDiagnostics)
	without := prepareKeen(t, plainSpec, store)
	collect(without.Run(context.Background(), 1)) // the store caches these rows, which lack diagnostics
	p := prepareKeen(t, s, store)
	text, rows := csvOf(t, p, collect(p.Run(context.Background(), 2)))

	head, _, _ := strings.Cut(text, "\n")
	if want := "d_eff," + strings.Join(diagnosticNames, ",") + ",entries"; !strings.Contains(head, want) {
		t.Errorf("header\n%s\nhas no\n%s", head, want)
	}
	for _, c := range without.Columns() {
		if slices.Contains(diagnosticNames, c.Name) {
			t.Errorf("the results have the column %s, which the spec does not ask for", c.Name)
		}
	}
	if strings.Contains(text, "NaN") || strings.Contains(text, "Inf") {
		t.Errorf("NaN or Inf in\n%s", text)
	}
	filled := map[string]string{ // the columns that are not empty
		"toy":    "gamma_ok coherence d_max subspace_dist",             // no S
		"plain":  "gamma_ok d_max",                                     // K̃ = 0 has no subspace
		"keen":   "epsilon_s gamma_ok incoherence k_satisfiable d_max", // likewise
		"broken": "",
	}
	for _, row := range rows {
		var got []string
		for _, name := range diagnosticNames {
			if row[name] != "" {
				got = append(got, name)
			}
		}
		if want := filled[row["method"]]; strings.Join(got, " ") != want {
			t.Errorf("%s has %v, want %s", row["method"], got, want)
		}
	}
	if keen := rows[2]; keen["k_satisfiable"] != "true" || keen["gamma_ok"] != "false" ||
		keen["d_max"] != rows[0]["d_max"] {
		t.Errorf("S = I, K̃ = 0: %v", keen)
	}
}

func TestDiagnosticsDoNotDependOnWorkers(t *testing.T) {
	s := diagnosticSpec("toy", "keen")
	s.Reps = 3
	s.Over = []Axis{{"gamma", []float64{0.5, 5}}}
	run := func(diagnostics bool, workers int) []string {
		if s.Figures = s.Figures.With(FigureDiagnostics); !diagnostics {
			s.Figures = s.Figures.Without(FigureDiagnostics)
		}
		p := prepareKeen(t, s, NewStore(generator(t, "bimodal")))
		return figuresOf(p, collect(p.Run(context.Background(), workers)))
	}
	if !slices.Equal(run(true, 1), run(true, 4)) {
		t.Error("the rows depend on the number of workers")
	}
	s.Figures = s.Figures.With(FigureDiagnostics)
	with := prepareKeen(t, s, NewStore(generator(t, "bimodal")))
	s.Figures = s.Figures.Without(FigureDiagnostics)
	without := prepareKeen(t, s, NewStore(generator(t, "bimodal")))
	a, b := collect(with.Run(context.Background(), 2)), collect(without.Run(context.Background(), 2))
	if !slices.Equal(figuresOf(without, a), figuresOf(without, b)) {
		t.Error("asking for diagnostics changes other figures")
	}
}

// The ε of gamma_ok is the method's parameter. With K̃ = 0, gamma_ok is true if ε is large.
func TestGammaOKUsesTheMethodsEpsilon(t *testing.T) {
	s := diagnosticSpec("keen", "plain")
	s.Values["score-ridge"] = 1
	s.Over = []Axis{{"epsilon", []float64{0.01, 0.99}}}
	p := prepareKeen(t, s, NewStore(generator(t, "bimodal")))
	var got []bool
	for _, r := range collect(p.Run(context.Background(), 1)) {
		got = append(got, r.Get("gamma_ok") == 1)
	}
	if want := []bool{false, false, true, false}; !slices.Equal(got, want) {
		t.Errorf("keen and plain at ε = 0.01 and 0.99: %v, want %v", got, want)
	}
}

func TestDiagnosticsAreForSmallN(t *testing.T) {
	s := diagnosticSpec("plain")
	s.ExactLimit, s.Figures = 100, s.Figures.Without(FigureFloor, FigureDEff)
	s.Over = []Axis{{"n", []float64{60, exact.DiagnosticsLimit + 1}}}
	p := prepareKeen(t, s, NewStore(generator(t, "bimodal")))
	if len(p.Notes) != 1 || !strings.Contains(p.Notes[0].String(), "n up to 2000, not 2001") {
		t.Errorf("notes %q", p.Notes)
	}
	_, rows := csvOf(t, p, collect(p.Run(context.Background(), 1)))
	if rows[0]["d_max"] == "" || rows[1]["d_max"] != "" || rows[1]["gamma_ok"] != "" || rows[1]["failure"] != "" {
		t.Errorf("rows %v", rows)
	}
}

func TestDiagnosticsCountAsMemory(t *testing.T) {
	s := diagnosticSpec("plain")
	s.N, s.MaxMemory = 1500, 150e6 // the plan needs 135 MB, and diagnostics 108 MB more for eigenvectors
	_, err := Prepare(s, keenMethods(), NewStore(generator(t, "bimodal")))
	var memory *model.MemoryError
	if !errors.As(err, &memory) {
		t.Errorf("with diagnostics: %v", err)
	}
	s.Figures = s.Figures.Without(FigureDiagnostics)
	if _, err = Prepare(s, keenMethods(), NewStore(generator(t, "bimodal"))); err != nil {
		t.Errorf("without: %v", err)
	}
}

func TestResumingNeedsTheDiagnostics(t *testing.T) {
	store := NewStore(generator(t, "bimodal"))
	s := diagnosticSpec("toy", "keen")
	p := prepareKeen(t, s, store)
	rows, _ := csvOf(t, p, collect(p.Run(context.Background(), 1)))
	for i, found := range finished(t, p, rows) {
		if found == nil {
			t.Errorf("row %d of the same run is not taken", i)
		}
	}
	s.Figures = s.Figures.Without(FigureDiagnostics)
	without := prepareKeen(t, s, store)
	bare, _ := csvOf(t, without, collect(without.Run(context.Background(), 1)))
	if _, _, err := p.Finished(strings.NewReader(bare), "f.csv"); err == nil ||
		!strings.Contains(err.Error(), "f.csv: the rows have no epsilon_s; ask for the figures of the earlier run") {
		t.Errorf("rows of a run without diagnostics: %v", err)
	}
	if found := finished(t, without, rows); found[0] == nil || found[1] == nil {
		t.Error("rows with more figures than the spec asks for are not taken")
	}
}

func TestColumnsOfTrueAndFalseAreNumbers(t *testing.T) {
	var r Result
	ok := AllColumns()[indices()["cached"]]
	for cached, want := range map[bool]float64{true: 1, false: 0} {
		r.Set("cached", want)
		if v, known := ok.Number(&r); !known || v != want || ok.Text(&r) != fmt.Sprint(cached) {
			t.Errorf("%v is %v (%v) and %s", cached, v, known, ok.Text(&r))
		}
	}
	for _, c := range AllColumns() {
		if c.Figure != FigureDiagnostics {
			continue
		}
		if v, known := c.Number(&r); known {
			t.Errorf("%s is %v without diagnostics", c.Name, v)
		}
	}
}

package paper

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"strings"
	"testing"

	"gramscope/approx"
	"gramscope/data/synthetic"
	"gramscope/model/claim"
	"gramscope/model/lesson"
)

func bench(folder string) Bench { return Bench{approx.Methods(), folder, runtime.NumCPU()} }

// TestEntriesAreWhole: nothing is missing, and what an entry names exists.
func TestEntriesAreWhole(t *testing.T) {
	seen := map[string]bool{}
	for _, e := range All() {
		if seen[e.Name] || slices.Contains(lesson.Names(), e.Name) {
			t.Errorf("%s stands twice", e.Name)
		}
		seen[e.Name] = true
		if e.Paper == "" || e.Item == "" || e.Title == "" || e.Reports == "" || len(e.Runs) == 0 || len(e.Columns) == 0 ||
			len(e.claims) == 0 {
			t.Errorf("%s lacks something: %+v", e.Name, e)
		}
		if found, ok := Find(e.Name); !ok || found.Title != e.Title {
			t.Errorf("%s is not found", e.Name)
		}
		if _, err := lesson.ParseClaims(e.claims); err != nil {
			t.Errorf("%s: %v", e.Name, err)
		}
		if e.Differs == "" && e.Outcome() == claim.Differs {
			t.Errorf("%s differs and does not say why", e.Name)
		}
		for _, r := range e.Runs {
			if (r.Compute != "") != (r.What != "") {
				t.Errorf("%s: what no command measures has to be said", e.Name)
			}
			_, err := r.Line(t.Context(), bench(t.TempDir()))
			var missing *MissingError
			if errors.As(err, &missing) {
				continue
			}
			if err != nil {
				t.Errorf("%s: %v", e.Name, err)
			}
		}
	}
	if len(seen) < 57 {
		t.Errorf("only %d entries", len(seen))
	}
	if _, ok := Find("nothing"); ok {
		t.Error("there is an entry of any name")
	}
}

// builtIn tells whether an entry needs no file.
func (e Entry) builtIn() bool {
	for _, r := range e.Runs {
		if _, ok, _ := synthetic.Find(r.Data); !ok {
			return false
		}
	}
	return true
}

// quick are entries that take about a second.
var quick = []string{"qmc-dimensions", "bach-newton", "bach-theorem-1", "bach-spline-1", "bach-spline-4",
	"squeak-any-time", "qmc-rate", "xnystrace-rate"}

// TestClaimsHold runs the quickest, and spoils what they found: each column that is
// looked at, times 30 or by 30, must turn some verdict.
func TestClaimsHold(t *testing.T) { checkClaims(t, quick[:2]) }

func checkClaims(t *testing.T, names []string) {
	t.Helper()
	for _, name := range names {
		e, _ := Find(name)
		if !e.builtIn() {
			t.Errorf("%s needs a file", name)
		}
		found, err := e.Compute(t.Context(), bench(t.TempDir()))
		if err != nil {
			t.Errorf("%v", err)
			continue
		}
		if v := found.Verdict(); v.State != claim.Holds && v.State != claim.Differs {
			t.Errorf("%s: %v", name, v)
		}
		if table := found.Table(); !strings.Contains(table, e.Columns[0]) || strings.Contains(table, "failed") {
			t.Errorf("%s:\n%s", name, table)
		}
		if e.Chart != nil && len(e.Chart.Curves(found)) == 0 {
			t.Errorf("%s: nothing is drawn", name)
		}
		turned := 0
		for _, column := range e.Columns {
			for _, factor := range []float64{30, 1.0 / 30} {
				for period := range 3 {
					if found.spoiled(column, factor, 1<<period).Verdict().State == claim.Fails {
						turned++
					}
				}
			}
		}
		if turned == 0 {
			t.Errorf("%s holds whatever is found", name)
		}
		for i := range found.Rows[0] {
			found.Rows[0][i].Failed = "no luck"
		}
		if v := found.Verdict(); v.State != claim.Fails || !strings.Contains(v.Figures, "no luck") {
			t.Errorf("%s with a run that failed: %v", name, v)
		}
	}
}

// spoiled are findings with a column times a factor in every other stretch of so many
// rows.
func (f *Findings) spoiled(column string, factor float64, stretch int) *Findings {
	out := &Findings{Entry: f.Entry}
	for _, rows := range f.Rows {
		var changed []Row
		for i, r := range rows {
			values := map[string]float64{}
			for name, v := range r.Values {
				if name == column && i/stretch%2 == 1 {
					v *= factor
				}
				values[name] = v
			}
			r.Values = values
			changed = append(changed, r)
		}
		out.Rows = append(out.Rows, changed)
	}
	return out
}

func TestMissingSet(t *testing.T) {
	e, _ := Find("bach-pumadyn32nm")
	_, err := e.Compute(t.Context(), bench(t.TempDir()))
	var missing *MissingError
	if !errors.As(err, &missing) || missing.File != "pumadyn32nm.csv.gz" {
		t.Errorf("%v, want a *MissingError", err)
	}
}

func TestCancelledEntryEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	e, _ := Find("bach-rates")
	if _, err := e.Compute(ctx, bench(t.TempDir())); !errors.Is(err, context.Canceled) {
		t.Errorf("%v, want a cancelled context", err)
	}
}

// TestEveryMethodButReferences: a sweep with --methods every names them in its command line, whatever is added to the
// methods.
func TestEveryMethodButReferences(t *testing.T) {
	e, _ := Find("first-three")
	r, b := e.Runs[8], bench(t.TempDir()) // of the polynomial kernel
	source, err := b.source(t.Context(), r.Data, r.Choice)
	if err != nil {
		t.Fatal(err)
	}
	spec, err := r.spec(b, source)
	if err != nil {
		t.Fatal(err)
	}
	of := map[string]bool{}
	for _, name := range spec.Methods {
		of[name] = true
	}
	if !of["rpcholesky"] || !of["als"] || of["best"] || of["rls"] || of["fourier"] || of["given"] {
		t.Errorf("%v", of)
	}
}

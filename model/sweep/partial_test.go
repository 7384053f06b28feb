package sweep

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"gramscope/data/remedy"
	"gramscope/model"
)

// TestTooLargeAlone: runs that need too much memory fail with the reason and the others run. A plan of such runs alone
// is refused.
func TestTooLargeAlone(t *testing.T) {
	s := DefaultSpec(60)
	s.Methods, s.Assignment, s.MaxMemory = []string{"heavy"}, s.WithAll(model.Values{"gamma": 1}), 50e6
	heavy := loaded(model.Memory{Fit: 1e9})
	heavy.Name = "heavy"
	methods := append([]model.Method{heavy}, toyMethods()...)
	var short *model.MemoryError
	if _, err := Prepare(s, methods, NewStore(generator(t, "bimodal"))); !errors.As(err, &short) {
		t.Fatalf("a plan of a gigabyte: %v", err)
	}
	s.Methods = []string{"heavy", "plain"}
	p, err := Prepare(s, methods, NewStore(generator(t, "bimodal")))
	if err != nil {
		t.Fatal(err)
	}
	if err := p.CheckMemory(2); err != nil {
		t.Errorf("what fits, on two workers: %v", err)
	}
	rows := collect(p.Run(context.Background(), 1))
	if len(rows) != 2 || !strings.Contains(rows[0].Failure, "more than the 50 MB allowed") || rows[1].Failure != "" {
		t.Errorf("%+v", rows)
	}
	for i, refused := range []bool{true, false} {
		if _, err := p.Approximation(t.Context(), p.Cells[i]); errors.As(err, &short) != refused {
			t.Errorf("K̃ of %s: %v", p.Cells[i].Method.Name, err)
		}
	}
}

// TestRefusalNamesTheMethod: the error of a plan that needs too much memory names the method that does, and the
// remedies.
func TestRefusalNamesTheMethod(t *testing.T) {
	heavy, learns := loaded(model.Memory{Fit: 1e9}), loaded(model.Memory{Decompose: 1e9})
	heavy.Name, learns.Name = "heavy", "learns"
	for name, c := range map[string]struct {
		methods []string
		want    string
	}{
		"both":  {[]string{"heavy", "learns"}, "lower n, or raise max-memory"},
		"alone": {[]string{"heavy"}, "lower n, or raise max-memory"},
	} {
		s := DefaultSpec(60)
		s.Methods, s.Assignment, s.MaxMemory = c.methods, s.WithAll(model.Values{"gamma": 1}), 50e6
		s.Figures = Figures{FigureError, FigureRegression}
		_, err := Prepare(s, append([]model.Method{heavy, learns}, toyMethods()...), NewStore(generator(t, "bimodal")))
		var short *model.MemoryError
		if !errors.As(err, &short) {
			t.Fatalf("%s: %v", name, err)
		}
		words := remedy.Plain()
		words.By = func(setting, value string) string { return "with " + setting + "=" + value }
		if text := remedy.Text(short, words); !strings.HasPrefix(text, short.Method+" at n = 60 would need") ||
			!strings.HasSuffix(text, c.want) || slices.Index(c.methods, short.Method) < len(c.methods)-1 && name != "both" {
			t.Errorf("%s: %s", name, text)
		}
	}
}

package paper

import (
	"testing"

	"gramscope/data"
)

// TestEveryMethodButReferences: a run with Every names them in its command line, whatever is added to the methods.
func TestEveryMethodButReferences(t *testing.T) {
	r, b := onWidths("friedman", "polynomial"), bench(t.TempDir())
	source, err := b.source(t.Context(), r.Data, data.Choice{})
	if err != nil {
		t.Fatal(err)
	}
	of := map[string]bool{}
	for _, name := range r.spec(b, source).Methods {
		of[name] = true
	}
	if !of["rpcholesky"] || !of["als"] || of["best"] || of["rls"] || of["fourier"] || of["given"] {
		t.Errorf("%v", of)
	}
}

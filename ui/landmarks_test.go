package ui

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gramscope/approx"
	"gramscope/data"
	"gramscope/data/synthetic"
	"gramscope/model/lab"
	"gramscope/model/sweep"
)

// TestLandmarksInTheExplorer: the method for them can't be ticked without, and the session
// names their file from the root.
func TestLandmarksInTheExplorer(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("l.csv", []byte("x1,x2,x3\n0.1,0.2,0.3\n0.5,0.5,0.5\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	m := newToyWith(t, approx.Methods(), "braille", "none", 120, 40)
	ticked := func() bool { return slices.Contains(m.Setting.Spec.Methods, "given") }
	m.toggleMethod(m.MethodIndex("given"))
	if said := m.Note.Text; ticked() || !strings.Contains(said, "given needs landmarks from a file") ||
		!strings.Contains(said, "--landmarks FILE at the start") {
		t.Errorf("without landmarks: ticked %v, %q", ticked(), said)
	}
	with, _, err := data.WithLandmarks(t.Context(), m.Setting.Store.Source(), "l.csv", data.Options{})
	if err != nil {
		t.Fatal(err)
	}
	editSetting(m, func(s *lab.Setting) { s.Store = sweep.NewStore(with) })
	m.toggleMethod(m.MethodIndex("given"))
	full, err := filepath.Abs("l.csv")
	if err != nil {
		t.Fatal(err)
	}
	if was := m.session().Data; !ticked() || was.Set != "bimodal" || was.Landmarks != full {
		t.Errorf("with landmarks: ticked %v, the session's data %+v", ticked(), was)
	}
	m.useSource(synthetic.Generators()[1], nil)
	if active := m.Setting.Active(m.Methods); slices.Contains(active, "given") || m.session().Data.Landmarks != "" {
		t.Errorf("with other data: %v run, the session's data %+v", active, m.session().Data)
	}
}

package ui

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gramscope/model/job"
)

func write(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

const smallCSV = "a,b,c\n1,2,3\n2,1,5\n3,4,2\n4,3,9\n5,7,1\n6,2,4\n"

func TestChoosingAFile(t *testing.T) {
	m := run(t)
	path := write(t, "small.csv", smallCSV)
	press(m, "d", "/", path[:len(path)-4], "tab")
	for m.typed().Text() != path {
		m.Update(m.Runner.Wait())
	}
	press(m, "enter")
	settle(t, m)
	if m.mode() != inColumns || !strings.Contains(m.View(), "6 rows, 3 columns") {
		t.Fatalf("mode %b\n%s", m.mode(), m.View())
	}
	press(m, "up", "t", "up", "space", "enter") // b is the target, a is left out
	settle(t, m)
	if s := m.Setting(); s.Store.Source().Name() != "small.csv" || s.Store.Source().Dims() != 1 || s.Spec.N != 6 || !s.Spec.Standardize {
		t.Fatalf("%s: %d features, spec %+v", s.Store.Source().Name(), s.Store.Source().Dims(), s.Spec)
	}
	settle(t, m)
	if len(m.Outcome().Now("plain")) != 2 {
		t.Errorf("%d rows on the new data", len(m.Outcome().Now("plain")))
	}
	press(m, "u")
	settle(t, m)
	if m.Setting().Store.Source().Name() != "bimodal" {
		t.Error("undo does not bring the data back")
	}
}

func TestLoadingErrorsKeepTheData(t *testing.T) {
	for name, text := range map[string]string{"empty.csv": "", "ragged.csv": "a,b\n1,2\n3\n", "missing.csv": "a,b\n1,2\n,3\n4,5\n", "junk.npy": "\x00\x01junk"} {
		m := run(t)
		press(m, "d", "/", write(t, name, text), "enter")
		settle(t, m)
		if m.mode() == inColumns { // found out when the columns are used
			press(m, "enter")
			settle(t, m)
		}
		if !m.Note.Alarm || !strings.Contains(m.Note.Text, name) {
			t.Errorf("%s: note %q", name, m.Note.Text)
		}
		if m.Setting().Store.Source().Name() != "bimodal" {
			t.Errorf("%s: the data are gone", name)
		}
		press(m, "esc", "esc", "esc")
		if m.mode() != onKnobs {
			t.Errorf("%s: esc leaves mode %b", name, m.mode())
		}
	}
}

func TestReadingCanBeStopped(t *testing.T) {
	m := run(t)
	m.Launch = func(job.Kind, job.Work) {} // reading that never ends
	press(m, "d")
	m.carryOut(m.chooser.Read("endless.csv"))
	if m.mode() != inLoading || !strings.Contains(m.View(), "reading endless.csv") {
		t.Fatalf("mode %b", m.mode())
	}
	press(m, "esc")
	if m.mode() != inSets {
		t.Errorf("mode %b after esc", m.mode())
	}
}

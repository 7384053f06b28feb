package ui

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"gramscope/data"
	"gramscope/data/synthetic"
	"gramscope/model/job"
	"gramscope/model/sweep"
	"gramscope/ui/keep"
	"gramscope/ui/screen/screentest"
	"gramscope/ui/session"
)

// countedDraws is a source that counts how often rows are drawn. Without rows nothing can be computed.
type countedDraws struct {
	data.Source
	draws *atomic.Int64
}

func (c countedDraws) Draw(n int, test float64, rng *rand.Rand) (*data.Set, *data.Set, error) {
	c.draws.Add(1)
	return c.Source.Draw(n, test, rng)
}

// keptToy is an explorer with a keeper, of a session or, if it is nil, anew.
func keptToy(t *testing.T, k *keep.Keeper, s *session.Session) (m *explorer, draws *atomic.Int64) {
	t.Helper()
	draws = new(atomic.Int64)
	r := job.NewRunner(t.Context())
	t.Cleanup(func() { r.Close(10 * time.Second) })
	c := Config{Source: countedDraws{synthetic.Generators()[0], draws}, Session: s, Methods: screentest.Methods(),
		Workers: 1, Version: "test", Keeper: k}
	if s != nil {
		c.Spec = s.Spec
	} else {
		c.Spec = sweep.DefaultSpec(40)
		c.Spec.Methods, c.Spec.Reps = []string{"plain", "eager", "spectral"}, 2
		c.Spec.Values["m"] = 20
	}
	m = newExplorer(c, screentest.Look("braille", "none"), r, toyClock)
	m.Update(tea.WindowSizeMsg{Width: 120, Height: 40})
	m.Init()
	settle(t, m)
	return m, draws
}

// quit ends an explorer as Run does.
func quit(t *testing.T, m *explorer) {
	t.Helper()
	m.endKeeping()
	m.Runner.AwaitFiles(10 * time.Second)
}

// lastOf reads the last exploration of a folder.
func lastOf(t *testing.T, folder string) (path string, s *session.Session) {
	t.Helper()
	path, err := keep.Last(folder)
	if err != nil {
		t.Fatal(err)
	}
	if s, err = sessionIn(path, screentest.Methods()); err != nil {
		t.Fatal(err)
	}
	return path, s
}

// shownBy returns the charts and the table of an explorer, without the knobs and the notes.
func shownBy(m *explorer) (charts, table string) {
	lines := strings.Split(m.View(), "\n")
	for i, line := range lines {
		lines[i] = string([]rune(line)[23:])
	}
	at := slices.IndexFunc(lines, func(line string) bool { return strings.HasPrefix(line, "├") })
	return strings.Join(lines[1:at], "\n"), strings.Join(lines[at:len(lines)-1], "\n")
}

// settleOwn waits for the jobs of the present screen.
func settleOwn(m *explorer) {
	for m.Runner.Busy(m.screen().JobKind()) {
		m.Update(m.Runner.Wait())
	}
}

// TestContinue: an exploration that is continued shows the same screens, and draws no rows of the data for runs that
// are kept; what other screens show is computed again.
func TestContinue(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(t.TempDir(), "state")
	m, draws := keptToy(t, keep.New(folder, "test", nil, ""), nil)
	press(m, "right", "right")
	settle(t, m)
	press(m, "2")
	settleOwn(m)
	spectra, _ := shownBy(m)
	press(m, "1", "v", "down", "enter")
	settle(t, m)
	settleOwn(m)
	errors, table := shownBy(m)
	figures := figuresOf(m)
	if draws.Load() == 0 {
		t.Fatal("the first explorer draws no rows")
	}
	quit(t, m)

	path, s := lastOf(t, folder)
	m, draws = keptToy(t, keep.New(folder, "test", s.Results, path), s)
	settleOwn(m)
	if charts, below := shownBy(m); charts != errors || below != table {
		t.Errorf("continued:\n%s\n%s\nbefore:\n%s\n%s", charts, below, errors, table)
	}
	if now := figuresOf(m); !reflect.DeepEqual(now, figures) {
		t.Errorf("continued: %v\nbefore: %v", now, figures)
	}
	before := draws.Load()
	if before > 1 {
		t.Errorf("the rows are drawn %d times, although only the median distance is to be computed", before)
	}
	press(m, "2")
	settleOwn(m)
	if shown, _ := shownBy(m); shown != spectra {
		t.Errorf("continued:\n%s\nbefore:\n%s", shown, spectra)
	}
	press(m, "1", "right") // another setting, which is computed
	settle(t, m)
	if draws.Load() == before {
		t.Error("no rows are drawn for another setting")
	}
	quit(t, m)
	if again, s := lastOf(t, folder); again == path || session.Text(s.Shown, "screen") != "1" {
		t.Errorf("%s is on screen %s: the name of an exploration that was continued changes", again,
			session.Text(s.Shown, "screen"))
	}
	if files, _ := os.ReadDir(folder); len(files) != 1 {
		t.Errorf("%d files of one exploration", len(files))
	}
}

// TestSessionWithResults: w writes the results below the session, and a session without them is computed.
func TestSessionWithResults(t *testing.T) {
	t.Parallel()
	m, _ := keptToy(t, nil, nil)
	figures := figuresOf(m)
	var with, without bytes.Buffer
	if err := errors.Join(m.sessionWithResults()(&with), m.session().Write(&without)); err != nil {
		t.Fatal(err)
	}
	for content, computes := range map[*bytes.Buffer]bool{&with: false, &without: true} {
		text := content.String()
		s, err := session.Read(content, "session", screentest.Methods())
		if err != nil {
			t.Fatal(err)
		}
		m, draws := keptToy(t, keep.New("", "test", s.Results, ""), s)
		// one draw is for the median distance
		if now := figuresOf(m); !reflect.DeepEqual(now, figures) || draws.Load() > 1 != computes {
			t.Errorf("of a session of %d bytes, %d draws: %v, want %v", len(text), draws.Load(), now, figures)
		}
	}
}

// TestResultsOfAnother: results of another version or of other data are computed again.
func TestResultsOfAnother(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	m, _ := keptToy(t, keep.New(folder, "1.0", nil, ""), nil)
	quit(t, m)
	path, s := lastOf(t, folder)
	m, draws := keptToy(t, keep.New(folder, "2.0", s.Results, path), s)
	for m.Runner.Busy(job.Sweep) {
		m.Update(m.Runner.Wait())
	}
	if draws.Load() == 0 {
		t.Error("nothing is drawn")
	}
	quit(t, m)
}

// TestNothingIsKept: where the folder can't be written, one note says so, and the explorer goes on.
func TestNothingIsKept(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	m, _ := keptToy(t, keep.New(filepath.Join(file, "state"), "test", nil, ""), nil)
	for len(m.Notes) == 0 {
		m.Update(m.Runner.Wait())
	}
	if notes := strings.Join(m.Notes, "\n"); strings.Count(notes, "can't be kept here: ") != 1 ||
		!strings.Contains(notes, "--no-keep") {
		t.Errorf("the notes are %q", notes)
	}
	press(m, "right")
	settle(t, m)
	if !m.Outcome.Finished || len(m.Notes) != 1 {
		t.Errorf("notes %q", m.Notes)
	}
	quit(t, m)
}

package ui

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"gramscope/data"
	"gramscope/data/synthetic"
	"gramscope/model"
	"gramscope/model/kernel"
	"gramscope/model/lab"
	"gramscope/model/trial"
	"gramscope/ui/session"
)

// TestCopiedCommandIsShown: the page has the command, and the terminal gets it as
// OSC 52.
func TestCopiedCommandIsShown(t *testing.T) {
	m := newToy(t, "braille", "none", 100, 30)
	feed(t, m, 2)
	var terminal bytes.Buffer
	m.output = &terminal
	cmd := m.copy("sweep")
	if cmd == nil || cmd() != nil {
		t.Fatal("no command to run, or a message from it")
	}
	m.dirty = true
	m.Update(nil)
	if m.mode() != inHelp || !strings.Contains(m.View(),
		"gramscope sweep --methods plain,eager,spectral,broken --over m=10,12,15,18,20,22,27,33,40") {
		t.Errorf("the page:\n%s", m.View())
	}
	code, ok := strings.CutPrefix(terminal.String(), "\x1b]52;c;")
	text, err := base64.StdEncoding.DecodeString(strings.TrimSuffix(code, "\a"))
	if !ok || err != nil || string(text) != m.copied.text || !strings.HasPrefix(string(text), "gramscope sweep ") {
		t.Errorf("the terminal got %q: %v", terminal.String(), err)
	}
	press(m, "esc")
	if m.mode() != onKnobs {
		t.Errorf("esc leaves mode %b", m.mode())
	}
	editSetting(m, func(s *lab.Setting) { s.Spec.Methods = nil })
	if cmd := m.copy("sweep"); cmd != nil || !m.Note.Alarm {
		t.Errorf("without methods: %q", m.Note.Text)
	}
}

// TestClipboardSequence: the bytes as xterm's manual has them, the text in the usual
// base64 with + and /; and without a terminal there is only the page.
func TestClipboardSequence(t *testing.T) {
	if got, want := ansi.SetSystemClipboard("γ?>~ÿ"), "\x1b]52;c;zrM/Pn7Dvw==\x07"; got != want {
		t.Errorf("the sequence is %q, want %q", got, want)
	}
	m := newToy(t, "braille", "none", 100, 30)
	feed(t, m, 2)
	if cmd := m.copy("sweep"); m.output != nil || cmd == nil || cmd() != nil || m.mode() != inHelp {
		t.Errorf("without a terminal: mode %b", m.mode())
	}
}

// TestCopyOffersTexts: c opens a menu, and each of its entries is shown and copied.
func TestCopyOffersTexts(t *testing.T) {
	for down, want := range []string{"gramscope sweep --methods ", "gramscope fit --method eager ",
		"gramscope tune --methods plain,eager", "from sklearn.", "echo eNp"} {
		m := newToy(t, "braille", "none", 100, 30)
		feed(t, m, 2)
		m.Point(1)
		var terminal bytes.Buffer
		m.output = &terminal
		press(m, "c")
		if m.mode() != inMenu {
			t.Fatalf("c leads to mode %b", m.mode())
		}
		for range down {
			press(m, "down")
		}
		cmd := m.keyboard(tea.KeyMsg{Type: tea.KeyEnter})
		if cmd == nil {
			t.Fatalf("entry %d copies nothing: %s", down, m.Note.Text)
		}
		cmd()
		m.Update(nil)
		code, _ := strings.CutPrefix(terminal.String(), "\x1b]52;c;")
		text, err := base64.StdEncoding.DecodeString(strings.TrimSuffix(code, "\a"))
		if err != nil || !strings.Contains(string(text), want) || m.mode() != inHelp ||
			!strings.Contains(m.View(), strings.Fields(want)[0]) {
			t.Errorf("entry %d: %q, want %q: %v", down, text, want, err)
		}
		if down < 3 && strings.Contains(string(text), "\n") {
			t.Errorf("a command of several lines: %q", text)
		}
	}
}

// TestShownCommandCanBeTypedOff: its lines end with a backslash, and joined they are the command.
func TestShownCommandCanBeTypedOff(t *testing.T) {
	m := newToy(t, "braille", "none", 80, 24)
	feed(t, m, 2)
	editSetting(m, func(s *lab.Setting) { s.Set(model.Gamma(nil), 0.12345678901234567) })
	m.copy("sweep")
	var joined string
	lines := 0
	for _, line := range (help{m.window}).page()[0].Lines {
		line = strings.TrimSpace(line)
		if part, more := strings.CutSuffix(line, `\`); more || lines > 0 && joined != "" && strings.HasSuffix(joined, " ") {
			joined += strings.TrimSpace(part) + map[bool]string{true: " "}[more]
			lines++
		}
	}
	if joined != m.copied.text || lines < 2 || !strings.Contains(joined, "--gamma 0.12345678901234566 ") {
		t.Errorf("%d lines are joined to\n%s\nthe command is\n%s", lines, joined, m.copied.text)
	}
}

// TestCopiedLineOpensTheExplorer: it has flags if they say all, and nothing names data from standard input.
func TestCopiedLineOpensTheExplorer(t *testing.T) {
	m := idleToy(t)
	m.arguments = func(s *session.Session, source data.Source) []string {
		return []string{"--seed", fmt.Sprint(s.Spec.Seed), source.Name()}
	}
	if m.copy("explorer"); m.copied.text != "gramscope --seed 1 bimodal" {
		t.Errorf("copied: %q, note %q", m.copied.text, m.Note.Text)
	}
	table, err := data.Open(t.Context(), "-", strings.NewReader(smallCSV), data.Options{})
	if err != nil {
		t.Fatal(err)
	}
	file, err := table.File(data.Choice{})
	if err != nil {
		t.Fatal(err)
	}
	m.useSource(file, nil)
	if cmd := m.copy("explorer"); cmd != nil || !strings.Contains(m.Note.Text, "w writes the session to a file") {
		t.Errorf("data from standard input: %q", m.Note.Text)
	}
	if press(m, "esc", "d", "g"); !strings.Contains(m.Note.Text, "standard input has been read") {
		t.Errorf("g on standard input: %q", m.Note.Text)
	}
}

// TestProgramOfTheSetting: the program has the m that meets a condition, and where it can't be made the note says why.
func TestProgramOfTheSetting(t *testing.T) {
	table, err := data.Open(t.Context(), "-", strings.NewReader(smallCSV), data.Options{})
	if err != nil {
		t.Fatal(err)
	}
	untargeted, err := table.File(data.Choice{Target: "none"})
	if err != nil {
		t.Fatal(err)
	}
	meets := func(s *lab.Setting) { s.SetCondition(trial.Condition{Figure: "error", Sign: "<=", Bound: "0.5"}) }
	for _, c := range []struct {
		change     func(*lab.Setting)
		fed        bool
		said, text string
	}{
		{change: meets, fed: true, text: "n_components=20"},
		{change: func(s *lab.Setting) { s.Set(model.Gamma(nil), 1) }, text: "Ridge(alpha=0.01,"},
		{change: func(s *lab.Setting) {
			s.Reset(model.Gamma(nil))
			s.Know(kernel.Distances{Known: true, Median: 2, Mean: 3})
		}, text: "gamma=0.125,"},
		{change: func(s *lab.Setting) { meets(s); s.Set(model.Gamma(nil), 1) }, said: "and plain has found none yet"},
		{change: func(s *lab.Setting) { s.Reset(model.Gamma(nil)) }, said: "γ is being taken from the data"},
		{change: func(s *lab.Setting) {
			moons, _, _ := synthetic.Find("moons")
			s.Take(moons)
			s.Set(model.Gamma(nil), 1)
		}, text: "LogisticRegression("},
		{change: func(s *lab.Setting) {
			moons, _, _ := synthetic.Find("moons")
			s.Take(moons)
			s.Set(model.Gamma(nil), 1)
			s.Spec.Learner = trial.LearnSVM
		}, text: "LinearSVC("},
		{change: func(s *lab.Setting) { s.Spec.Kernel = "linear" }, text: `kernel="linear"`},
		{change: func(s *lab.Setting) { s.Take(untargeted) }, said: "the program learns a target, and - has none"},
	} {
		m := newToy(t, "braille", "none", 100, 30)
		if c.fed {
			feed(t, m, 2)
		}
		editSetting(m, c.change)
		m.copy("scikit-learn")
		if !strings.Contains(m.Note.Text, c.said) || !strings.Contains(m.copied.text, c.text) {
			t.Errorf("want %q and %q: note %q, copied\n%s", c.said, c.text, m.Note.Text, m.copied.text)
		}
	}
}

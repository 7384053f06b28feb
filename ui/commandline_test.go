package ui

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"pgregory.net/rapid"

	"gramscope/model/job"
	"gramscope/model/kernel"
	"gramscope/model/lab"
	"gramscope/ui/screen"
	"gramscope/ui/widget"
)

// command types a command into an explorer whose work does not start.
func command(m *explorer, text string) {
	press(m, ":")
	if text != "" {
		press(m, text)
	}
	press(m, "enter")
}

func idleToy(t testing.TB) *explorer {
	m := newToy(t, "braille", "none", 100, 30)
	m.Launch = func(job.Kind, job.Work) {}
	feed(t, m, 2)
	return m
}

// TestCommandsAboutWhatIsNotShown: what a command changes elsewhere is told.
func TestCommandsAboutWhatIsNotShown(t *testing.T) {
	m := idleToy(t)
	press(m, "4")
	for text, want := range map[string]string{
		"value trace error": "trace error: screen 1 shows it",
		"against memory":    "memory: the chart of screen 1 is over it",
		"degree 3":          "degree: neither the kernel nor a chosen method uses it",
	} {
		if command(m, text); !strings.Contains(m.Note.Text, want) || m.panel.Chosen == "degree" {
			t.Errorf("%s: %q, want %q, knob %s", text, m.Note.Text, want, m.panel.Chosen)
		}
	}
	command(m, "gamma = 1/m")
	if command(m, "sigma mean"); m.Setting.Spec.Formula("gamma") != "" {
		t.Error("a formula of γ stays beside a rule of σ")
	}
	m = idleToy(t)
	m.carryOut([]screen.Do{screen.Change(func(s *lab.Setting) { s.Spec.Seed = 9 }), screen.Point("eager")})
	if m.Setting.Spec.Seed != 9 || m.Methods[m.Pointed].Name != "eager" {
		t.Errorf("a screen's requests lead to seed %d and %s", m.Setting.Spec.Seed, m.Methods[m.Pointed].Name)
	}
	if press(m, "a", "space"); !strings.HasPrefix(m.menu.Title, "methods: 3 of ") {
		t.Errorf("with eager unticked the list is titled %q", m.menu.Title)
	}
	press(m, "esc")
	m.verdict.Do = "+ idle"
	if press(m, "A"); !slices.Contains(m.Setting.Spec.Methods, "idle") {
		t.Errorf("A ticks not idle: %v", m.Setting.Spec.Methods)
	}
	m.verdict.Do = "m 14"
	if press(m, "A"); m.Setting.Spec.Values["m"] != 14 {
		t.Errorf("A sets m to %v", m.Setting.Spec.Values["m"])
	}
	m.verdict.Do = "+ nobody"
	if press(m, "A"); !m.Note.Alarm {
		t.Errorf("what can't be done is said as %+v", m.Note)
	}
	m.panel.Chosen = "set"
	if press(m, "enter"); m.mode() != inMenu || !m.chooser.Menu.Open {
		t.Errorf("enter on the knob of the data leads to mode %b", m.mode())
	}
}

func TestCommands(t *testing.T) {
	t.Parallel()
	for text, done := range map[string]func(*explorer) bool{
		"gamma 0.5": func(m *explorer) bool {
			return m.Setting.Gamma() == 0.5 &&
				m.panel.Chosen == "gamma"
		},
		"  GAMMA   5e-1 ": func(m *explorer) bool { return m.Setting.Gamma() == 0.5 },
		"γ 0.5":           func(m *explorer) bool { return m.Setting.Gamma() == 0.5 },
		"sigma mean":      func(m *explorer) bool { return m.Setting.Spec.Width == kernel.WidthByRule(kernel.Mean) },
		"m 200": func(m *explorer) bool {
			return m.Setting.Spec.Values["m"] == 200 && m.panel.Chosen == "m" &&
				strings.Contains(m.Note.Text, "m clamped from 200")
		},
		"n 30":             func(m *explorer) bool { return m.Setting.Spec.N == 30 },
		"seed 3":           func(m *explorer) bool { return m.Setting.Spec.Seed == 3 },
		"seed=4":           func(m *explorer) bool { return m.Setting.Spec.Seed == 4 && m.Setting.Spec.With == nil },
		"kernel Laplacian": func(m *explorer) bool { return m.Setting.Spec.Kernel == "laplacian" },
		"methods idle,plain": func(m *explorer) bool {
			return slices.Equal(m.Setting.Spec.Methods,
				[]string{"idle", "plain"})
		},
		"methods plain plain": func(m *explorer) bool { return slices.Equal(m.Setting.Spec.Methods, []string{"plain"}) },
		"+idle": func(m *explorer) bool {
			return slices.Contains(m.Setting.Spec.Methods, "idle") && len(m.Setting.Spec.Methods) == 5
		},
		"- plain, eager": func(m *explorer) bool {
			return slices.Equal(m.Setting.Spec.Methods,
				[]string{"spectral", "broken"})
		},
		"over zeal":          func(m *explorer) bool { return m.Setting.Axis.Name == "zeal" },
		"over γ":             func(m *explorer) bool { return m.Setting.Axis.Name == "gamma" },
		"value trace error":  func(m *explorer) bool { return m.figure().Name == "trace error" },
		"value RMSE":         func(m *explorer) bool { return m.figure().Name == "test error" },
		"value mem":          func(m *explorer) bool { return m.figure().Name == "memory" },
		"against mem":        func(m *explorer) bool { return m.against() == "memory" },
		"value error_trace":  func(m *explorer) bool { return m.figure().Name == "trace error" },
		"data blobs":         func(m *explorer) bool { return m.Setting.Store.Source().Name() == "blobs" },
		"lesson columns":     func(m *explorer) bool { return m.lessons.Now().Name == "columns" && m.reading() },
		"2":                  func(m *explorer) bool { return m.screens[m.at].Name() == "Spectrum" },
		"Spectrum":           func(m *explorer) bool { return m.screens[m.at].Name() == "Spectrum" },
		"undo":               func(m *explorer) bool { return strings.Contains(m.Note.Text, "nothing to undo") },
		"help":               func(m *explorer) bool { return m.help.Open },
		"":                   func(m *explorer) bool { return m.Note.Text == "" },
		"against memory":     func(m *explorer) bool { return m.against() == "memory" },
		"against d_eff":      func(m *explorer) bool { return m.against() == "effective dimension" },
		"against parameter":  func(m *explorer) bool { return m.against() == "" },
		"data Decay:kappa=2": func(m *explorer) bool { return m.Setting.Store.Source().Name() == "decay:kappa=2" },
	} {
		m := idleToy(t)
		command(m, text)
		if m.line.Open || m.Note.Alarm || !done(m) {
			t.Errorf("%q: open %v, %q", text, m.line.Open, m.Note.Text)
		}
	}
	m := idleToy(t)
	command(m, "gamma 0.5")
	press(m, "u")
	if !m.Setting.Spec.Width.IsByRule() {
		t.Error("a command can't be undone")
	}
	command(m, "6")
	command(m, "value time")
	if hintOf(m.regression(), "v", screen.OnSecond) == "value: time" {
		t.Error("the regression screen shows a figure of the first")
	}
	press(m, "esc")
	press(m, ":", "quit")
	if cmd := m.keyboard(tea.KeyMsg{Type: tea.KeyEnter}); cmd == nil || fmt.Sprintf("%T", cmd()) != "tea.QuitMsg" {
		t.Error("quit does not quit")
	}
}

// What can't be read stays, with what there is instead.
func TestWrongCommandsStay(t *testing.T) {
	t.Parallel()
	m := idleToy(t)
	for text, want := range map[string]string{
		"gama 0.5":           "did you mean gamma?",
		"gamma":              "type a number from",
		"gamma abc":          `"abc" is not a number`,
		"reps=2*m":           `"2*m" is not a number`, // no formula sets it
		"gamma -1":           "outside",
		"gamma 0.5 0.6":      "not a number",
		"gamma NaN":          "outside",
		"m 1e999":            "not a number",
		"mu=1/nn":            "there is no parameter nn",
		"mu=ceil(":           "it ends before it is complete",
		"gamma=median":       "or sigma and a rule: median or mean",
		"m eror<=0.1":        "did you mean error?",
		"seed 1.5e300":       "outside",
		"kernel gausian":     "did you mean gaussian?",
		"kernel":             "which kernel?",
		"methods plian":      "did you mean plain?",
		"methods":            "which methods?",
		"+":                  "which methods?",
		"+plain,bka,":        "no method",
		"over time":          "no parameter to sweep over",
		"value trace eror":   "did you mean trace error?",
		"data bimodl":        "did you mean bimodal?",
		"data":               "which data?",
		"against memry":      "did you mean memory?",
		"against":            "which result to chart over?",
		"data decay:delta=1": "from 1.2 to 20",
		"lesson meca":        "did you mean meka?",
		"spectrun":           "did you mean spectrum?",
		"spectrum 5":         "takes no argument",
		"9":                  "no command",
		"xyzzyxyzzy":         "no command",
	} {
		before := fmt.Sprintf("%+v", m.Setting.Spec)
		command(m, text)
		if !m.line.Open || !m.Note.Alarm || m.typed().Input.Value() != text || !strings.Contains(m.Note.Text, want) ||
			!strings.Contains(m.View(), ":"+text) {
			t.Errorf("%q: open %v, text %q, note %q", text, m.line.Open, m.typed().Input.Value(), m.Note.Text)
		}
		if got := fmt.Sprintf("%+v", m.Setting.Spec); got != before {
			t.Errorf("%q changed the setting", text)
		}
		press(m, "esc")
		if m.mode() != onKnobs || m.typed().Open {
			t.Errorf("%q: esc leads to mode %b", text, m.mode())
		}
	}
}

// goesOn tells whether a text is a command, or the beginning of one, as far as the
// grammar knows: following its candidates leads to a command.
func goesOn(m *explorer, text string, depth int) bool {
	if _, err := m.verbs().Parse(text); err == nil {
		return true
	}
	return depth > 0 && slices.ContainsFunc(m.verbs().Candidates(text),
		func(it widget.Item) bool { return it.Name != text && goesOn(m, it.Name, depth-1) })
}

// TestCompletionLeadsToCommands: whatever is typed, what tab writes is a command
// or begins one, and keeps what was typed.
func TestCompletionLeadsToCommands(t *testing.T) {
	t.Parallel()
	m := idleToy(t)
	starts := []string{"", "g", "ga", "gamma ", "kernel ", "ker", "methods ", "methods plain,", "methods plain,e", "+",
		"-", "+pl", "- plain e", "over ", "value ", "value t", "data ", "data b", "lesson ", "sp", "7", "q", "SIG", "sigma m",
		"n ", "γ"}
	check := func(t rapid.TB, text string) {
		for _, it := range m.verbs().Candidates(text) {
			if !goesOn(m, it.Name, 2) {
				t.Fatalf("%q is completed to %q, which is no command", text, it.Name)
			}
			if head := strings.TrimLeft(text, " "); strings.LastIndex(head, " ") > 0 &&
				!strings.HasPrefix(it.Name, head[:strings.LastIndexAny(head, " ")+1]) &&
				!strings.HasPrefix(strings.ToLower(it.Name), strings.ToLower(head)) {
				t.Fatalf("%q is completed to %q, which drops what was typed", text, it.Name)
			}
		}
	}
	for _, text := range starts {
		if len(m.verbs().Candidates(text)) == 0 {
			t.Errorf("%q has no completion", text)
		}
		check(t, text)
	}
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.SampledFrom(starts).Draw(t, "start") + rapid.StringOfN(rapid.RuneFrom([]rune("abegmnorstv ,+-.0γ")), 0,
			4, -1).Draw(t, "more")
		check(t, text)
	})
}

// TestAnyTextIsSafe: no text breaks the line, and none that is refused changes
// anything.
func TestAnyTextIsSafe(t *testing.T) {
	t.Parallel()
	m := idleToy(t)
	words := []string{"gamma", "methods", "+", "-", "over", "value", "data", "lesson", "screen", "kernel", "sigma", "\x00",
		"\u202e", "💥", "…", "%s%d", "'", "\\", "0x1p-2", "1e400", ",,,", "\t", " ", "K̃"}
	rapid.Check(t, func(t *rapid.T) {
		text := ""
		for range rapid.IntRange(0, 4).Draw(t, "words") {
			text += rapid.OneOf(rapid.SampledFrom(words), rapid.String()).Draw(t,
				"word") + rapid.SampledFrom([]string{"", " "}).Draw(t, "gap")
		}
		if _, err := m.verbs().Parse(text); err != nil && (err.Error() == "" || strings.Contains(err.Error(), "\n")) {
			t.Fatalf("%q: %q", text, err)
		}
		press(m, ":")
		m.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(text), Paste: true})
		m.View()
		press(m, "tab", "tab", "shift+tab", "up", "down")
		m.View()
		press(m, "esc", "esc")
		if m.line.Open || m.typed().Open {
			t.Fatalf("after %q the line is open still", text)
		}
	})
}

func TestHelpListsCommands(t *testing.T) {
	m := lessonToy(t, lessonMethods(), "braille", "none", 100, 30)
	seen := map[string]bool{}
	for _, v := range m.verbs() {
		for _, word := range v.Names {
			if low := strings.ToLower(word); seen[low] {
				t.Errorf("two commands begin with %q", word)
			} else {
				seen[low] = true
			}
		}
	}
	help := strings.Join(m.helpLines(), "\n")
	for _, want := range []string{"PARAMETER VALUE", "methods METHOD,…", "+METHOD,…", "-METHOD,…", "over PARAMETER",
		"value FIGURE", "data SET|FILE", "lesson NAME", "SCREEN", "quit"} {
		if !strings.Contains(help, "   "+want) {
			t.Errorf("the help lacks %q", want)
		}
	}
}

func TestTabGoesThroughCandidates(t *testing.T) {
	m := idleToy(t)
	press(m, ":", "value t", "tab")
	first := m.typed().Text()
	press(m, "tab")
	second := m.typed().Text()
	if first != "value trace error" || second == first || !strings.HasPrefix(second, "value t") {
		t.Errorf("tab writes %q, then %q", first, second)
	}
	press(m, "shift+tab")
	if got := m.typed().Text(); got != first {
		t.Errorf("shift+tab goes back to %q", got)
	}
	press(m, "shift+tab", "tab")
	if got := m.typed().Text(); got != first {
		t.Errorf("round and back: %q", got)
	}
	press(m, "x", "tab")
	if got := m.typed().Text(); got != first+"x" {
		t.Errorf("what is typed after tab counts: %q", got)
	}
	press(m, "esc", ":", "ker", "tab", "tab") // the only verb is taken, and what follows it comes next
	if got, want := m.typed().Text(), "kernel "+m.verbs().Candidates("kernel ")[0].Name[len("kernel "):]; got != want {
		t.Errorf("tab behind the only candidate: %q, want %q", got, want)
	}
	press(m, "esc", ":", "ker", "tab", "lap", "tab", "enter")
	if m.Setting.Spec.Kernel != "laplacian" {
		t.Errorf("the only candidate is not taken: %s, %q", m.Setting.Spec.Kernel, m.typed().Text())
	}
}

func TestHistory(t *testing.T) {
	t.Parallel()
	m := idleToy(t)
	command(m, "gamma 0.5")
	command(m, "gamma 0.5")
	command(m, "seed 4")
	press(m, ":", "se", "up")
	if got := m.typed().Text(); got != "seed 4" {
		t.Errorf("up: %q", got)
	}
	press(m, "up", "up", "up")
	if got := m.typed().Text(); got != "gamma 0.5" {
		t.Errorf("at the top: %q", got)
	}
	press(m, "down")
	if got := m.typed().Text(); got != "seed 4" {
		t.Errorf("down: %q", got)
	}
	press(m, "esc", ":", "value t", "tab", "up", "tab") // what is recalled is completed anew
	if got := m.typed().Text(); got != "seed 4" {
		t.Errorf("tab after up: %q", got)
	}
	press(m, "esc", ":", "se", "up", "down")
	if got := m.typed().Text(); got != "se" {
		t.Errorf("back down: %q", got)
	}
	press(m, "esc", ":", "up", "x", "enter", "up") // what is wrong can be mended, and is the latest
	if got := m.typed().Text(); got != "seed 4x" {
		t.Errorf("up after a wrong command: %q", got)
	}
	press(m, "up", "up", "down", "down", "down")
	if got := m.typed().Text(); got != "seed 4x" {
		t.Errorf("down to what is typed: %q", got)
	}
}

func TestPathsAreCompleted(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	path := filepath.Join(folder, "points.csv")
	if err := os.WriteFile(path, []byte("a,b,y\n1,2,3\n2,3,5\n4,5,9\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "poise.csv"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	m := run(t)
	press(m, ":", "data "+filepath.Join(folder, "poi"), "tab")
	for m.typed().Text() != "data "+path {
		m.Update(m.Runner.Wait())
	}
	if press(m, "tab"); m.typed().Text() != "data "+filepath.Join(folder, "poise.csv") {
		t.Errorf("tab again writes %q", m.typed().Text())
	}
	press(m, "shift+tab")
	press(m, "enter")
	settle(t, m)
	if m.line.Open || !m.chooser.Columns {
		t.Errorf("the file is not read: %q", m.Note.Text)
	}
}

// TestNextCommandReplacesAWrongOne: what is typed after a wrong command, with or without another
// colon, is a command of its own; an arrow key lets the user edit the wrong one instead.
func TestNextCommandReplacesAWrongOne(t *testing.T) {
	for keys, want := range map[string]string{
		"seed 4":  "seed 4",
		":seed 4": "seed 4",
		"::q":     "q",
	} {
		m := idleToy(t)
		command(m, "gama 0.5")
		press(m, keys)
		if got := m.typed().Text(); got != want {
			t.Errorf("%q after a wrong command: the line is %q, want %q", keys, got, want)
		}
	}
	for _, c := range []struct {
		keys []string
		want string
	}{
		{[]string{"left", "home", "right", "right", "m"}, "gamma 0.5"},
		{[]string{"backspace", "7"}, "gama 0.7"},
		{[]string{"up", "7"}, "gama 0.57"},
		{[]string{"seed 4", "up", "7"}, "gama 0.57"},
		{[]string{"seed 4", "up", "down", " "}, "seed 4"},
	} {
		m := idleToy(t)
		command(m, "gama 0.5")
		press(m, c.keys...)
		if got := m.typed().Text(); got != c.want {
			t.Errorf("%q after a wrong command: the line is %q, want %q", c.keys, got, c.want)
		}
	}
}

// TestNotesOfCandidatesAreOneLine: paragraphs of a method's text are not written behind its name.
func TestNotesOfCandidatesAreOneLine(t *testing.T) {
	m := idleToy(t)
	long := 0
	for _, text := range []string{"", "methods ", "+", "kernel ", "value ", "against ", "data ", "lesson ", "over "} {
		for _, it := range m.verbs().Candidates(text) {
			if strings.Contains(it.Note, "\n") {
				t.Errorf("%q: the note has several lines: %q", it.Name, it.Note)
			}
		}
	}
	for _, method := range m.Methods {
		long += strings.Count(method.Doc, "\n\n")
	}
	if long == 0 {
		t.Error("no method has paragraphs: nothing is tested")
	}
}

package ui

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"gramscope/data"
	"gramscope/data/synthetic"
	"gramscope/model"
	"gramscope/model/job"
	"gramscope/model/lab"
	"gramscope/model/linalg"
	"gramscope/model/sweep"
	"gramscope/ui/frame"
	"gramscope/ui/screen/screentest"
	"gramscope/ui/session"
)

// sessionText is a session as a file has it.
func sessionText(t *testing.T, s *session.Session) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := s.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// resume opens a session as the command does.
func resume(t *testing.T, s *session.Session) *explorer {
	t.Helper()
	l := screentest.Look(t, "braille", "none")
	r := job.NewRunner(t.Context())
	t.Cleanup(func() { r.Close(10 * time.Second) })
	at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	m := newExplorer(Config{Source: synthetic.Generators()[0], Spec: s.Spec, Session: s, Methods: screentest.Methods(), Workers: 1, Version: "test"}, l, r,
		func() time.Time { return at })
	m.Update(tea.WindowSizeMsg{Width: 120, Height: 40})
	m.Init()
	settle(t, m)
	return m
}

// figuresOf are the figures on screen as text, by method: of the table and the
// chart. The toys' errors do not depend on γ and the draw, the stable rank does.
func figuresOf(m *explorer) map[string][]string {
	all := map[string][]string{}
	add := func(name string, rows []sweep.Result) {
		for i := range rows {
			all[name] = append(all[name], lab.Column("error").Text(&rows[i]), lab.Column("stable_rank").Text(&rows[i]), lab.Column("gamma").Text(&rows[i]))
		}
	}
	for _, method := range m.Methods() {
		name, rows := method.Name, m.Outcome().Now(method.Name)
		add(name, rows)
		for _, point := range m.Outcome().Grid(name) {
			add(name, point)
		}
	}
	return all
}

// TestSessionComesBack: a session that was written and restored shows the same
// screen with the same figures.
func TestSessionComesBack(t *testing.T) {
	t.Parallel()
	for name, act := range map[string]func(*explorer){
		"as it starts": func(*explorer) {},
		"turned": func(m *explorer) {
			m.panel.Chosen = "gamma"
			press(m, "right", "right", "r", "tab")
			m.panel.Chosen = "m"
			press(m, "left")
			m.showValue("trace error")
			press(m, "x", "y")
			m.toggleMethod(1)
			m.pointMethod(2)
		},
		"over γ": func(m *explorer) {
			m.panel.Chosen = "sigma"
			press(m, "right")
			m.chooseAxis("gamma")
			m.focusOn(frame.Second)
			press(m, "v", "x", "y") // another curve has axes of its own
		},
		"sorted, and a chart written": func(m *explorer) {
			settle(t, m)
			saveAs(t, m, 4, filepath.Join(t.TempDir(), "c.svg"))
			m.focusOn(frame.Methods)
			press(m, "z", "z", "B", "B")
		},
		"over a result": func(m *explorer) { press(m, "X", "down", "down", "enter", "x") },
		"other charts": func(m *explorer) {
			press(m, "b", "2", "v", "down", "down", "enter", "3")
			for !m.points().Done { // else there are no axes to choose
				m.Update(m.Runner.Wait())
			}
			press(m, "o", "down", "enter", "v", "enter", "4", "5")
			m.matrix().Restore(&session.Session{View: session.View{Map: "K̃"}}) // where there is no room for all, v puts it first
			m.stream().Restore(&session.Session{View: session.View{Stream: session.Stream{Step: 3, Pace: 1, Sizes: true}}})
			m.regression().Restore(&session.Session{View: session.View{Learned: session.Regression{Value: "error against time", Over: map[string]model.Name{"error against time": "gamma"}}}})
			for _, k := range m.regression().Keys() {
				if k.Show == "x" || k.Show == "y" {
					k.Run(1)
				}
			}
			press(m, "5", "tab", "y")
			press(m, "2", "x", "tab", "y")
		},
		"another kernel, nothing ticked": func(m *explorer) {
			m.change(func(s *lab.Setting) { s.Spec.Kernel, s.Spec.Methods = "linear", nil })
			press(m, "tab", "tab", "tab")
		},
	} {
		t.Run(name, func(t *testing.T) {
			m := newToy(t, "braille", "none", 120, 40)
			m.Init()
			act(m)
			settle(t, m)
			path := filepath.Join(t.TempDir(), "s.json")
			text := sessionText(t, m.session())
			if err := os.WriteFile(path, text, 0o644); err != nil {
				t.Fatal(err)
			}
			s, err := sessionIn(path, screentest.Methods())
			if err != nil {
				t.Fatal(err)
			}
			again := resume(t, s)
			if got := sessionText(t, again.session()); string(got) != string(text) {
				t.Errorf("the session restored is\n%s\nwas\n%s", got, text)
			}
			want := figuresOf(m)
			if got := figuresOf(again); !reflect.DeepEqual(got, want) {
				t.Errorf("restored figures %v, were %v", got, want)
			}
			if name == "other charts" && (m.screen().key != "2" || m.session().Points[0] == "" || m.session().Map == "K" || m.session().Spectrum.Charts[0] == "eigenvalues" || !m.session().Theory) {
				t.Errorf("the keys have chosen nothing else: screen %s, points over %q, matrix %s, spectrum %v", m.screen().key, m.session().Points[0], m.session().Map, m.session().Spectrum.Charts)
			}
			if name == "over a result" && (s.Against != "memory" || again.against() != "memory") {
				t.Errorf("over %q, restored over %q, want memory", s.Against, again.against())
			}
			if name == "sorted, and a chart written" && (again.order.Sorted == "" || again.order.Sorted != m.order.Sorted || again.saver.Last != "chart as SVG" || again.Spread() != lab.Quartiles) {
				t.Errorf("sorted by %q, written %q, bands of %s; was %q, %q, %s", again.order.Sorted, again.saver.Last, again.Spread(), m.order.Sorted, m.saver.Last, m.Spread())
			}
			if len(m.Setting().Spec.Methods) > 0 && len(want) == 0 {
				t.Error("there are no figures to compare")
			}
			head := func(m *explorer) string {
				for m.screen().key == "2" && !m.spectrum().Done { // its titles tell what is still computed
					m.Update(m.Runner.Wait())
				}
				return strings.Split(m.View(), "\n")[1]
			}
			if head(again) != head(m) || again.focus != m.focus || again.session().Dimension != m.session().Dimension {
				t.Errorf("restored %q, was %q", head(again), head(m))
			}
		})
	}
}

// TestSessionAtAChartThatIsNotThere: a screen of one chart has no second one to stand at.
func TestSessionAtAChartThatIsNotThere(t *testing.T) {
	t.Parallel()
	s := newToy(t, "braille", "none", 100, 30).session()
	for _, c := range []struct {
		screen, focus, charted string
		want                   looked
	}{
		{"4", "second chart", "second chart", looked{frame.First, frame.First}},
		{"4", "knobs", "second chart", looked{frame.First, frame.First}},
		{"1", "second chart", "second chart", looked{frame.Second, frame.Second}},
		{"1", "methods", "knobs", looked{frame.Methods, frame.First}},
	} {
		s.Screen, s.Focus, s.Charted = c.screen, c.focus, c.charted
		m := resume(t, s)
		if got := (looked{m.focus, m.charted}); got != c.want || m.View() == "" {
			t.Errorf("%+v: %+v", c, got)
		}
		press(m, "e", "t", "w", "esc") // what looks at the chart that is shown
		m.View()
	}
}

func TestSessionOfAFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.csv")
	if err := os.WriteFile(path, []byte("id,\"b,c\",y\n1,2,3\n4,5,6\n7,8,9\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	table, err := data.Open(t.Context(), path, nil, data.Options{Dialect: data.Dialect{Header: data.HeaderYes}})
	if err != nil {
		t.Fatal(err)
	}
	file, err := table.File(data.Choice{Target: "y", Columns: []string{"-id", "b,c"}, DropMissing: true})
	if err != nil {
		t.Fatal(err)
	}
	got := sessionData(file, data.Options{Dialect: data.Dialect{Header: data.HeaderYes}})
	want := session.Data{File: path, Target: "y", Columns: []string{"-id", "2"}, DropMissing: true, Header: "yes"} // a name with a comma by its number
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

func TestBrokenSessions(t *testing.T) {
	t.Parallel()
	m := newToy(t, "braille", "none", 100, 30)
	good := string(sessionText(t, m.session()))
	replace := func(from, to string) string {
		if !strings.Contains(good, from) {
			t.Fatalf("the session has no %s", from)
		}
		return strings.Replace(good, from, to, 1)
	}
	_, grid, _ := strings.Cut(good, `"over": [`)
	grid, _, _ = strings.Cut(grid, "]\n   }\n  ]") // the swept parameter and its values
	grid += "]\n   }\n  "
	cases := map[string][2]string{ // the file, and what the error says
		"empty":      {"", "empty"},
		"cut short":  {good[:len(good)/2], "cut short"},
		"damaged":    {replace(`"m": 20`, `"m": 20,,`), ".json:10: the file was edited or damaged"},
		"other JSON": {`{"a": 1}`, "not a session of gramscope"},
		"a number":   {`12`, "not a session of gramscope"},
		"log":        {replace(`"gramscope_session": 1`, `"gramscope_session": 1, "at": 2.5`), "this is a log of an earlier gramscope"},
		"later":      {replace(`"gramscope_session": 1`, `"gramscope_session": 2`), "has version 2 of its format, expected version 1"},
		"unknown":    {replace(`"kernel"`, `"colour"`), "colour"},
		"kernel":     {replace(`"gaussian"`, `"gausian"`), `spec: unknown kernel "gausian"; did you mean gaussian?`},
		"method":     {replace(`"plain"`, `"plane"`), `spec: unknown method "plane"; did you mean plain?`},
		"range":      {replace(`"m": 20`, `"m": -20`), "m = -20"},
		"screen":     {replace(`"screen": "1"`, `"screen": "9"`), `screen: there is no "9"`},
		"pane":       {replace(`"focus": "knobs"`, `"focus": "door"`), `focus: there is no "door"`},
		"value":      {replace(`"value": "error"`, `"value": "luck"`), `value: there is no "luck"`},
		"against":    {replace(`"value": "error"`, `"value": "error", "against": "memry"`), `against: there is no "memry" (did you mean memory?)`},
		"reps":       {replace(`"reps": 2`, `"reps": 0`), "reps = 0"},
		"a text":     {replace(`"n": 40`, `"n": "40"`), "damaged: spec.n: found string, expected a whole number"},
		"a list":     {replace(`"kernel": "gaussian"`, `"kernel": []`), "damaged: spec.kernel: found array, expected a text in quotes"},
		"rows":       {replace(`"n": 40`, `"n": 0`), "n = 0"},
		"test rows":  {replace(`"test": 0`, `"test": 1`), "the test fraction 1 is outside"},
		"fewer test": {replace(`"test": 0`, `"test": -0.1`), "the test fraction -0.1 is outside"},
		"seed":       {replace(`"seed": 1`, `"seed": 9223372036854775808`), "seed = 9223372036854775808"},
		"grid":       {replace(`"over": [`+grid+`]`, `"over": [`+strings.Replace(grid, "10,", "0,", 1)+`]`), "m = 0"},
		"no grid":    {replace(`"over": [`+grid+`]`, `"over": []`), "0 swept parameters, not one"},
		"two grids":  {replace(grid, grid+","+grid), "2 swept parameters, not one"},
		"swept":      {replace(`"name": "m"`, `"name": "luck"`), `unknown parameter to sweep over "luck"`},
		"lesson":     {replace(`"screen": "1"`, `"screen": "1", "lesson": "meca"`), `lesson: there is no "meca" (did you mean meka?)`},
		"step":       {replace(`"step": 0`, `"step": -2`), "stream.step: -2 is not the number of a step"},
		"spectrum":   {replace(`"leverage scores"`, `"leverage"`), `spectrum.charts: there is no "leverage"`},
		"matrix":     {replace(`"map": "K"`, `"map": "L"`), `map: there is no "L"`},
		"stream":     {replace(`"steps_a_second": 4`, `"steps_a_second": 5`), "stream.steps_a_second: 5 is not a pace"},
		"width":      {replace(`"width": "median"`, `"width": "medium"`), `sigma "medium" is neither`},
		"two widths": {replace(`"m": 20`, `"gamma": 1, "m": 20, "sigma": 2`), "spec: gamma and sigma are both given, and set the same width"},
		"gamma":      {replace(`"m": 20`, `"gamma": 0, "m": 20`), "spec: gamma = 0 is outside"},
		"field":      {replace(`"m": 20`, `"m": 20}, "volume": {"m": 20`), "volume"},
		"data":       {replace(`"set": "bimodal"`, `"set": ""`), "neither a built-in set nor a file"},
		"endless":    {replace(`"n": 40`, `"n": 9223372036854775807`), "n = 9223372036854775807 is out of range; give at most 100000000"},
		"many reps":  {replace(`"reps": 2`, `"reps": 9223372036854775807`), "reps = 9223372036854775807 is out of range"},
		"limit":      {replace(`"exact_limit": `, `"exact_limit": -`), "exact_limit = -"},
		"memory":     {replace(`"max_memory": `, `"max_memory": -`), "max_memory = -"},
		"figures":    {replace(`"reps": 2`, `"reps": 2, "figures": ["luck"]`), `unknown figure "luck"`},
		"solver":     {replace(`"reps": 2`, `"reps": 2, "solver": "krll"`), `unknown solver "krll"; did you mean krill?`},
		"header":     {replace(`"set": "bimodal"`, `"set": "bimodal", "header": "maybe"`), `data.header: there is no "maybe"`},
		"knob":       {replace(`"knob": "`, `"knob": "x`), `knob: there is no "x`},
		"pointed":    {replace(`"method": "`, `"method": "x`), `method: there is no "x`},
		"sorted":     {replace(`"method": "`, `"sorted": "eror", "method": "`), `sorted: there is no "eror"`},
		"written":    {replace(`"method": "`, `"written": "chart as GIF", "method": "`), `written: there is no "chart as GIF"`},
		"band":       {replace(`"method": "`, `"band": "quartile", "method": "`), `band: there is no "quartile" (did you mean quartiles?)`},
		"reversed":   {replace(`"method": "`, `"zoom": {"1": [{"x": [100, 10], "y": null}, {"x": null, "y": null}]}, "method": "`), `zoom.1.1.x: 100:10 is no part of an axis`},
		"infinite":   {replace(`"method": "`, `"zoom": {"1": [{"x": [1, 1e999]}]}, "method": "`), `damaged: zoom.x: found number 1e999, expected a number`},
		"not a part": {replace(`"method": "`, `"zoom": {"1": [{"x": [1, "NaN"]}]}, "method": "`), `damaged: zoom.x: found string, expected a number`},
		"one end":    {replace(`"method": "`, `"zoom": {"1": [{"y": [10]}]}, "method": "`), `zoom.1.1.y: 10:0 is no part of an axis`},
		"zoomed":     {replace(`"method": "`, `"zoom": {"9": []}, "method": "`), `zoom: there is no "9"`},
		"learned":    {replace(`"test error"`, `"tset error"`), `regression.value: there is no "tset error" (did you mean test error?)`},
	}
	for name, c := range cases {
		path := filepath.Join(t.TempDir(), "s.json")
		if err := os.WriteFile(path, []byte(c[0]), 0o644); err != nil {
			t.Fatal(err)
		}
		_, err := sessionIn(path, m.Methods())
		var own *data.Error
		if !errors.As(err, &own) || !strings.Contains(err.Error(), c[1]) || !strings.HasPrefix(err.Error(), path) {
			t.Errorf("%s: %v, want %s", name, err, c[1])
		}
		if own != nil && len(own.Remedies) == 0 && own.Want == "" {
			t.Errorf("%s: no remedy in %v", name, err)
		}
	}
	for want, r := range map[string]io.Reader{
		"input: no luck":           iotest.ErrReader(errors.New("no luck")),
		"input: longer than 1 MB,": io.MultiReader(strings.NewReader(good+strings.Repeat(" ", 1<<20)), iotest.ErrReader(errors.New("read on"))),
	} {
		var own *data.Error
		if _, err := ReadSession(r, "input", m.Methods()); !errors.As(err, &own) || !strings.HasPrefix(err.Error(), want) || own.Want == "" {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// sessionIn reads the session in a file.
func sessionIn(path string, methods []model.Method) (*session.Session, error) {
	content, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return ReadSession(bytes.NewReader(content), path, methods)
}

// TestMarksAreLeftOut: a session of a version that could mark points is read, and the explorer says what is missing.
func TestMarksAreLeftOut(t *testing.T) {
	t.Parallel()
	m := newToy(t, "braille", "none", 100, 30)
	m.Init()
	settle(t, m)
	old := strings.Replace(string(sessionText(t, m.session())), `"spec": {`, `"marks": {"rows": "1,4-6", "x": "pc1", "y": "y", "from": [-1, 0.5], "to": [0.25, 2]}, "spec": {`, 1)
	s, err := ReadSession(strings.NewReader(old), "s.json", screentest.Methods())
	if err != nil {
		t.Fatal(err)
	}
	again := resume(t, s)
	if notes := strings.Join(again.Notes, " "); !strings.Contains(notes, "marks of points are left out") {
		t.Errorf("the notes are %q", again.Notes)
	}
	if text := sessionText(t, again.session()); strings.Contains(string(text), "marks") {
		t.Errorf("marks are written again:\n%s", text)
	}
}

// TestIndefiniteIsInTheSession: a session names what was done to the eigenvalues of a matrix.
func TestIndefiniteIsInTheSession(t *testing.T) {
	choice := data.Choice{Indefinite: data.Flip}
	table, err := data.OpenMatrix(t.Context(), "../testdata/data/kernel_f8.npy", nil, choice, data.Options{Spectral: linalg.Spectral}, false)
	if err != nil {
		t.Fatal(err)
	}
	file, err := table.File(data.Choice{})
	if err != nil {
		t.Fatal(err)
	}
	if got := sessionData(file, data.Options{}); got.Indefinite != data.Flip {
		t.Errorf("the session has %q", got.Indefinite)
	}
}

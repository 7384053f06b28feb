package ui

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"slices"
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

// reread returns a session as it is read when it was written.
func reread(s *session.Session, methods []model.Method) (*session.Session, error) {
	var b bytes.Buffer
	if err := s.Write(&b); err != nil {
		return nil, err
	}
	return session.Read(&b, "s.json", methods)
}

// given are fields by their names and texts.
func given(words ...string) (list []session.Field) {
	for pair := range slices.Chunk(words, 2) {
		list = append(list, session.Given(pair[0], pair[1]))
	}
	return list
}

// shownIn returns the text of a field of what is shown.
func shownIn(m *explorer, name string) string { return session.Text(m.fields(), name) }

// resume opens a session as the command does.
func resume(t *testing.T, s *session.Session) *explorer {
	t.Helper()
	l := screentest.Look("braille", "none")
	r := job.NewRunner(t.Context())
	t.Cleanup(func() { r.Close(10 * time.Second) })
	at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	m := newExplorer(Config{Source: synthetic.Generators()[0], Spec: s.Spec, Session: s, Methods: screentest.Methods(),
		Workers: 1, Version: "test"}, l, r,
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
			all[name] = append(all[name], lab.Column("error").Text(&rows[i]), lab.Column("stable_rank").Text(&rows[i]),
				lab.Column("gamma").Text(&rows[i]))
		}
	}
	for _, method := range m.Methods {
		name, rows := method.Name, m.Outcome.Now(method.Name)
		add(name, rows)
		for _, point := range m.Outcome.Grid(name) {
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
			m.pointAt(m.table().Move(2))
		},
		"over γ": func(m *explorer) {
			m.panel.Chosen = "sigma"
			press(m, "right")
			m.chooseAxis("gamma")
			m.focusOn(frame.Second)
			press(m, "v", "x", "y") // another curve has axes of its own
		},
		"sorted": func(m *explorer) {
			settle(t, m)
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
			// what keys do where there is no room for all
			m.setShown(given("matrix.map", "K̃", "stream.step", "3", "stream.steps_a_second", "1", "stream.sizes", "true",
				"regression.value", "error against time",
				"regression.over", "gamma"))
			for _, k := range m.regression().Keys(1) {
				if k.Show == "x" || k.Show == "y" {
					k.Run()
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
			if name == "other charts" &&
				(m.screen().key != "2" || shownIn(m, "points.1") == "" || shownIn(m, "matrix.map") == "|K−K̃|" ||
					shownIn(m, "spectrum.charts.1") == "eigenvalues" || shownIn(m, "explore.theory") != "true") {
				t.Errorf("the keys have chosen nothing else: screen %s, %v", m.screen().key, m.fields())
			}
			if name == "over a result" && (shownIn(m, "explore.against") != "memory" || again.against() != "memory") {
				t.Errorf("over %q, restored over %q, want memory", shownIn(m, "explore.against"), again.against())
			}
			if name == "sorted" && (again.order.Sorted == "" || again.order.Sorted != m.order.Sorted ||
				again.Spread != lab.Quartiles) {
				t.Errorf("sorted by %q, bands of %s; was %q, %s", again.order.Sorted, again.Spread, m.order.Sorted, m.Spread)
			}
			if len(m.Setting.Spec.Methods) > 0 && len(want) == 0 {
				t.Error("there are no figures to compare")
			}
			head := func(m *explorer) string {
				for m.screen().key == "2" && !m.spectrum().Done { // its titles tell what is still computed
					m.Update(m.Runner.Wait())
				}
				return strings.Split(m.View(), "\n")[1]
			}
			if head(again) != head(m) || again.focus != m.focus ||
				shownIn(again, "explore.effective_dimension") != shownIn(m, "explore.effective_dimension") {
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
		want                   [2]frame.Pane
	}{
		{"4", "second chart", "second chart", [2]frame.Pane{frame.First, frame.First}},
		{"4", "knobs", "third chart", [2]frame.Pane{frame.Knobs, frame.First}},
		{"1", "second chart", "second chart", [2]frame.Pane{frame.Second, frame.Second}},
		{"1", "methods", "knobs", [2]frame.Pane{frame.Methods, frame.First}},
	} {
		s.Shown = given("screen", c.screen, "focus", c.focus, "charted", c.charted)
		m := resume(t, s)
		if got := ([2]frame.Pane{m.focus, m.charted}); got != c.want || m.View() == "" {
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
	got := session.DataOf(file, data.Options{Dialect: data.Dialect{Header: data.HeaderYes}})
	// a name with a comma by its number
	want := session.Data{File: path, Choice: data.Choice{Target: "y", Columns: []string{"-id", "2"}, DropMissing: true},
		Dialect: data.Dialect{Header: data.HeaderYes}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

// TestSessionOfAMatrixFindsItsTarget: from any folder, as the paths of the matrix and of the target are absolute.
func TestSessionOfAMatrixFindsItsTarget(t *testing.T) {
	t.Chdir("../testdata/data")
	choice := data.Choice{Target: "kernel_y.npy"}
	table, err := data.OpenMatrix(t.Context(), "kernel.csv", nil, choice, data.Options{}, false)
	if err != nil {
		t.Fatal(err)
	}
	file, err := table.File(choice)
	if err != nil {
		t.Fatal(err)
	}
	folder, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	got := session.DataOf(file, data.Options{})
	if got.File != filepath.Join(folder, "kernel.csv") || got.Choice.Target != filepath.Join(folder, "kernel_y.npy") {
		t.Errorf("%+v", got)
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
		"cut short":  {good[:len(good)/2], "the file was edited or damaged: unexpected end"},
		"damaged":    {replace(`"m": 20`, `"m": 20,,`), ".json:10: the file was edited or damaged"},
		"other JSON": {`{"a": 1}`, "not a session of gramscope"},
		"a number":   {`12`, "not a session of gramscope"},
		"earlier": {replace(`"gramscope_session": 2`, `"gramscope_session": 1`),
			"has version 1 of its format, expected version 2; open it with the gramscope that wrote it"},
		"later": {replace(`"gramscope_session": 2`, `"gramscope_session": 9`),
			"has version 9 of its format, expected version 2"},
		"unknown": {replace(`"kernel"`, `"colour"`), "colour"},
		"kernel":  {replace(`"gaussian"`, `"gausian"`), `spec: unknown kernel "gausian"; did you mean gaussian?`},
		"method":  {replace(`"plain"`, `"plane"`), `spec: unknown method "plane"; did you mean plain?`},
		"range":   {replace(`"m": 20`, `"m": -20`), "m = -20"},
		"reps":    {replace(`"reps": 2`, `"reps": 0`), "reps = 0"},
		"a text":  {replace(`"n": 40`, `"n": "40"`), "damaged: spec.n: found string, expected a whole number"},
		"a list": {replace(`"kernel": "gaussian"`, `"kernel": []`),
			"damaged: spec.kernel: found array, expected a text in quotes"},
		"rows":       {replace(`"n": 40`, `"n": 0`), "n = 0"},
		"test rows":  {replace(`"test": 0`, `"test": 1`), "the test fraction 1 is outside"},
		"fewer test": {replace(`"test": 0`, `"test": -0.1`), "the test fraction -0.1 is outside"},
		"seed":       {replace(`"seed": 1`, `"seed": 9223372036854775808`), "seed = 9223372036854775808"},
		"grid":       {replace(`"over": [`+grid+`]`, `"over": [`+strings.Replace(grid, "10,", "0,", 1)+`]`), "m = 0"},
		"no grid":    {replace(`"over": [`+grid+`]`, `"over": []`), "0 swept parameters, not one"},
		"two grids":  {replace(grid, grid+","+grid), "2 swept parameters, not one"},
		"swept":      {replace(`"name": "m"`, `"name": "luck"`), `unknown parameter to sweep over "luck"`},
		"width":      {replace(`"width": "median"`, `"width": "medium"`), `sigma "medium" is neither`},
		"two widths": {replace(`"m": 20`, `"gamma": 1, "m": 20, "sigma": 2`),
			"spec: gamma and sigma are both given, and set the same width"},
		"gamma": {replace(`"m": 20`, `"gamma": 0, "m": 20`), "spec: gamma = 0 is outside"},
		"data":  {replace(`"set": "bimodal"`, `"set": ""`), "neither a built-in set nor a file"},
		"endless": {replace(`"n": 40`, `"n": 9223372036854775807`),
			"n = 9223372036854775807 is out of range; give at most 100000000"},
		"many reps": {replace(`"reps": 2`, `"reps": 9223372036854775807`), "reps = 9223372036854775807 is out of range"},
		"limit":     {replace(`"exact_limit": `, `"exact_limit": -`), "exact_limit = -"},
		"memory":    {replace(`"max_memory": `, `"max_memory": -`), "max_memory = -"},
		"figures":   {replace(`"reps": 2`, `"reps": 2, "figures": ["luck"]`), `unknown figure "luck"`},
		"solver": {replace(`"reps": 2`, `"reps": 2, "solver": "falcon"`),
			`unknown solver "falcon"; did you mean falkon?`},
		"gone":    {replace(`"reps": 2`, `"reps": 2, "solver": "krill"`), `unknown solver "krill"`},
		"no more": {replace(`"reps": 2`, `"reps": 2, "preconditioner": "afn"`), `preconditioner`},
	}
	for name, c := range cases {
		path := filepath.Join(t.TempDir(), "s.json")
		if err := os.WriteFile(path, []byte(c[0]), 0o644); err != nil {
			t.Fatal(err)
		}
		_, err := sessionIn(path, m.Methods)
		var own *data.Error
		if !errors.As(err, &own) || !strings.Contains(err.Error(), c[1]) || !strings.HasPrefix(err.Error(), path) {
			t.Errorf("%s: %v, want %s", name, err, c[1])
		}
		if own != nil && len(own.Remedies) == 0 && own.Want == "" {
			t.Errorf("%s: no remedy in %v", name, err)
		}
	}
	for want, r := range map[string]io.Reader{
		"input: no luck": iotest.ErrReader(errors.New("no luck")),
		"input: longer than 1 MB,": io.MultiReader(strings.NewReader(good+strings.Repeat(" ", 1<<20)),
			iotest.ErrReader(errors.New("read on"))),
	} {
		var own *data.Error
		if _, err := session.Read(r, "input", m.Methods); !errors.As(err, &own) || !strings.HasPrefix(err.Error(), want) ||
			own.Want == "" {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// TestWrongPartsAreLeftOut: a wrong part of what is shown is left out with a note, and all others are shown.
func TestWrongPartsAreLeftOut(t *testing.T) {
	t.Parallel()
	m := newToy(t, "braille", "none", 100, 30)
	press(m, "5")
	settle(t, m)
	good := string(sessionText(t, m.session()))
	for name, c := range map[string][3]string{ // what is replaced, by what, and what the note says
		"screen":    {`"screen": "5"`, `"screen": "9"`, `screen: there is no "9"`},
		"pane":      {`"focus": "first chart"`, `"focus": "door"`, `focus: there is no "door"`},
		"value":     {`"value": "error"`, `"value": "luck"`, `explore.value: there is no "luck"`},
		"against":   {`"value": "error"`, `"value": "error", "against": "memry"`, `explore.against: there is no "memry"`},
		"lesson":    {`"screen": "5"`, `"screen": "5", "lesson": "meca"`, `lesson: there is no "meca"`},
		"step":      {`"step": 0`, `"step": -2`, "stream.step: -2 is not the number of a step"},
		"a text":    {`"step": 0`, `"step": "first"`, `stream.step: "first" is not a whole number`},
		"a list":    {`"step": 0`, `"step": [{}]`, `stream.step: "[{}]" is not a whole number`},
		"an object": {`"value": "error"`, `"value": {"a": {"b": {"c": {"d": {"e": 1}}}}}`, `explore.value: there is no "{`},
		"endless":   {`"step": 0`, `"step": 1e999`, `stream.step: "1e999" is not a whole number`},
		"spectrum":  {`"leverage scores"`, `"leverage"`, `spectrum.charts.2: there is no "leverage"`},
		"matrix":    {`"map": "|K−K̃|"`, `"map": "L"`, `matrix.map: there is no "L"`},
		"stream":    {`"steps_a_second": 4`, `"steps_a_second": 5`, "stream.steps_a_second: 5 is not a pace"},
		"knob":      {`"knob": "`, `"knob": "x`, `knob: there is no "x`},
		"pointed":   {`"method": "`, `"method": "x`, `method: there is no "x`},
		"sorted":    {`"method": "`, `"sorted": "eror", "method": "`, `sorted: there is no "eror"`},
		"band":      {`"method": "`, `"band": "quartile", "method": "`, `band: there is no "quartile"`},
		"scale":     {`"theory": false`, `"theory": false, "x": "lgo"`, `explore.x: there is no "lgo"`},
		"reversed": {`"theory": false`, `"theory": false, "zoom.1.x": "100:10"`,
			`explore.zoom.1.x: "100:10" is not a part of an axis`},
		"more": {`"theory": false`, `"theory": false, "zoom.1.x": "1:2;3"`,
			`explore.zoom.1.x: "1:2;3" is not a part of an axis`},
		"not a part": {`"theory": false`, `"theory": false, "zoom.1.x": "1:NaN"`,
			`explore.zoom.1.x: "1:NaN" is not a part of an axis`},
		"a number": {`"theory": false`, `"theory": false, "zoom.1.x": 7`, `explore.zoom.1.x: "7" is not a part of an axis`},
		"zoomed":   {`"theory": false`, `"theory": false, "zoom.9.x": "1:2"`, `explore.zoom.9.x: there is no such part`},
		"learned":  {`"test error"`, `"tset error"`, `regression.value: there is no "tset error"`},
		"answers": {`"screen": "5"`, `"screen": "5", "lessons": {"answers": [{"lesson": "../meka"}]}`,
			`lessons.answers: "../meka" is not the name of a lesson`},
		"another": {`"screen": "5"`, `"screen": "5", "papers": {"at": 3}`, `papers.at: there is no such part`},
		"marks":   {`"screen": "5"`, `"screen": "5", "marks": {"rows": "1,4-6"}`, "marks.rows: there is no such part"},
		"old zoom": {`"screen": "5"`, `"screen": "5", "zoom": {"1": [{"x": [1, 10], "y": null}]}`,
			"zoom.1: there is no such part"},
	} {
		if !strings.Contains(good, c[0]) {
			t.Fatalf("the session has no %s:\n%s", c[0], good)
		}
		s, err := session.Read(strings.NewReader(strings.Replace(good, c[0], c[1], 1)), "s.json", m.Methods)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		again := resume(t, s)
		if notes := strings.Join(again.Notes, "; "); len(again.Notes) != 1 ||
			!strings.Contains(notes, "left out of the session: "+c[2]) {
			t.Errorf("%s: the notes are %q, want %s", name, notes, c[2])
		}
		// the screen has a focus of its own
		if left := m.session().Differences(again.session()); len(left) > 2 || shownIn(again, "matrix.map") != "|K−K̃|" {
			t.Errorf("%s: other parts are left out: %v", name, left)
		}
		again.View()
	}
	s := m.session()
	for i := range 1000 {
		s.Shown = append(s.Shown, session.Given(fmt.Sprint("luck.", i), "1"))
	}
	if again := resume(t, s); len(again.Notes) != 6 ||
		!strings.Contains(again.Notes[5], "more of the session is left out") {
		t.Errorf("of 1000 wrong parts the notes are %q", again.Notes)
	}
}

// sessionIn reads the session in a file.
func sessionIn(path string, methods []model.Method) (*session.Session, error) {
	content, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return session.Read(bytes.NewReader(content), path, methods)
}

// TestIndefiniteIsInTheSession: a session names what was done to the eigenvalues of a matrix.
func TestIndefiniteIsInTheSession(t *testing.T) {
	choice := data.Choice{Indefinite: data.Flip}
	table, err := data.OpenMatrix(t.Context(), "../testdata/data/kernel_f8.npy", nil, choice,
		data.Options{Spectral: linalg.Spectral}, false)
	if err != nil {
		t.Fatal(err)
	}
	file, err := table.File(data.Choice{})
	if err != nil {
		t.Fatal(err)
	}
	if got := session.DataOf(file, data.Options{}); got.Indefinite != data.Flip {
		t.Errorf("the session has %q", got.Indefinite)
	}
}

// TestUndoBringsBackWhatWasShown: a lesson changes what the first screen shows, and u takes that back, too.
func TestUndoBringsBackWhatWasShown(t *testing.T) {
	t.Parallel()
	m := lessonToy(t, lessonMethods(), "braille", "none", 100, 30)
	m.Launch = func(job.Kind, job.Work) {}
	m.setShown(given("value", "trace error", "against", "memory", "x", "log", "theory", "true"))
	before := slices.DeleteFunc(m.fields(), func(f session.Field) bool { return !strings.HasPrefix(f.Name, "explore.") })
	m.openLesson("accumulate")
	if shownIn(m, "explore.against") != "" || shownIn(m, "explore.value") == "trace error" {
		t.Fatalf("the lesson shows %v", m.fields())
	}
	m.undo()
	for _, f := range before {
		if now := shownIn(m, f.Name); now != f.Text() {
			t.Errorf("%s is %q, was %q", f.Name, now, f.Text())
		}
	}
}

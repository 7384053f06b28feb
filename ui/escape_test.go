package ui

import (
	"bytes"
	"encoding/base64"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"gramscope/data"
	"gramscope/data/legible"
	"gramscope/data/remedy"
	"gramscope/data/synthetic"
	"gramscope/model/job"
	"gramscope/model/lab"
	"gramscope/model/sweep"
	"gramscope/ui/chooser"
	"gramscope/ui/drawing"
	"gramscope/ui/screen"
	"gramscope/ui/screen/matrix"
	"gramscope/ui/screen/points"
	"gramscope/ui/screen/screentest"
	"gramscope/ui/screen/spectrum"
	"gramscope/ui/widget"
)

// hostile is a name that would steer a terminal, break lines and turn the order of
// writing, with wide characters and marks, whose widths are their own.
const hostile = "\x1b]0;owned\x07漢e\u0301字\u202e\u2066\u009b31m\x7f\r\n\t\u2028\u200f\ufeff\xff…漢字漢字漢字漢字 end"

// isSafe fails where a text holds something else than lines that are legible.
func isSafe(t *testing.T, where, text string) {
	t.Helper()
	for i, line := range strings.Split(text, "\n") {
		if shown := legible.Text(line); shown != line {
			t.Errorf("%s: line %d would be %q: %q", where, i+1, shown, line)
			return
		}
	}
}

var windows = [][2]int{{120, 40}, {80, 24}, {40, 12}}

// frameIsSafe looks at an explorer in windows of all sizes: each frame is of the
// window's size, and nothing in it is more than text.
func frameIsSafe(t *testing.T, where string, m *explorer) {
	t.Helper()
	for _, size := range windows {
		frameIsSafeAt(t, where, m, size)
	}
}

func frameIsSafeAt(t *testing.T, where string, m *explorer, size [2]int) {
	t.Helper()
	m.Update(sized(size[0], size[1]))
	m.layOut()
	frame := m.View()
	at := fmt.Sprintf("%s at %d×%d", where, size[0], size[1])
	isSafe(t, at, frame)
	lines := strings.Split(frame, "\n")
	if len(lines) != size[1] {
		t.Errorf("%s: %d lines", at, len(lines))
	}
	for y, line := range lines {
		if w := ansi.StringWidth(line); w != size[0] {
			t.Errorf("%s: line %d is %d wide: %s", at, y+1, w, line)
			break
		}
	}
}

// hostileSource is a source of which all names are hostile.
type hostileSource struct {
	data.Source
	classes []string
}

func (s hostileSource) Name() string      { return hostile }
func (s hostileSource) Classes() []string { return s.classes }
func (s hostileSource) Draw(n int, test float64, rng *rand.Rand) (*data.Set, *data.Set, error) {
	train, rest, err := s.Source.Draw(n, test, rng)
	for _, set := range []*data.Set{train, rest} {
		if set == nil {
			continue
		}
		set.Target, set.Classes = hostile, s.classes
		for j := range set.Columns {
			set.Columns[j] = hostile
		}
	}
	return train, rest, err
}

// hostileToy is an explorer on a screen, with figures, of which all that comes from
// outside is hostile.
func hostileToy(t *testing.T, screen string) *explorer {
	t.Helper()
	m := newToy(t, "braille", "none", 100, 30)
	editSetting(m, func(s *lab.Setting) { s.Store = sweep.NewStore(hostileSource{Source: synthetic.Generators()[0]}) })
	m.Launch = func(job.Kind, job.Work) {}
	press(m, screen)
	switch screen {
	case "5":
		m = streamToy(t, "braille", "none", 120, 40, false)
		editSetting(m, func(s *lab.Setting) { s.Store = sweep.NewStore(hostileSource{Source: synthetic.Generators()[0]}) })
		m.receive(job.Sweep, screentest.FoundDistances(m.Setting))
		feedStream(m, 8, false)
	case "6":
		m = learnToy(t, "braille", "none", 100, 30)
		editSetting(m, func(s *lab.Setting) { s.Store = sweep.NewStore(hostileSource{Source: synthetic.Generators()[0]}) })
		m.receive(job.Sweep, screentest.FoundDistances(m.Setting))
		feedLearned(t, m, 7)
	default:
		feed(t, m, 2)
	}
	switch screen {
	case "2":
		feedSpectrum(m)
		m.receive(spectrum.Jobs, spectrum.Approximate{Method: "broken", Missing: hostile})
	case "3":
		feedPoints(m)
		train := m.points().Now.Cloud.Train
		train.Columns, train.Target = []string{hostile, hostile + "2", hostile + "3"}, hostile
		m.receive(points.Jobs, points.Landmarks{Method: "eager", Missing: hostile})
	case "4":
		m.receive(matrix.Jobs, madeUpMaps("plain", 0.7))
		m.receive(matrix.Jobs, job.Finished{})
	}
	for _, method := range m.Methods {
		rows := m.Outcome.Now(method.Name)
		for i := range rows {
			if rows[i].Method == "broken" {
				rows[i].Failure, rows[i].Cause = hostile, errors.New(hostile)
			}
			rows[i].Warnings = remedy.Notes(hostile)
		}
	}
	redraw(m)
	return m
}

// hostileFolder is the working folder from now on, which the chooser lists: it has a file with a hostile name.
func hostileFolder(t *testing.T) {
	t.Helper()
	t.Chdir(t.TempDir())
	if err := os.WriteFile("x"+strings.ReplaceAll(hostile, "/", "")+".csv", []byte(smallCSV), 0o600); err != nil {
		t.Skip("no such names here: ", err)
	}
}

// TestNoScreenIsSteered presses the keys of every screen while everything has a hostile name, and types into what they
// open. Those of all screens are pressed on the first one.
func TestNoScreenIsSteered(t *testing.T) {
	hostileFolder(t)
	if got := len(allScreens(t)); got != 7 {
		t.Fatalf("%d screens", got)
	}
	for _, s := range allScreens(t) {
		m := hostileToy(t, s.key)
		if m.screen().key != s.key {
			t.Fatalf("screen %s is not open", s.key)
		}
		frameIsSafe(t, "screen "+s.Name(), m)
		m.InfoOnce(hostile)
		frameIsSafe(t, "screen "+s.Name()+" with a note", m)
		m.Complain(errors.New(hostile))
		frameIsSafe(t, "screen "+s.Name()+" with an error", m)
		for i, b := range m.keys("") {
			if b.on != s.key && s.key != "1" || b.on != "" && b.on != s.key {
				continue
			}
			for _, key := range strings.Fields(b.keys) {
				if key == "q" || key == "ctrl+c" || b.on == "" && len(key) == 1 && strings.Contains("1234567", key) ||
					b.section == "Lessons" {
					continue
				}
				press(m, key)
				if len(m.open()) == 0 {
					continue
				}
				press(m, hostile[:40])
				frameIsSafeAt(t, fmt.Sprintf("screen %s, key %q and a text", s.Name(), key), m, windows[i%len(windows)])
				press(m, "enter", "esc", "esc", "esc")
			}
		}
		frameIsSafe(t, "screen "+s.Name()+" after all keys", m)
	}
}

// TestNoFileSteersTheChooser goes through the pages of the data chooser, whose
// folders, files, columns and cells are hostile.
func TestNoFileSteersTheChooser(t *testing.T) {
	m := hostileToy(t, "1")
	press(m, "d")
	m.carryOut(m.chooser.Read(hostile))
	frameIsSafe(t, "reading", m)
	m.receive(job.Files, chooser.ReadSoFar{Percent: 40})
	frameIsSafe(t, "reading on", m)
	m.receive(job.Files, chooser.FolderListed{Path: hostile,
		Items: []widget.Item{{Name: hostile, Note: hostile}, {Name: hostile + "/"}}})
	press(m, "down", "down")
	frameIsSafe(t, "the list", m)
	m.typed().Set(hostile)
	frameIsSafe(t, "a filter", m)
	press(m, "esc", ":", "data x")
	m.receive(job.Files, chooser.Completed{Of: "x", Paths: []string{hostile, hostile + "2"}})
	frameIsSafe(t, "a path that was completed", m)
	press(m, "esc", "d")
	table, err := data.Open(t.Context(), write(t, "small.csv", "a,b,c\n1,2,u\u202ev\n2,1,w\u009b\n3,4,\x1b[31m\n"), nil,
		data.Options{})
	if err != nil {
		t.Fatal(err)
	}
	table.Name, table.Notes = hostile, remedy.Notes(hostile)
	for j := range table.Width() {
		table.Column(j).Name = hostile + fmt.Sprint(j)
	}
	m.receive(job.Files, chooser.TableRead{Table: table})
	frameIsSafe(t, "the columns", m)
	press(m, "up", "space", "c", "t")
	frameIsSafe(t, "the columns, changed", m)
	m.receive(job.Files, job.Failed{Err: &data.Error{File: hostile, Problem: hostile, Want: hostile,
		Remedies: remedy.Do(hostile)}})
	frameIsSafe(t, "a refusal", m)
	file, err := table.File(data.Choice{Target: hostile + "2"})
	if err != nil {
		t.Fatal(err)
	}
	m.receive(job.Files, screen.Use{Source: file, Notes: append(file.Notes(), remedy.Note{Text: hostile})})
	frameIsSafe(t, "the data, taken", m)
	press(m, "?")
	frameIsSafe(t, "the notes in the help", m)
	m.Update(sized(120, 40))
	if !strings.Contains(m.View(), "漢字 end") {
		t.Errorf("the note in the help lacks its end:\n%s", m.View())
	}
}

// TestNoCopiedCommandSteers: the line in the clipboard is legible, and so is what
// the box shows.
func TestNoCopiedCommandSteers(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x"+strings.ReplaceAll(hostile, "/", "")+".csv")
	if err := os.WriteFile(path, []byte("a\u202eb,c d,e\n1,2,3\n2,1,5\n3,4,2\n4,3,9\n"), 0o600); err != nil {
		t.Skip("no such names here: ", err)
	}
	table, err := data.Open(t.Context(), path, nil, data.Options{})
	if err != nil {
		t.Fatal(err)
	}
	file, err := table.File(data.Choice{Target: "a\u202eb", Columns: []string{"c d"}})
	if err != nil {
		t.Fatal(err)
	}
	m := hostileToy(t, "1")
	editSetting(m, func(s *lab.Setting) { s.Store = sweep.NewStore(file) })
	var out bytes.Buffer
	m.output = &out
	m.copy("sweep")()
	frameIsSafe(t, "the command", m)
	coded, ok := strings.CutPrefix(strings.TrimSuffix(out.String(), "\a"), "\x1b]52;c;")
	line, err := base64.StdEncoding.DecodeString(coded)
	if !ok || err != nil || !strings.Contains(string(line), " --target $'a") {
		t.Fatalf("%q (%v)", out.String(), err)
	}
	isSafe(t, "the clipboard", string(line))
	if strings.Contains(string(line), "\n") {
		t.Errorf("%q is more than a line", line)
	}
}

// inFile is hostile as a CSV file holds it.
var inFile = strings.ReplaceAll(hostile, "\r\n", "\n")

// hostileView shows results of which every text is hostile.
func hostileView(t *testing.T) *explorer {
	t.Helper()
	header := []string{"data", "n", "d", "kernel", "gamma", "sigma", "method", "m", "mu", "score_ridge", "rep", "seed",
		"error", "learner",
		inFile, "x" + inFile, "failure", "warnings"}
	cell := func(method, m, value string) map[string]string {
		return map[string]string{"data": hostile, "kernel": hostile + m, "learner": hostile, "method": method, "m": m,
			"error": value,
			hostile: value, "x" + hostile: hostile}
	}
	failed := cell("idle", "10", "")
	failed["failure"], failed["warnings"] = hostile, hostile
	rows := recordedRows(t, cell(hostile, "10", "0.5"), cell(hostile, "20", "0.4"), cell("plain", "10", "0.3"), failed)
	results := sweep.Results{Header: header, Rows: rows}
	return viewOfFiles(t, lab.Recorded{Files: []string{hostile, hostile}, Results: results})
}

func TestNoResultsSteerView(t *testing.T) {
	t.Parallel()
	m := hostileView(t)
	if !slices.ContainsFunc(m.explore().Values(), func(it widget.Item) bool { return it.Name == inFile }) {
		t.Fatal("the column with a hostile name has no chart")
	}
	m.Methods[0].Name = "漢字\n"
	table, first := m.table().Fit(120), m.table().Columns()[0]
	before, _, _ := strings.Cut(ansi.Strip(table.Render(120, 2, 0, false)), first.Head)
	if got, want := ansi.StringWidth(before+first.Head)-first.Width, 6+len("plain")+1; got != want { // 漢字\n is 6 wide
		t.Errorf("the names take %d cells, want %d", got, want)
	}
	m = hostileView(t)
	m.showValue(inFile)
	m.dirty = true
	frameIsSafe(t, "view", m)
	for i, b := range m.keys("") {
		for _, key := range strings.Fields(b.keys) {
			if key == "q" || key == "ctrl+c" {
				continue
			}
			m.panel.Chosen = m.panel.Knobs[i%len(m.panel.Knobs)].Name
			press(m, key)
			frameIsSafeAt(t, fmt.Sprintf("view, key %q", key), m, windows[i%len(windows)])
			press(m, "enter", "esc", "esc", "esc")
		}
	}
}

// TestNoWrittenChartSteers: a chart in a file is text that can be listed, and a
// drawing that is XML.
func TestNoWrittenChartSteers(t *testing.T) {
	t.Parallel()
	all := map[string]*explorer{"view": hostileView(t)}
	all["view"].showValue(hostile)
	for _, s := range allScreens(t) {
		all[s.Name()] = hostileToy(t, s.key)
	}
	for name, m := range all {
		for i, v := range m.charts() {
			where := fmt.Sprintf("%s, chart %d", name, i+1)
			var text, svg bytes.Buffer
			if err := m.shown(i).Words()(&text); err != nil {
				t.Errorf("%s: %v", where, err)
			}
			isSafe(t, where, text.String())
			if v.Lines == nil && v.Figure == nil {
				continue
			}
			if err := m.shown(i).Drawing(drawing.Slide().SVG)(&svg); err != nil {
				continue // there is nothing to draw yet
			}
			isSafe(t, where+" as SVG", strings.ReplaceAll(svg.String(), "\t", " "))
			for in := xml.NewDecoder(&svg); ; {
				if _, err := in.Token(); errors.Is(err, io.EOF) {
					break
				} else if err != nil {
					t.Errorf("%s as SVG: %v", where, err)
					break
				}
			}
		}
	}
}

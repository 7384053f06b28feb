package ui

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"io"
	"maps"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"gonum.org/v1/gonum/stat"

	"gramscope/model/job"
	"gramscope/ui/chart"
	"gramscope/ui/drawing"
	"gramscope/ui/save"
)

// saveAs goes through the menu of `w` to the entry so many lines down, and types a
// name.
func saveAs(t *testing.T, m *explorer, entry int, path string) {
	t.Helper()
	press(m, "w")
	m.menu.At = 0 // whatever was written last
	for range entry {
		press(m, "down")
	}
	press(m, "enter")
	if m.mode() != inName {
		t.Fatalf("entry %d asks for no name: %s", entry, m.Note.Text)
	}
	press(m, path, "enter")
	settleSaving(t, m)
}

// writeBy begins to write a session that a function writes.
func writeBy(t *testing.T, m *explorer, path string, content save.Content) {
	t.Helper()
	shown := m.shown(m.keyedChart())
	shown.Session = func() save.Content { return content }
	m.carryOut(m.saver.Ask(false, shown))
	m.menu.At = 2
	press(m, "enter", path, "enter")
}

// TestNoFileIsCalledDash: standard output is the screen, and "-" no name of a file.
func TestNoFileIsCalledDash(t *testing.T) {
	m := run(t)
	t.Chdir(t.TempDir())
	saveAs(t, m, 2, "-")
	if !strings.Contains(m.Note.Text, "standard output") || !strings.Contains(m.Note.Text, "choose another name with w") {
		t.Errorf("the explorer says %q", m.Note.Text)
	}
	if files, err := os.ReadDir("."); err != nil || len(files) > 0 {
		t.Errorf("files are left: %v, %v", files, err)
	}
}

func settleSaving(t *testing.T, m *explorer) {
	t.Helper()
	for m.Runner.Busy(job.Write) {
		m.Update(m.Runner.Wait())
	}
}

func TestWrite(t *testing.T) {
	t.Parallel()
	m := run(t)
	folder := t.TempDir()
	read := func(name string) string {
		text, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	for i, name := range []string{"r.csv", "r.jsonl", "s.json", "c.txt", "c.svg", "c.png", "c.pdf", "screen.svg"} {
		saveAs(t, m, i, filepath.Join(folder, name))
		if strings.Contains(m.Note.Text, "writing") ||
			!strings.Contains(m.Note.Text, "written: "+filepath.Join(folder, name)) {
			t.Fatalf("%s: %q", name, m.Note.Text)
		}
	}
	rows, err := csv.NewReader(strings.NewReader(read("r.csv"))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	// 4 methods, one of which can't run, at the grid and at m = 20, which is not on it; the others once more.
	points := len(m.Outcome.Axis.Values)
	if slices.Contains(m.Outcome.Axis.Values, 20) {
		t.Fatal("m = 20 is on the grid")
	}
	if want := 1 + 4*2*(points+1); len(rows) != want {
		t.Errorf("%d lines, want %d", len(rows), want)
	}
	objects := strings.Split(strings.TrimSpace(read("r.jsonl")), "\n")
	if len(objects) != len(rows)-1 {
		t.Errorf("%d objects for %d rows", len(objects), len(rows)-1)
	}
	at := slices.Index(rows[0], "error")
	for i, o := range objects {
		var row map[string]any
		if err := json.Unmarshal([]byte(o), &row); err != nil {
			t.Fatal(err)
		}
		if want := rows[i+1][at]; want != "" && strconv.FormatFloat(row["error"].(float64), 'g', -1, 64) != want {
			t.Errorf("row %d: error %v, in CSV %s", i, row["error"], want)
		}
	}
	if _, err := sessionIn(filepath.Join(folder, "s.json"), m.Methods); err != nil {
		t.Error(err)
	}
	if text := read("c.txt"); !strings.Contains(text, "error: ") || !strings.Contains(text, "● plain") ||
		strings.Contains(text, "\x1b") {
		t.Errorf("the chart as text:\n%s", text)
	}
	if !strings.HasPrefix(read("c.png"), "\x89PNG") {
		t.Error("no PNG")
	}
	if text := read("screen.svg"); !strings.Contains(text, `fill="#10141a"/>`) || !strings.Contains(text, ">spectral<") &&
		!strings.Contains(text, " spectral ") {
		t.Errorf("the screen:\n%s", text)
	}
	if entries, _ := os.ReadDir(folder); len(entries) != 8 {
		t.Errorf("the folder holds %v", entries)
	}
}

// TestFrozenChartsNameTheirOwnSetting: curves of the setting before don't get the γ and the m of knobs that turned
// since, on no screen.
func TestFrozenChartsNameTheirOwnSetting(t *testing.T) {
	for _, on := range []string{"1", "2", "4"} {
		m := run(t)
		written := func() string {
			redraw(m)
			var text strings.Builder
			if err := m.shown(0).Words()(&text); err != nil {
				t.Fatal(err)
			}
			return text.String()
		}
		press(m, on)
		settlePicture(t, m)
		was := written()
		press(m, "f", "right", "right", "down", "right")
		now := written()
		first := func(s string) string { return strings.Split(s, "\n")[0] }
		if first(now) != first(was) || !strings.Contains(first(was), "γ=") || on == "1" && !strings.Contains(now, "m=20") {
			t.Errorf("screen %s: before\n%s\nfrozen\n%s", on, was, now)
		}
	}
}

// TestNothingIsReplacedUnasked: a file that is there stays until that is chosen, and another name can
// be typed.
func TestNothingIsReplacedUnasked(t *testing.T) {
	t.Parallel()
	m := run(t)
	folder := t.TempDir()
	path := filepath.Join(folder, "s.json")
	if err := os.WriteFile(path, []byte("precious"), 0o644); err != nil {
		t.Fatal(err)
	}
	kept := func() bool { text, err := os.ReadFile(path); return err == nil && string(text) == "precious" }
	saveAs(t, m, 2, path)
	if m.mode() != inMenu || !kept() || !strings.Contains(m.View(), "exists already") {
		t.Fatalf("mode %b, kept %v:\n%s", m.mode(), kept(), m.View())
	}
	press(m, "enter") // leave it
	if m.mode() != onKnobs || !kept() {
		t.Errorf("after enter: mode %b, kept %v", m.mode(), kept())
	}
	saveAs(t, m, 2, path)
	press(m, "esc")
	saveAs(t, m, 2, path)
	press(m, "another", "enter", filepath.Join(folder, "other.json"), "enter")
	settleSaving(t, m)
	if _, err := sessionIn(filepath.Join(folder, "other.json"), m.Methods); err != nil || !kept() {
		t.Errorf("another name: %v, kept %v", err, kept())
	}
	saveAs(t, m, 2, path)
	press(m, "replace", "enter")
	settleSaving(t, m)
	if _, err := sessionIn(path, m.Methods); err != nil {
		t.Errorf("after replace: %v", err)
	}
}

// TestWriteFails: trouble is told, and the session goes on.
func TestWriteFails(t *testing.T) {
	t.Parallel()
	m := run(t)
	folder := t.TempDir()
	for path, want := range map[string]string{
		filepath.Join(folder, "no", "r.csv"): "there is no folder",
		folder:                               "this is a directory",
		"/dev/full":                          "not a regular file",
		"/proc/r.csv":                        "can't be written", // where even root can't
	} {
		saveAs(t, m, 0, path)
		if !m.Note.Alarm || !strings.Contains(m.Note.Text, want) || m.mode() != onKnobs {
			t.Errorf("%s: %q, want %q", path, m.Note.Text, want)
		}
	}
	press(m, "w", "enter", "backspace", "esc")
	before := m.Setting.Gamma()
	press(m, "right")
	settle(t, m)
	if m.Setting.Gamma() == before || !m.Outcome.Finished {
		t.Error("the session does not go on")
	}
}

// TestOneFileAtATime: while a file is being written there is no menu for another, and
// freezing does not lose it.
func TestOneFileAtATime(t *testing.T) {
	m := run(t)
	path, goOn := filepath.Join(t.TempDir(), "slow.json"), make(chan struct{})
	writeBy(t, m, path, func(w io.Writer) error {
		<-goOn
		_, err := io.WriteString(w, "all of it")
		return err
	})
	press(m, "w")
	if m.mode() != onKnobs || !m.Note.Alarm || !strings.Contains(m.Note.Text, path+" is still being written") {
		t.Errorf("mode %b, %q", m.mode(), m.Note.Text)
	}
	letters := m.Runner.Generation(job.Write)
	press(m, "f")
	close(goOn)
	if m.Runner.Generation(job.Write) != letters {
		t.Fatal("freezing drops what the writing tells")
	}
	settleSaving(t, m)
	if text, err := os.ReadFile(path); err != nil || string(text) != "all of it" ||
		!strings.Contains(m.Note.Text, "session written: "+path) {
		t.Errorf("%q, %v: %q", text, err, m.Note.Text)
	}
	press(m, "w")
	if m.mode() != inMenu {
		t.Errorf("afterwards w leads to mode %b", m.mode())
	}
}

// TestWritingThatPanics: it is told, no half of a file stays, and the next can be
// written.
func TestWritingThatPanics(t *testing.T) {
	m := run(t)
	folder := t.TempDir()
	writeBy(t, m, filepath.Join(folder, "c.json"), func(w io.Writer) error {
		if _, err := io.WriteString(w, "<svg"); err != nil {
			return err
		}
		panic("out of ink")
	})
	settleSaving(t, m)
	if !m.Note.Alarm || !strings.Contains(m.Note.Text, "out of ink") {
		t.Errorf("the note is %q", m.Note.Text)
	}
	if entries, _ := os.ReadDir(folder); len(entries) != 0 {
		t.Errorf("the folder holds %v", entries)
	}
	saveAs(t, m, 0, filepath.Join(folder, "r.csv"))
	if !strings.Contains(m.Note.Text, "written: ") {
		t.Errorf("the next: %q", m.Note.Text)
	}
}

// TestSVGShowsTheCSV: the curves of the drawing are the means of the rows that the
// CSV has.
func TestSVGShowsTheCSV(t *testing.T) {
	m := run(t)
	var table, svg bytes.Buffer
	if err := m.shown(0).Rows("csv")(&table); err != nil {
		t.Fatal(err)
	}
	if err := m.shown(0).Drawing(drawing.Slide().SVG)(&svg); err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(&table).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	cell := func(row []string, name string) string { return row[slices.Index(rows[0], name)] }
	means := map[string]map[float64][]float64{} // log error of every run, by method and m
	for _, row := range rows[1:] {
		budget, _ := strconv.ParseFloat(cell(row, "m"), 64)
		v, err := strconv.ParseFloat(cell(row, "error"), 64)
		if err != nil { // a failure
			continue
		}
		name := cell(row, "method")
		if means[name] == nil {
			means[name] = map[float64][]float64{}
		}
		means[name][budget] = append(means[name][budget], v)
	}
	outlines := outlinesOf(t, &svg)
	for _, name := range []string{"plain", "eager", "spectral"} {
		var xs, ys []float64
		for _, budget := range slices.Sorted(maps.Keys(means[name])) { // with the present setting's, 20
			v := means[name][budget]
			if len(v) != 2 {
				t.Fatalf("%s at m = %v: %d runs in the CSV", name, budget, len(v))
			}
			xs, ys = append(xs, budget), append(ys, math.Log(stat.Mean(v, nil)))
		}
		if want := len(m.Outcome.Axis.Values) + 1; len(xs) != want || !slices.Contains(xs, 20) {
			t.Errorf("%s in the CSV at %v, want %d values and 20 among them", name, xs, want)
		}
		if m.linesOf(onError).X.Scale == chart.Log {
			for i := range xs {
				xs[i] = math.Log(xs[i])
			}
		}
		if !slices.ContainsFunc(outlines, func(o []float64) bool { return shows(o, xs, ys) }) {
			t.Errorf("no curve of the drawing shows %s", name)
		}
	}
}

// outlinesOf are the numbers of the paths of an SVG file.
func outlinesOf(t *testing.T, svg io.Reader) (list [][]float64) {
	t.Helper()
	number := regexp.MustCompile(`-?\d+(\.\d+)?(e-?\d+)?`)
	for dec := xml.NewDecoder(svg); ; {
		token, err := dec.Token()
		if err == io.EOF {
			return list
		}
		if err != nil {
			t.Fatal(err)
		}
		e, ok := token.(xml.StartElement)
		if !ok || e.Name.Local != "path" {
			continue
		}
		for _, a := range e.Attr {
			if a.Name.Local == "d" {
				var outline []float64
				for _, s := range number.FindAllString(a.Value, -1) {
					v, _ := strconv.ParseFloat(s, 64)
					outline = append(outline, v)
				}
				list = append(list, outline)
			}
		}
	}
}

// shows tells whether the corners of an outline lie like the points, but for shift
// and scale of either axis.
func shows(outline, xs, ys []float64) bool {
	last := len(xs) - 1
	if len(outline) != 2*len(xs) {
		return false
	}
	for i := range xs {
		x := outline[0] + (outline[2*last]-outline[0])*(xs[i]-xs[0])/(xs[last]-xs[0])
		y := outline[1] + (outline[2*last+1]-outline[1])*(ys[i]-ys[0])/(ys[last]-ys[0])
		if !(math.Abs(x-outline[2*i]) < 0.05 && math.Abs(y-outline[2*i+1]) < 0.05) {
			return false
		}
	}
	return true
}

// TestWriteRemembers: w opens at what was written last, and suggests its folder.
func TestWriteRemembers(t *testing.T) {
	m := run(t)
	folder := t.TempDir()
	saveAs(t, m, 4, filepath.Join(folder, "c.svg"))
	press(m, "w")
	if got := m.menu.Items[m.menu.At].Name; got != "chart as SVG" {
		t.Errorf("the menu opens at %q", got)
	}
	press(m, "enter")
	if got := m.saver.Field.Text(); filepath.Dir(got) != folder || filepath.Ext(got) != ".svg" {
		t.Errorf("%q is suggested after a file in %s", got, folder)
	}
	press(m, "esc", "w", "up", "enter", "esc") // not written
	press(m, "w")
	if got := m.menu.Items[m.menu.At].Name; got != "chart as SVG" {
		t.Errorf("the menu opens at %q, which was not written", got)
	}
}

// TestWriteAfterAnotherScreenInOneMessage: keys that are pressed fast arrive as one message, before the window is laid
// out anew.
func TestWriteAfterAnotherScreenInOneMessage(t *testing.T) {
	m := newReal(t, "braille", 100, 30)
	defer m.Runner.Close(time.Minute)
	m.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("4w")})
	if len(m.faults.named) > 0 || m.screen().key != "4" {
		t.Errorf("screen %s, %q", m.screen().key, m.faults.named)
	}
}

// A name with the ending of another kind of file is refused, and the name can be mended.
func TestEndingOfAnotherKind(t *testing.T) {
	t.Parallel()
	m := run(t)
	folder := t.TempDir()
	for ending, lower := range map[string]string{".SVG": ".svg", ".csv.gz": ".gz"} {
		saveAs(t, m, 0, filepath.Join(folder, "r"+ending))
		if !strings.Contains(m.Note.Text, "ends in .csv, not in "+lower) || len(m.open()) == 0 {
			t.Errorf("results in a name with %s: %q", ending, m.Note.Text)
		}
		press(m, "esc")
	}
	if files, err := os.ReadDir(folder); err != nil || len(files) > 0 {
		t.Errorf("%d files are written (%v)", len(files), err)
	}
	for _, name := range []string{"r", "r.data", "r.csv"} {
		if saveAs(t, m, 0, filepath.Join(folder, name)); !strings.Contains(m.Note.Text, "written") {
			t.Errorf("%s: %q", name, m.Note.Text)
		}
	}
	if press(m, "w"); !strings.Contains(m.View(), "write (last: results as CSV)") {
		t.Errorf("the menu does not say why it begins there:\n%s", m.View())
	}
}

package ui

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"gramscope/data"
	"gramscope/model/job"
	"gramscope/model/kernel"
	"gramscope/ui/widget"
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
	t.Chdir(filepath.Dir(filepath.Dir(path)))
	press(m, "d")
	listed := func(name string) {
		for !slices.ContainsFunc(m.chooser.Menu.Items, func(it widget.Item) bool { return it.Name == name }) {
			m.Update(m.Runner.Wait())
		}
	}
	listed(filepath.Base(filepath.Dir(path)) + "/") // a folder, and in it the file
	press(m, filepath.Base(filepath.Dir(path)), "enter")
	listed("small.csv")
	press(m, "zzz", "enter")
	if !m.chooser.Menu.Open || m.Note.Alarm || m.chooser.Busy != "" {
		t.Errorf("no file is found, and one is taken: %+v", m.Note)
	}
	above := filepath.Join("..", filepath.Base(filepath.Dir(path)), "small.csv")
	for _, typed := range []string{path, above, "./small.csv"} {
		m.chooser.Menu.Set(typed)
		if !strings.Contains(m.View(), "choose the data: enter opens") {
			t.Errorf("nothing says that %s can be taken", typed)
		}
		press(m, "enter")
		settle(t, m)
		if m.mode() != inColumns {
			t.Errorf("%s is typed, and mode %b has the note %+v", typed, m.mode(), m.Note)
		}
		press(m, "esc")
	}
	press(m, "MALL", "enter")
	settle(t, m)
	if m.mode() != inColumns || !strings.Contains(m.View(), "6 rows, 3 columns") {
		t.Fatalf("mode %b\n%s", m.mode(), m.View())
	}
	press(m, "up", "t", "up", "space", "enter") // b is the target, a is left out
	settle(t, m)
	if s := m.Setting; s.Store.Source().Name() != "small.csv" || s.Store.Source().Dims() != 1 || s.Spec.N != 6 ||
		!s.Spec.Standardize {
		t.Fatalf("%s: %d features, spec %+v", s.Store.Source().Name(), s.Store.Source().Dims(), s.Spec)
	}
	settle(t, m)
	if len(m.Outcome.Now("plain")) != 2 {
		t.Errorf("%d rows on the new data", len(m.Outcome.Now("plain")))
	}
	press(m, "u")
	settle(t, m)
	if m.Setting.Store.Source().Name() != "bimodal" {
		t.Error("undo does not bring the data back")
	}
}

func TestLoadingErrorsKeepTheData(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{"empty.csv": "", "ragged.csv": "a,b\n1,2\n3\n",
		"missing.csv": "a,b\n1,2\n,3\n4,5\n", "junk.npy": "\x00\x01junk"} {
		m := run(t)
		command(m, "data "+write(t, name, text))
		settle(t, m)
		if m.mode() == inColumns { // found out when the columns are used
			press(m, "enter")
			settle(t, m)
		}
		if !m.Note.Alarm || !strings.Contains(m.Note.Text, name) {
			t.Errorf("%s: note %q", name, m.Note.Text)
		}
		if m.Setting.Store.Source().Name() != "bimodal" {
			t.Errorf("%s: the data are gone", name)
		}
		press(m, "esc", "esc", "esc")
		if m.mode() != onKnobs {
			t.Errorf("%s: esc leaves mode %b", name, m.mode())
		}
	}
}

// TestNoteStandsOverTheMenu: what is wrong with a file can be read where the list of files fills the window.
func TestNoteStandsOverTheMenu(t *testing.T) {
	t.Parallel()
	path := write(t, "ragged.csv", "a,b\n1,2\n3\n")
	for i := range 40 {
		if err := os.WriteFile(filepath.Join(filepath.Dir(path), fmt.Sprint(i, ".csv")), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	m := run(t)
	m.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
	command(m, "data "+filepath.Dir(path))
	settle(t, m)
	m.chooser.Menu.Set(path)
	press(m, "enter")
	settle(t, m)
	if !m.chooser.Menu.Open || !strings.Contains(m.View(), "1 cell in this") {
		t.Errorf("the note %q is not seen in\n%s", m.Note.Text, m.View())
	}
}

// TestTheRestIsUsed: a file with columns and rows that can't be used is read without these, if the settings of the
// remedy do that.
func TestTheRestIsUsed(t *testing.T) {
	t.Parallel()
	text, coded := "name,a,b,y\n", "a,y\n"
	for i := range 60 {
		text += fmt.Sprintf("n%d,%d,%d,%d\n", i, i*i%7, i%5, i*i%9)
		coded += fmt.Sprintf("%d,%d\n", i*i%7, i)
	}
	m := run(t)
	command(m, "data "+write(t, "rest.csv", text+"x,,2,3\n"))
	settle(t, m)
	press(m, "enter")
	settle(t, m)
	if !strings.HasSuffix(m.Note.Text, ": r does so") || m.Setting.Store.Source().Name() != "bimodal" {
		t.Errorf("note %q on %s", m.Note.Text, m.Setting.Store.Source().Name())
	}
	press(m, "r")
	settle(t, m)
	if s := m.Setting.Store.Source(); s.Name() != "rest.csv" || s.Dims() != 2 || s.Rows() != 60 {
		t.Errorf("%s has %d features and %d rows", s.Name(), s.Dims(), s.Rows())
	}
	one := "id,x\n" // nothing is left to be a feature beside a target
	for i := range 60 {
		one += fmt.Sprintf("n%d,%d\n", i, i*i%7)
	}
	command(m, "data "+write(t, "one.csv", one))
	settle(t, m)
	press(m, "r")
	settle(t, m)
	if s := m.Setting.Store.Source(); s.Name() != "one.csv" || s.Dims() != 1 || s.HasTarget() {
		t.Errorf("%s has %d features, %+v", s.Name(), s.Dims(), m.Note)
	}
	command(m, "data "+write(t, "rest.csv", text))
	settle(t, m)
	press(m, "r")
	settle(t, m)
	command(m, "data "+write(t, "coded.csv", coded+"none,1\nnone,2\n")) // --missing is for the start
	settle(t, m)
	press(m, "r")
	settle(t, m)
	note := m.Note
	if s := m.Setting.Store.Source(); s.Name() != "rest.csv" || strings.Contains(note.Text, "r does so") || !note.Alarm {
		t.Errorf("%s, note %q", s.Name(), note.Text)
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
	if m.mode() != inMenu {
		t.Errorf("mode %b after esc", m.mode())
	}
}

// openOf is an explorer that shows a file, read with a choice of its columns.
func openOf(t *testing.T, path string, choice data.Choice) *explorer {
	t.Helper()
	table, err := data.Open(t.Context(), path, nil, data.Options{})
	if err != nil {
		t.Fatal(err)
	}
	file, err := table.File(choice)
	if err != nil {
		t.Fatal(err)
	}
	m := run(t)
	m.useSource(file, nil)
	settle(t, m)
	return m
}

func TestAFileWithoutTargetIsTaken(t *testing.T) {
	m := openOf(t, write(t, "small.csv", smallCSV), data.Choice{Target: "none"})
	if got := m.Note.Text; !strings.Contains(got, "no target; d changes it") {
		t.Errorf("note %q", got)
	}
}

const sixColumns = "2,2,3,4,5,7\n1,1,5,2,3,8\n3,4,2,9,9,1\n4,3,9,0,1,1\n5,7,1,2,2,3\n6,2,4,4,1,2\n7,1,1,3,4,2\n"

// TestChooserBeginsAtThePresentFile: d shows the columns as they were chosen, and behind them
// the folder of the file, pointing at it.
func TestChooserBeginsAtThePresentFile(t *testing.T) {
	t.Parallel()
	path := write(t, "small.csv", sixColumns)
	for name, text := range map[string]string{"another.csv": smallCSV, "zz.csv": smallCSV} {
		if err := os.WriteFile(filepath.Join(filepath.Dir(path), name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	m := openOf(t, path, data.Choice{Target: "x2", Columns: []string{"-4"}, Categorical: []string{"x5"}})
	press(m, "d")
	for m.Runner.Busy(job.Files) {
		m.Update(m.Runner.Wait())
	}
	if m.mode() != inColumns || !strings.Contains(m.View(), "▸ target   x2") {
		t.Fatalf("mode %b\n%s", m.mode(), m.View())
	}
	for _, want := range []string{"feature  x1", "-        x4", "x5                 as text", "feature  x6"} {
		if !strings.Contains(m.View(), want) {
			t.Errorf("the columns lack %q:\n%s", want, m.View())
		}
	}
	press(m, "esc")
	if view := m.View(); m.mode() != inMenu || !strings.Contains(view, "the folder above "+filepath.Dir(path)) ||
		m.chooser.Menu.Items[m.chooser.Menu.Pointed()].Name != "small.csv" {
		t.Errorf("mode %b\n%s", m.mode(), view)
	}
	press(m, "down", "enter") // another file of the folder
	settle(t, m)
	if m.mode() != inColumns || !strings.Contains(m.View(), " zz.csv  CSV, 6 rows, 3 columns") {
		t.Errorf("mode %b\n%s", m.mode(), m.View())
	}
	press(m, "esc", "esc", "d", "enter") // the same choice again
	settle(t, m)
	file := m.Setting.Store.Source().(*data.File)
	if target, features, texts := file.Chosen(); target != 1 ||
		!slices.Equal(features, []bool{true, false, true, false, true, true}) || !texts[4] || texts[0] {
		t.Errorf("target %d, features %v, texts %v", target, features, texts)
	}
}

// TestATypedFileShowsItsFolder: esc behind the columns of a file leads to the folder that it is in.
func TestATypedFileShowsItsFolder(t *testing.T) {
	t.Parallel()
	path := write(t, "small.csv", smallCSV)
	m := run(t)
	command(m, "data "+path)
	settle(t, m)
	press(m, "esc")
	if view := m.View(); m.mode() != inMenu || m.chooser.Menu.Items[m.chooser.Menu.Pointed()].Name != "small.csv" {
		t.Errorf("mode %b\n%s", m.mode(), view)
	}
}

// TestTargetIsSaidAndChanged: the header says the target, the note that it is the last column, and d takes another.
func TestTargetIsSaidAndChanged(t *testing.T) {
	t.Parallel()
	m := openOf(t, write(t, "m.csv", sixColumns), data.Choice{})
	header := func() string { return strings.SplitN(m.View(), "\n", 2)[0] }
	if !strings.Contains(header(), "m.csv n=7 d=5 ── target x6 ── ") {
		t.Errorf("the header: %s", header())
	}
	if !strings.Contains(m.Note.Text, "target x6 (the last column); d changes it") {
		t.Errorf("the note: %s", m.Note.Text)
	}
	m.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
	// which is cut before d and γ
	if !strings.Contains(header(), "d=5 ── gaussian γ=") || strings.Contains(header(), "target") {
		t.Errorf("the header at 80 columns: %s", header())
	}
	m.Update(tea.WindowSizeMsg{Width: 120, Height: 40})
	choose := func(keys ...string) *data.File {
		press(m, "d")
		if m.mode() != inColumns {
			t.Fatalf("d leaves mode %b: %s", m.mode(), m.Note.Text)
		}
		press(m, keys...)
		for m.Runner.Busy(job.Files) {
			m.Update(m.Runner.Wait())
		}
		settle(t, m)
		return m.Setting.Store.Source().(*data.File)
	}
	if f := choose("up", "up", "up", "t", "enter"); f.Target() != "x3" || f.Dims() != 5 ||
		!strings.Contains(header(), "target x3 ──") {
		t.Errorf("target %q of %d features: %s", f.Target(), f.Dims(), header())
	}
	if f := choose("t", "enter"); f.Target() != "" || f.Dims() != 6 || strings.Contains(header(), "target") {
		t.Errorf("target %q of %d features: %s", f.Target(), f.Dims(), header())
	}
	press(m, "u")
	settle(t, m)
	if f := m.Setting.Store.Source().(*data.File); f.Target() != "x3" {
		t.Errorf("u brings back the target %q", f.Target())
	}
}

// TestLongTargetIsCutToTheRoom: a name that is too long for the header fills it.
func TestLongTargetIsCutToTheRoom(t *testing.T) {
	t.Parallel()
	name := strings.Repeat("compressive strength ", 3)
	m := openOf(t, write(t, "m.csv", "a,b,c,d,e,"+name+"\n"+sixColumns), data.Choice{})
	settle(t, m)
	for w := 110; w <= 180; w += 10 {
		m.Update(tea.WindowSizeMsg{Width: w, Height: 40})
		header := header{m.window}.text(w - 4)
		if !strings.Contains(header, "target compressive") || !strings.Contains(header, "d=5") ||
			!strings.Contains(header, "σ=") || ansi.StringWidth(header) > w-4 ||
			strings.Contains(header, "…") && ansi.StringWidth(header) < w-4-len(" 12m34s left") {
			t.Errorf("the header in %d columns has %d: %s", w, ansi.StringWidth(header), header)
		}
	}
}

// TestTargetKeepsLandmarks: they are read again for the features that there are then.
func TestTargetKeepsLandmarks(t *testing.T) {
	t.Parallel()
	m := openOf(t, write(t, "m.csv", sixColumns), data.Choice{})
	with, _, err := data.WithLandmarks(t.Context(), m.Setting.Store.Source(), write(t, "rows.txt", "3\n1\n"),
		data.Options{})
	if err != nil {
		t.Fatal(err)
	}
	m.useSource(with, nil)
	press(m, "d", "up", "t", "enter")
	for m.Runner.Busy(job.Files) {
		m.Update(m.Runner.Wait())
	}
	source := m.Setting.Store.Source()
	if l := source.Landmarks(); l.Count() != 2 || l.X.At(0, 4) != 1 || source.(*data.File).Target() != "x5" {
		t.Errorf("the landmarks are now %v, the target %s", l, source.(*data.File).Target())
	}
}

// TestHeaderSaysHowManyRows: n of those that the file has.
func TestHeaderSaysHowManyRows(t *testing.T) {
	t.Parallel()
	m := openOf(t, write(t, "m.csv", sixColumns), data.Choice{})
	command(m, "n 4")
	if header := strings.SplitN(m.View(), "\n", 2)[0]; !strings.Contains(header, "n=4 of 7 d=5") {
		t.Errorf("the header: %s", header)
	}
	for _, w := range []int{80, 60, 40} {
		m.Update(tea.WindowSizeMsg{Width: w, Height: 24})
		if header := strings.SplitN(m.View(), "\n", 2)[0]; !strings.Contains(header, "n=4 of 7") {
			t.Errorf("in %d columns the header: %s", w, header)
		}
	}
}

// TestChoosingAKernelMatrix reads tables as matrices when asked, and square arrays without.
func TestChoosingAKernelMatrix(t *testing.T) {
	t.Parallel()
	const golden = "../testdata/data/"
	for name, asked := range map[string]bool{"kernel_names.csv": true, "kernel_f4.npy": false} {
		m := run(t)
		command(m, "data "+golden+name)
		settle(t, m)
		if asked {
			if !strings.Contains(m.View(), "g reads it as a kernel matrix") {
				t.Fatalf("%s: a matrix is not offered:\n%s", name, m.View())
			}
			press(m, "g")
			settle(t, m)
		}
		if !strings.Contains(m.View(), "a kernel matrix without a target") {
			t.Fatalf("%s is no matrix:\n%s", name, m.View())
		}
		if press(m, "t"); !strings.Contains(m.Note.Text, "--target FILE") {
			t.Errorf("%s: t says %q", name, m.Note.Text)
		}
		press(m, "up", "space", "c", "enter") // the rows' numbers can't be left out, or be texts
		settle(t, m)
		source := m.Setting.Store.Source()
		if data.MatrixOf(source) == nil || source.Dims() != 1 || source.HasTarget() ||
			m.Setting.Spec.Kernel != kernel.Precomputed {
			t.Errorf("%s: target %v, kernel %s", name, source.HasTarget(), m.Setting.Spec.Kernel)
		}
		press(m, "d", "esc")
		if !strings.Contains(m.View(), "choose the data") {
			t.Errorf("%s: behind the columns\n%s", name, m.View())
		}
		press(m, "esc", "d", "g")
		settle(t, m)
		press(m, "enter")
		settle(t, m)
		if source := m.Setting.Store.Source(); data.MatrixOf(source) != nil || source.Dims() < 23 {
			t.Errorf("%s: after g it is a matrix, or has only %d features", name, source.Dims())
		}
	}
	for text, want := range map[string]string{"1,2\n3,1\n": "the same number up to rounding", "1,2\n2,-1\n": "diagonal",
		"1,2,3\n2,1,5\n": "2 rows and 3 columns"} {
		m := run(t)
		command(m, "data "+write(t, "bad.csv", text))
		settle(t, m)
		press(m, "g")
		settle(t, m)
		if !m.Note.Alarm || !strings.Contains(m.Note.Text, want) || m.mode() != inColumns {
			t.Errorf("%q: mode %b, note %q, want %q", text, m.mode(), m.Note.Text, want)
		}
	}
}

// TestChoosingColumns: of two columns with one name either can be left out, the target can be none, and rows with
// missing values be dropped.
func TestChoosingColumns(t *testing.T) {
	t.Parallel()
	m := run(t)
	command(m, "data "+write(t, "same.csv", "a,b,a,c\n1,2,3,1\n2,1,5,\n3,4,2,7\n4,3,9,8\n"))
	settle(t, m)
	if !strings.Contains(m.View(), "missing values: refused (m switches)") {
		t.Errorf("the missing value is not named:\n%s", m.View())
	}
	press(m, "m", "space", "up", "space")
	if view := m.View(); !strings.Contains(view, "missing values: their rows are dropped") ||
		!strings.Contains(view, "feature  c") {
		t.Errorf("after m and space on the target:\n%s", view)
	}
	press(m, "enter")
	settle(t, m)
	file, ok := m.Setting.Store.Source().(*data.File)
	if !ok {
		t.Fatalf("no file: %q", m.Note.Text)
	}
	if target, features, _ := file.Chosen(); target >= 0 || !slices.Equal(features, []bool{true, true, false, true}) ||
		file.Rows() != 3 {
		t.Errorf("target %d, features %v, %d rows", target, features, file.Rows())
	}
}

// TestAColumnCalledNoneIsATarget: in the chooser, where none is no name for the target.
func TestAColumnCalledNoneIsATarget(t *testing.T) {
	m := openOf(t, write(t, "small.csv", strings.Replace(smallCSV, "b", "none", 1)), data.Choice{})
	press(m, "d")
	settle(t, m)
	press(m, "up", "t", "enter")
	settle(t, m)
	if target, _, _ := m.Setting.Store.Source().(*data.File).Chosen(); target != 1 {
		t.Errorf("the target is column %d: %s", target, m.Note.Text)
	}
}

// TestATypedFolderIsListed: its folders and data files, without hidden ones; from the columns of a file, too.
func TestATypedFolderIsListed(t *testing.T) {
	t.Parallel()
	m := openOf(t, write(t, "other.csv", smallCSV), data.Choice{})
	folder := t.TempDir()
	for _, name := range []string{"a.csv", ".hidden.csv", "notes.md"} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(smallCSV), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(folder, "sub"), 0o700); err != nil {
		t.Fatal(err)
	}
	command(m, "data "+folder)
	settle(t, m)
	var files []string
	for _, it := range m.chooser.Menu.Items {
		if it.Group == "files" {
			files = append(files, it.Name)
		}
	}
	if want := []string{"../", "sub/", "a.csv"}; m.mode() != inMenu || !slices.Equal(files, want) {
		t.Errorf("mode %b, files %q, want %q", m.mode(), files, want)
	}
}

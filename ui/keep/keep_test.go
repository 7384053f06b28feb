package keep

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gramscope/data/atomicfile"
	"gramscope/data/remedy"
	"gramscope/data/synthetic"
	"gramscope/model/job"
	"gramscope/model/sweep"
	"gramscope/ui/session"
)

// running is a keeper whose job runs.
type running struct {
	*Keeper
	t     *testing.T
	ended chan error
}

func start(t *testing.T, folder string, earlier session.Results, continued string) running {
	t.Helper()
	r := running{New(folder, "test", earlier, continued), t, make(chan error, 1)}
	go func() { r.ended <- r.Run(t.Context(), nil) }()
	r.Show(onScreen("1"))
	return r
}

// onScreen is a session on a screen.
func onScreen(key string) *session.Session {
	return &session.Session{Shown: []session.Field{session.Given("screen", key)}}
}

// keep keeps rows under keys.
func (r running) keep(keys ...string) {
	k := r.Of(synthetic.Generators()[0])
	for _, key := range keys {
		k.Keep(key, rowOf(float64(key[0])))
	}
}

// rowOf is a row with an error.
func rowOf(v float64) (row sweep.Result) {
	row.Set("error", v)
	return row
}

// end ends the keeper on a screen.
func (r running) end(screen string) {
	r.t.Helper()
	r.Show(onScreen(screen))
	r.Close()
	if err := <-r.ended; err != nil {
		r.t.Error(err)
	}
}

// last reads the last exploration, and returns which of the keys it has.
func last(t *testing.T, folder string, keys ...string) (path string, s *session.Session, found string) {
	t.Helper()
	path, err := Last(folder)
	if err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if s, err = session.Decode(content); err != nil {
		t.Fatalf("%v\n%s", err, content)
	}
	o := session.OriginOf(synthetic.Generators()[0], "test")
	for _, key := range keys {
		if s.Results.Recall(o, key) != nil {
			found += key
		}
	}
	return path, s, found
}

func count(t *testing.T, folder string) int {
	t.Helper()
	all, err := kept(folder)
	if err != nil {
		t.Fatal(err)
	}
	return len(all)
}

// TestContinued: the file of an exploration that has ended is taken over, a torn line is cut off, and nothing is
// written twice.
func TestContinued(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "a", "state")
	if _, err := Last(folder); err == nil || !strings.Contains(err.Error(), "there is no exploration to continue") {
		t.Errorf("without a folder: %v", err)
	}
	first := start(t, folder, nil, "")
	first.keep("a", "b", "a")
	first.end("2")
	path, s, found := last(t, folder, "a", "b", "c")
	if session.Text(s.Shown, "screen") != "2" || found != "ab" {
		t.Errorf("screen %s with %s", session.Text(s.Shown, "screen"), found)
	}
	whole, _ := os.ReadFile(path)
	if n := strings.Count(string(whole), `"key":"a"`); n != 1 {
		t.Errorf("a result is written %d times", n)
	}
	if err := os.WriteFile(path, append(whole, `{"of":"torn`...), 0o600); err != nil {
		t.Fatal(err)
	}
	second := start(t, folder, s.Results, path)
	second.keep("a", "c")
	second.end("3")
	again, s, found := last(t, folder, "a", "b", "c")
	content, _ := os.ReadFile(again)
	if session.Text(s.Shown, "screen") != "3" || found != "abc" ||
		!strings.HasPrefix(string(content), string(whole)) || strings.Count(string(content), `"key":"a"`) != 1 {
		t.Errorf("screen %s with %s:\n%s", session.Text(s.Shown, "screen"), found, content)
	}
	if n := count(t, folder); n != 1 || again == path {
		t.Errorf("%d files, %s", n, again)
	}
	killed := filepath.Join(folder, newName(atomicfile.ThisProcess())) // before it wrote a whole line
	if err := os.WriteFile(killed, []byte(`{"gramscope_session":2`), 0o600); err != nil {
		t.Fatal(err)
	}
	unused := start(t, folder, nil, "")
	unused.end("4")
	if _, s, _ := last(t, folder); session.Text(s.Shown, "screen") != "3" {
		t.Error("an explorer without results makes an exploration")
	}
}

// TestTwoAtOnce: an exploration that another process writes is not touched; the results go to a new file, and that
// of the one that ended last is the last one.
func TestTwoAtOnce(t *testing.T) {
	folder := t.TempDir()
	one := start(t, folder, nil, "")
	one.keep("a")
	for _, err := Last(folder); err != nil; _, err = Last(folder) {
		time.Sleep(time.Millisecond)
	}
	path, s, _ := last(t, folder)
	two := start(t, folder, s.Results, path)
	two.keep("a", "b")
	for count(t, folder) < 2 {
		time.Sleep(time.Millisecond)
	}
	one.keep("c")
	for content := []byte(nil); !strings.Contains(string(content), `"key":"c"`); time.Sleep(time.Millisecond) {
		content, _ = os.ReadFile(path)
	}
	two.end("2")
	if _, s, found := last(t, folder, "a", "b", "c"); found != "ab" || session.Text(s.Shown, "screen") != "2" {
		t.Errorf("the second has %s on screen %s", found, session.Text(s.Shown, "screen"))
	}
	time.Sleep(20 * time.Millisecond) // the resolution of times of files
	one.end("1")
	if _, s, found := last(t, folder, "a", "b", "c"); found != "ac" || session.Text(s.Shown, "screen") != "1" {
		t.Errorf("the first has %s on screen %s", found, session.Text(s.Shown, "screen"))
	}
}

// TestClaimedOnce: of two that continue the same exploration, one takes its file.
func TestClaimedOnce(t *testing.T) {
	folder := t.TempDir()
	first := start(t, folder, nil, "")
	first.keep("a", "b")
	first.end("1")
	path, s, _ := last(t, folder)
	one, two := start(t, folder, s.Results, path), start(t, folder, s.Results, path)
	one.keep("a")
	two.keep("a")
	one.end("1")
	two.end("1")
	if n := count(t, folder); n != 2 {
		t.Errorf("%d files", n)
	}
	if _, err := os.Stat(path); err == nil {
		t.Error("nobody takes the file over")
	}
}

// TestBounds: the oldest explorations are removed, but none that a process writes; a long one loses its oldest results.
func TestBounds(t *testing.T) {
	folder := t.TempDir()
	old := time.Now().Add(-time.Hour)
	name := func(number int, i uint32) string {
		return filepath.Join(folder, fmt.Sprintf(form, atomicfile.ThisProcess().Host, number, i))
	}
	make := func(path string, bytes int64, age int) {
		t.Helper()
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Truncate(path, bytes); err != nil {
			t.Fatal(err)
		}
		at := old.Add(-time.Duration(age) * time.Second)
		if err := os.Chtimes(path, at, at); err != nil {
			t.Fatal(err)
		}
	}
	for i := range mostExplorations + 5 {
		make(name(0, uint32(i)), 10, i)
	}
	make(name(os.Getppid(), 99), 10, 1000)
	make(filepath.Join(folder, "notes.json"), 10, 1000)
	k := start(t, folder, nil, "")
	k.keep("a")
	k.end("1")
	if n := count(t, folder); n != mostExplorations+1 {
		t.Errorf("%d explorations are left", n)
	}
	for _, path := range []string{name(os.Getppid(), 99), filepath.Join(folder, "notes.json"), name(0, 0)} {
		if _, err := os.Stat(path); err != nil {
			t.Error(err)
		}
	}
	make(name(0, 0), mostBytes, 0)
	k = start(t, folder, nil, "")
	k.keep("a")
	k.end("1")
	if n := count(t, folder); n != 3 { // the two and that of the living process
		t.Errorf("%d explorations beside a large one", n)
	}

	long := start(t, folder, nil, "")
	of := long.Of(synthetic.Generators()[0])
	heavy := rowOf(1)
	heavy.Warnings = remedy.Notes(strings.Repeat("x", 1<<19))
	const results = 40 // of 512 kB
	for i := range results {
		of.Keep(fmt.Sprint("number ", i), heavy)
	}
	long.end("1")
	path, s, _ := last(t, folder)
	info, err := os.Stat(path)
	o := session.OriginOf(synthetic.Generators()[0], "test")
	if err != nil || info.Size() > mostOfOne || s.Results.Recall(o, "number 0") != nil ||
		s.Results.Recall(o, fmt.Sprint("number ", results-1)) == nil {
		t.Errorf("%d bytes, %v", info.Size(), err)
	}
}

// TestUnwritable: the error names the folder and a remedy, once, and all is kept as soon as the folder can be written.
func TestUnwritable(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "state")
	if err := os.WriteFile(folder, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	said := make(chan any, 9)
	k := New(folder, "test", nil, "")
	r := running{k, t, make(chan error, 1)}
	go func() { r.ended <- k.Run(t.Context(), func(body any) { said <- body }) }()
	r.Show(onScreen("1"))
	r.keep("a")
	text := job.Error(<-said).Error()
	if !strings.HasPrefix(text, folder+": this exploration can't be kept here: ") ||
		!strings.Contains(text, "XDG_STATE_HOME") || k.Lost() != nil && k.Lost().Error() != text || k.Kept() {
		t.Errorf("%s; lost: %v", text, k.Lost())
	}
	if err := os.Remove(folder); err != nil {
		t.Fatal(err)
	}
	r.keep("b")
	for !k.Kept() {
		time.Sleep(time.Millisecond)
	}
	if _, _, found := last(t, folder, "a", "b"); found != "ab" || k.Lost() != nil {
		t.Errorf("%s are kept, lost: %v", found, k.Lost())
	}
	r.end("2")
	if _, s, found := last(t, folder, "a", "b"); found != "ab" || len(said) > 0 || session.Text(s.Shown, "screen") != "2" {
		t.Errorf("%s are kept, and %d more errors", found, len(said))
	}
}

// TestTorn: after a write that ends in the middle of a line, the file goes on without the torn line.
func TestTorn(t *testing.T) {
	folder := t.TempDir()
	k := New(folder, "test", nil, "")
	k.session = onScreen("1")
	running{k, t, nil}.keep("a")
	if err := k.write(); err != nil {
		t.Fatal(err)
	}
	if _, err := k.file.WriteString(`{"of":"torn`); err != nil {
		t.Fatal(err)
	}
	k.file.Close() // the next write fails
	running{k, t, nil}.keep("b")
	if k.lost.Store(k.write()); k.Lost() == nil || k.file != nil {
		t.Fatal("a closed file is written")
	}
	k.session = onScreen("2")
	if err := k.write(); err != nil {
		t.Fatal(err)
	}
	_, s, found := last(t, folder, "a", "b")
	if n := count(t, folder); found != "ab" || n != 1 || session.Text(s.Shown, "screen") != "2" {
		t.Errorf("%s in %d files", found, n)
	}
}

// TestFolder: an absolute XDG_STATE_HOME counts on every system.
func TestFolder(t *testing.T) {
	state := t.TempDir()
	t.Setenv("XDG_STATE_HOME", state)
	if folder, err := Folder(); folder != filepath.Join(state, "gramscope") || err != nil {
		t.Errorf("%s, %v", folder, err)
	}
	t.Setenv("XDG_STATE_HOME", "relative")
	if folder, err := Folder(); !filepath.IsAbs(folder) || err != nil {
		t.Errorf("%s, %v", folder, err)
	}
}

package fitted

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"syscall"
	"testing"

	"gramscope/data"
	"gramscope/data/atomicfile"
	"gramscope/data/remedy"
)

// listing returns the names in a folder, to check that no file is left behind.
func listing(t *testing.T, folder string) string {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return strings.Join(names, " ")
}

func mustFail(t *testing.T, err error, parts ...string) {
	t.Helper()
	var own *data.Error
	if !errors.As(err, &own) {
		t.Errorf("error %v of type %T", err, err)
		return
	}
	for _, part := range parts {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("%v\nlacks %q", err, part)
		}
	}
}

// write puts a model's content in its place.
func write(path string, content []byte, overwrite bool) error {
	return place(path, overwrite).Write(func(w io.Writer) error {
		_, err := w.Write(content)
		return err
	})
}

func TestWriteAndRead(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "m.json")
	m := examples()["ridge"]
	if err := place(path, false).Check(); err != nil {
		t.Fatal(err)
	}
	content, err := Encode(path, m)
	if err != nil {
		t.Fatal(err)
	}
	if err := write(path, content, false); err != nil {
		t.Fatal(err)
	}
	back, err := Read(path, 1e9)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(m, back) {
		t.Errorf("got %+v", back)
	}
	if info, err := os.Stat(path); err != nil || info.Size() != int64(len(content)) || info.Mode().Perm()&0o077 == 0 {
		t.Errorf("size %d and mode %v, said %d: %v", info.Size(), info.Mode(), len(content), err)
	}
	if got := listing(t, folder); got != "m.json" {
		t.Errorf("the folder holds %s", got)
	}
}

// TestNothingIsOverwritten: an existing file stays unless overwriting is allowed, and then keeps its
// permissions; a link stays a link; what is not a file always stays.
func TestNothingIsOverwritten(t *testing.T) {
	folder := t.TempDir()
	path, link, dangling := filepath.Join(folder, "m.json"), filepath.Join(folder, "link"),
		filepath.Join(folder, "nowhere")
	// No real device: where this test fails it replaces what it names.
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := exec.Command("mkfifo", pipe).Run(); err != nil {
		t.Skip("no named pipes here: ", err)
	}
	if err := os.WriteFile(path, []byte("precious"), 0o640); err != nil {
		t.Fatal(err)
	}
	for name, target := range map[string]string{link: "m.json", dangling: "gone"} {
		if err := os.Symlink(target, name); err != nil {
			t.Fatal(err)
		}
	}
	m, err := Encode("", examples()["raw"])
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{path, link} {
		err := write(name, m, false)
		mustFail(t, err, filepath.Base(name), "already", "name another, or replace it")
		mustFail(t, place(name, false).Check(), "already", "name another, or replace it")
	}
	err = write(dangling, m, false)
	mustFail(t, err, "already")
	if content, err := os.ReadFile(path); err != nil || string(content) != "precious" {
		t.Fatalf("the file holds %q: %v", content, err)
	}
	if err := write(link, m, true); err != nil {
		t.Fatal(err)
	}
	if _, err := Read(path, 1e9); err != nil {
		t.Error(err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("mode %v: %v", info.Mode(), err)
	}
	if to, err := os.Readlink(link); err != nil || to != "m.json" {
		t.Errorf("the link leads to %q: %v", to, err)
	}
	for _, force := range []bool{false, true} {
		err := write(folder, m, force)
		mustFail(t, err, "directory")
		mustFail(t, place(folder, force).Check(), "directory")
		err = write(pipe, m, force)
		mustFail(t, err, "not a regular file")
		if info, err := os.Lstat(pipe); err != nil || info.Mode()&fs.ModeNamedPipe == 0 {
			t.Errorf("the pipe has become %v: %v", info.Mode(), err)
		}
		err = write(filepath.Join(folder, "no", "m.json"), m, force)
		mustFail(t, err, "no folder", filepath.Join(folder, "no"), "create the folder")
		mustFail(t, place(filepath.Join(folder, "no", "m.json"), force).Check(), "no folder")
		err = write(filepath.Join(path, "m.json"), m, force)
		mustFail(t, err, "not a directory")
	}
	if got := listing(t, folder); got != "link m.json nowhere" {
		t.Errorf("the folder holds %s", got)
	}
}

// TestFailedWrite: a disk that fills up while writing leaves what was there and
// nothing else.
func TestFailedWrite(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "m.json")
	full := func(w io.Writer) error {
		if _, err := w.Write([]byte("{ half")); err != nil {
			return err
		}
		return &fs.PathError{Op: "write", Path: "draft", Err: syscall.ENOSPC}
	}
	mustFail(t, place(path, false).Write(full), path, "no space left", "make room")
	if got := listing(t, folder); got != "" {
		t.Errorf("the folder holds %s", got)
	}
	if err := os.WriteFile(path, []byte("precious"), 0o644); err != nil {
		t.Fatal(err)
	}
	mustFail(t, place(path, true).Write(full), "no space left")
	if content, err := os.ReadFile(path); err != nil || string(content) != "precious" || listing(t, folder) != "m.json" {
		t.Errorf("the file holds %q, the folder %s: %v", content, listing(t, folder), err)
	}
	// Another program may take the name while this one writes.
	other := filepath.Join(folder, "other.json")
	mustFail(t, place(other, false).Write(func(w io.Writer) error { return os.WriteFile(other, []byte("theirs"), 0o644) }),
		"already")
	if content, err := os.ReadFile(other); err != nil || string(content) != "theirs" {
		t.Errorf("the other's file holds %q: %v", content, err)
	}
	if _, err := os.Stat("/proc/self"); err == nil { // where even root can't make files
		mustFail(t, write("/proc/m.json", []byte("{}"), false), "/proc/m.json: the model can't be written", "name another")
		mustFail(t, place("/proc/m.json", false).Check(), "can't be written")
	}
}

func TestReadErrors(t *testing.T) {
	folder := t.TempDir()
	_, err := Read(filepath.Join(folder, "m.json"), 1e9)
	mustFail(t, err, "m.json: no such file", "gramscope fit")
	_, err = Read(folder, 1e9)
	mustFail(t, err, folder+": is a directory")
	path := filepath.Join(folder, "half.json")
	content, err := Encode("", examples()["ridge"])
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, bytes.TrimRight(content, "}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	_, err = Read(path, 1e9)
	mustFail(t, err, "half.json: the file is cut short", "fit it again")
	if err := os.WriteFile(path, bytes.Replace(content, []byte(`"model":{`), []byte(`"model":}`), 1), 0o644); err != nil {
		t.Fatal(err)
	}
	_, err = Read(path, 1e9)
	mustFail(t, err, "half.json: the file was edited or damaged")
}

// place is where a model is written, as the command fit does.
func place(path string, overwrite bool) atomicfile.Destination {
	return atomicfile.Destination{Path: path, Overwrite: overwrite, What: "the model",
		Another: remedy.By("name another", "out", ""), Replace: remedy.By("replace it", "force", "")}
}

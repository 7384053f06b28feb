package atomicfile

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestMain is also the process that TestKilledWhileWriting kills: with a path in the
// environment it writes there for ever.
func TestMain(m *testing.M) {
	if path := os.Getenv("GRAMSCOPE_TEST_WRITES"); path != "" {
		writeForEver(path, os.Getenv("GRAMSCOPE_TEST_NAMED") != "")
	}
	os.Exit(m.Run())
}

// pieces is how many pieces a file of the kill test has.
const pieces = 64

func writePieces(number int) func(io.Writer) error {
	return func(w io.Writer) error {
		for range pieces {
			if _, err := w.Write(bytes.Repeat([]byte(fmt.Sprintf("%07d\n", number)), 1<<10)); err != nil {
				return err
			}
		}
		return nil
	}
}

func writeForEver(path string, named bool) {
	for number := 0; ; number++ {
		var err error
		if named { // as where the system has no files without names
			d := &draft{folder: filepath.Dir(path)}
			if err = d.make(); err == nil {
				if err = writePieces(number)(d); err == nil {
					err = d.publish(path, true)
				}
			}
		} else {
			err = Destination{Path: path, Overwrite: true}.Write(writePieces(number))
		}
		if err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
		if number == 0 {
			fmt.Println("writing")
		}
	}
}

// TestKilledWhileWriting kills a process that writes a file over and over at any moment:
// the file is whole, be it the old or the new one, and once something is written there
// again no other file is left.
func TestKilledWhileWriting(t *testing.T) { checkKilled(t, 6) }

func checkKilled(t *testing.T, kills int) {
	folder := t.TempDir()
	path, left := filepath.Join(folder, "results.csv"), 0
	for i := range kills {
		child := exec.Command(os.Args[0])
		child.Env = append(os.Environ(), "GRAMSCOPE_TEST_WRITES="+path)
		if i%3 == 2 {
			child.Env = append(child.Env, "GRAMSCOPE_TEST_NAMED=1")
		}
		out, err := child.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := child.Start(); err != nil {
			t.Fatal(err)
		}
		line := make([]byte, 8)
		if _, err := io.ReadFull(out, line); err != nil || string(line) != "writing\n" {
			t.Fatalf("the child says %q (%v)", line, err)
		}
		time.Sleep(time.Duration(rand.IntN(8000)) * time.Microsecond)
		child.Process.Kill()
		child.Wait()
		content, err := os.ReadFile(path)
		if err != nil || len(content) != pieces<<13 || strings.Count(string(content), string(content[:8])) != len(content)/8 {
			t.Fatalf("kill %d leaves a file of %d bytes that begins with %.8q: %v", i, len(content), content, err)
		}
		left += len(filesIn(t, folder)) - 1
		if i%2 == 0 {
			continue // the next process sweeps
		}
		if err := (Destination{Path: path, Overwrite: true}).Write(writePieces(i)); err != nil {
			t.Fatal(err)
		}
		if names := filesIn(t, folder); len(names) != 1 {
			t.Fatalf("after kill %d and another file there are %q", i, names)
		}
	}
	t.Logf("%d drafts were left by kills", left)
}

func filesIn(t *testing.T, folder string) []string {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

// TestDraftHasNoName: while a file is written there is nothing of it in the folder.
func TestDraftHasNoName(t *testing.T) {
	folder := t.TempDir()
	file, err := unnamed(folder)
	if err != nil {
		t.Skip("no files without names here: ", err)
	}
	file.Close()
	for _, overwrite := range []bool{false, true} {
		path := filepath.Join(folder, "model.json")
		before := len(filesIn(t, folder))
		err := Destination{Path: path, Overwrite: overwrite}.Write(func(w io.Writer) error {
			if names := filesIn(t, folder); len(names) != before {
				t.Errorf("there are %q", names)
			}
			_, err := io.WriteString(w, "new")
			return err
		})
		if err != nil {
			t.Error(err)
		}
		info, err := os.Stat(path)
		if err != nil || len(filesIn(t, folder)) != 1 {
			t.Fatalf("%v, %q", err, filesIn(t, folder))
		}
		if mask := info.Mode().Perm(); overwrite && mask != 0o640 {
			t.Errorf("the permissions are %o", mask)
		}
		if err := os.Chmod(path, 0o640); err != nil {
			t.Fatal(err)
		}
	}
}

// TestDraftThatCanNotBeNamed: where a file can't be given a name later on, its content
// and permissions move to one that has one. A file of another file system stands for
// that.
func TestDraftThatCanNotBeNamed(t *testing.T) {
	folder, elsewhere := t.TempDir(), "/dev/shm"
	path := filepath.Join(folder, "model.json")
	file, err := unnamed(elsewhere)
	if err != nil {
		t.Skip("no second file system with files without names: ", err)
	}
	d := &draft{file, folder, ""}
	defer d.discard()
	if _, err := d.WriteString("moved"); err != nil {
		t.Fatal(err)
	}
	if err := d.Chmod(0o600); err != nil {
		t.Fatal(err)
	}
	if err := nameIt(file, filepath.Join(folder, "probe")); err == nil {
		t.Skip("the folder for scratch files is on the same file system")
	}
	if err := d.publish(path, false); err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(path)
	info, _ := os.Stat(path)
	if err != nil || string(content) != "moved" || info.Mode().Perm() != 0o600 || len(filesIn(t, folder)) != 1 {
		t.Errorf("%q of %v (%v), beside it %q", content, info.Mode(), err, filesIn(t, folder))
	}
}

// TestRemoveAbandoned: drafts are removed if their process has ended, or, if that is unknown,
// if they are old. A draft that a process may still write stays, and so does a file whose name
// only resembles a draft's.
func TestRemoveAbandoned(t *testing.T) {
	ended := exec.Command(os.Args[0], "-test.run=^$")
	if err := ended.Run(); err != nil {
		t.Fatal(err)
	}
	dead, now, old := ended.Process.Pid, time.Now(), time.Now().Add(-abandoned-time.Minute)
	folder := t.TempDir()
	for name, c := range map[string]struct {
		at    time.Time
		stays bool
	}{
		draftName(dead):                              {now, false},
		draftName(os.Getppid()):                      {old, true},
		draftName(os.Getpid()):                       {now, true},
		draftName(os.Getpid()):                       {old, false},
		fmt.Sprintf(draftForm, host()^1, dead, 1):    {now, true},
		fmt.Sprintf(draftForm, host()^1, dead, 2):    {old, false},
		draftName(dead) + "~":                        {old, true},
		"x" + draftName(dead):                        {old, true},
		".results.csv.0123abcd.tmp":                  {old, true},
		".gramscope-draft-0-1-2.tmp":                 {old, true},
		strings.ToUpper(draftName(dead)):             {old, true},
		fmt.Sprintf(draftForm, host(), dead, 0xabcd): {now, false},
	} {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, nil, 0o644); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path, c.at, c.at); err != nil {
			t.Fatal(err)
		}
		if err := (Destination{Path: filepath.Join(folder, "new"), Overwrite: true}).Write(writePieces(1)); err != nil {
			t.Fatal(err)
		}
		if _, err := os.Lstat(path); (err == nil) != c.stays {
			t.Errorf("%s of %v: %v, want it to stay: %v", name, c.at.Sub(now), err, c.stays)
		}
	}
	inside := filepath.Join(folder, draftName(dead))
	if err := os.Mkdir(inside, 0o755); err != nil {
		t.Fatal(err)
	}
	if removeAbandoned(folder); !isFolder(inside) {
		t.Error("a folder is gone")
	}
}

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
		writeForEver(path)
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

func writeForEver(path string) {
	for number := 0; ; number++ {
		err := Destination{Path: path, Overwrite: true}.Write(writePieces(number))
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

// TestPermissionsStay: a file that is replaced keeps its permissions, and nothing else is left.
func TestPermissionsStay(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "model.json")
	for _, mode := range []os.FileMode{0o640, 0o600} {
		if err := (Destination{Path: path, Overwrite: true}).Write(writePieces(1)); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
		if err := (Destination{Path: path, Overwrite: true}).Write(writePieces(2)); err != nil {
			t.Fatal(err)
		}
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != mode || len(filesIn(t, folder)) != 1 {
			t.Errorf("%v, %v, want the permissions %o: %q", info, err, mode, filesIn(t, folder))
		}
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

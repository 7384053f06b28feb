package lab

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

const followedHead = "data,n,d,kernel,method,m,rep,seed,error\n"

func followedRow(method string, m int) string {
	return fmt.Sprintf("x,40,2,gaussian,%s,%d,1,1,0.5\n", method, m)
}

// writeTo adds text to a file, which is created if it is not there.
func writeTo(t *testing.T, path, text string) {
	t.Helper()
	file, err := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if _, err := file.WriteString(text); err != nil {
		t.Fatal(err)
	}
}

// TestFollowing: rows are read as they come, whole ones only, from files that may come later, that are cut off, replaced or
// written anew.
func TestFollowing(t *testing.T) {
	folder := t.TempDir()
	a, b := filepath.Join(folder, "a.csv"), filepath.Join(folder, "b.csv")
	f := NewFollowing([]string{a, b}, nil, 1e9)
	sees := func(when string, want ...string) {
		t.Helper()
		f.notes, f.fresh = nil, false
		if err := f.look(t.Context()); err != nil {
			t.Fatalf("%s: %v", when, err)
		}
		var got []string
		for _, r := range f.recorded().Rows {
			got = append(got, r.Method)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: rows of %v, want %v", when, got, want)
		}
	}
	says := func(want string) {
		t.Helper()
		if !strings.Contains(strings.Join(f.notes, "\n"), want) {
			t.Errorf("the notes are %q, want %q", f.notes, want)
		}
	}
	sees("without files")
	says("a.csv: there is no such file yet")
	writeTo(t, a, followedHead+"x,40,2,gauss")
	sees("half a row")
	writeTo(t, a, "ian,one,10,1,1,0.5\n")
	sees("the other half", "one")
	sees("nothing new", "one")
	if f.fresh || f.notes != nil {
		t.Errorf("nothing is new, but the notes are %q", f.notes)
	}
	writeTo(t, b, followedHead+followedRow("two", 10))
	writeTo(t, a, followedRow("three", 20)+"x,40\n"+followedRow("four", 20))
	sees("a second file, and a bad row", "one", "three", "four", "two")
	says("a.csv:4: 2 cells, expected 9 as in the header")
	if err := os.WriteFile(a, []byte(followedHead+followedRow("five", 10)), 0o600); err != nil {
		t.Fatal(err)
	}
	sees("written anew, shorter", "five", "two")
	says("a.csv was replaced")
	if err := os.WriteFile(a, []byte(followedHead+strings.Repeat(followedRow("longer", 10), 9)), 0o600); err != nil {
		t.Fatal(err)
	}
	sees("written anew, longer", append(slices.Repeat([]string{"longer"}, 9), "two")...)
	other := filepath.Join(folder, "other")
	writeTo(t, other, followedHead+strings.Repeat(followedRow("longer", 10), 9)+followedRow("six", 10))
	if err := os.Rename(other, a); err != nil {
		t.Fatal(err)
	}
	sees("another file of that name", append(slices.Repeat([]string{"longer"}, 9), "six", "two")...)
	says("a.csv was replaced")
	if err := os.Remove(b); err != nil {
		t.Fatal(err)
	}
	sees("a file that is gone", append(slices.Repeat([]string{"longer"}, 9), "six", "two")...)
	if err := os.Truncate(a, 0); err != nil {
		t.Fatal(err)
	}
	sees("cut off", "two")
	writeTo(t, a, followedHead+followedRow("seven", 10))
	sees("and written", "seven", "two")
}

// TestFollowingHostileFiles: a message each, not one for each of many rows, and the other files go on.
func TestFollowingHostileFiles(t *testing.T) {
	folder := t.TempDir()
	at := func(name string) string { return filepath.Join(folder, name) }
	for name, text := range map[string]string{"bad": followedHead + strings.Repeat("x\n", 10000), "foreign": strings.Repeat("a,b\n", 10000), "good": followedHead + followedRow("one", 10),
		"binary": "\x00\xff\"\n\"" + strings.Repeat("\x00", 1<<20) + "\n", "json": `{"method":"two","error":0.5,"data":"x","n":40,"d":2,"kernel":"gaussian","rep":1,"m":3}` + "\n"} {
		writeTo(t, at(name), text)
	}
	if err := os.Mkdir(at("folder"), 0o700); err != nil {
		t.Fatal(err)
	}
	f := NewFollowing([]string{at("bad"), at("foreign"), at("binary"), at("folder"), at("good"), at("json")}, nil, 1e9)
	for range 2 {
		if err := f.look(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if rows := f.recorded().Rows; len(rows) != 2 {
		t.Errorf("%d rows", len(rows))
	}
	notes := strings.Join(f.notes, "\n")
	for _, want := range []string{"bad:2: 1 cells", "bad: more rows are not valid", "foreign:1: these are not the columns", "folder: this is not a regular file"} {
		if strings.Count(notes, want) != 1 {
			t.Errorf("%q is not said once: %s", want, notes)
		}
	}
	if len(f.notes) > 10 {
		t.Errorf("%d notes: %s", len(f.notes), notes)
	}
	f.maxMemory = 10
	if err := f.look(t.Context()); err == nil || !strings.Contains(err.Error(), "need more than 10 B") {
		t.Errorf("rows beyond the memory: %v", err)
	}
}

// TestFollowingRun: the job posts what is new, and all once more after it was stopped.
func TestFollowingRun(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.csv")
	writeTo(t, path, followedHead+followedRow("one", 10))
	f := NewFollowing([]string{path}, nil, 1e9)
	f.every = time.Millisecond
	if all, err := f.Await(t.Context(), func(string) {}); err != nil || len(all.Rows) != 1 {
		t.Fatalf("%v, %v", all, err)
	}
	for want := 1; want <= 3; want++ {
		ctx, cancel := context.WithCancel(t.Context())
		posted := make(chan any, 100)
		ended := make(chan error)
		go func() { ended <- f.Run(ctx, func(body any) { posted <- body }) }()
		rows := func() int {
			select {
			case body := <-posted:
				return body.(Grown).Rows
			case <-time.After(10 * time.Second):
				t.Fatal("nothing is posted")
				return 0
			}
		}
		if got := rows(); got != want {
			t.Errorf("%d rows at first, want %d", got, want)
		}
		writeTo(t, path, followedRow("more", 10*want))
		if got := rows(); got != want+1 {
			t.Errorf("%d rows, want %d", got, want+1)
		}
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := NewFollowing([]string{path + "x"}, nil, 1e9).Await(ctx, func(string) {}); err != context.Canceled {
		t.Errorf("cancelled: %v", err)
	}
}

package replay

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"gramscope/ui/session"
)

// on returns a session on a screen.
func on(screen string) *session.Session {
	return &session.Session{Version: session.SessionVersion, View: session.View{Screen: screen}}
}

// written returns a log's lines.
func written(t *testing.T, l *Log) []string {
	t.Helper()
	var b bytes.Buffer
	if err := l.Content(func(w io.Writer) error { return nil })(&b); err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
}

func accept(*session.Session) error { return nil }

// TestAdd: a state is added once, and with its time; what the program changes amends the latest.
func TestAdd(t *testing.T) {
	var l Log
	for _, one := range []struct {
		screen string
		at     time.Duration
		amends bool
		added  bool
	}{
		{"1", 0, false, true}, {"1", time.Second, false, false}, {"2", 2 * time.Second, false, true}, {"3", 5 * time.Second, true, true},
		{"3", 6 * time.Second, false, false}, {"4", time.Second, false, true}, // the clock was set back
	} {
		if added := l.Add(on(one.screen), one.at, one.amends); added != one.added {
			t.Errorf("%+v: added: %v", one, added)
		}
	}
	steps, _, err := Read(strings.NewReader(strings.Join(written(t, &l), "\n")+"\n"), "log", accept)
	if err != nil || len(steps) != 3 {
		t.Fatalf("%d steps, %v", len(steps), err)
	}
	for i, want := range []struct {
		screen string
		at     float64
	}{{"1", 0}, {"3", 2}, {"4", 2}} {
		if steps[i].Screen != want.screen || steps[i].At != want.at || steps[i].Line != i+1 {
			t.Errorf("step %d: screen %s at %v in line %d, want %+v", i, steps[i].Screen, steps[i].At, steps[i].Line, want)
		}
	}
}

// TestBound: the oldest states give way.
func TestBound(t *testing.T) {
	var l Log
	for i := range MostStates + 10 {
		l.Add(on(strings.Repeat("x", i+1)), time.Duration(i)*time.Second, false)
	}
	states, gone := l.Len()
	steps, _, err := Read(strings.NewReader(strings.Join(written(t, &l), "\n")+"\n"), "log", accept)
	if err != nil || states != MostStates || gone != 10 || len(steps) != MostStates || len(steps[0].Screen) != 11 || steps[0].At != 10 {
		t.Errorf("%d states, %d gone, %d read, %v", states, gone, len(steps), err)
	}
}

// endless is a file that never ends.
type endless byte

func (e endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = byte(e)
	}
	return len(p), nil
}

// TestHostile: what is not a log is an error that names the file, and the line if it is one line's fault.
func TestHostile(t *testing.T) {
	const first = `{"gramscope_session":1,"at":5,"data":{"set":"moons"},"spec":{},"screen":"1"}` + "\n"
	line := func(fields string) string { return `{"gramscope_session":1,` + fields + `"screen":"1"}` + "\n" }
	for want, content := range map[string]io.Reader{
		"log: empty":                            strings.NewReader(""),
		"log:1: this is not a log":              endless(0),
		"log:1: this is not a log of gramscope": strings.NewReader("a,b\n1,2\n"),
		"log:1: this is a session of one state": strings.NewReader("{\n \"gramscope_session\":1,\n \"screen\":\"1\"\n}\n"),
		"log:1: the first state is cut short":   strings.NewReader(first[:40]),
		"log:2: the file was edited or damaged: at: the time runs back from 5 to 4 seconds": strings.NewReader(first + line(`"at":4,`)),
		"log:1: the file was edited or damaged: at: the time -1 is negative":                strings.NewReader(line(`"at":-1,`)),
		"log:1: the file was edited or damaged: at: 1e+300 seconds are more":                strings.NewReader(line(`"at":1e300,`)),
		"log:1: the file was edited or damaged: at: found":                                  strings.NewReader(line(`"at":"soon",`)),
		"log:1: the file was edited or damaged: at: found number 1e400":                     strings.NewReader(line(`"at":1e400,`)),
		"log:2: the file was edited or damaged":                                             strings.NewReader(first + line(`"run":"rm -rf /",`)),
		"log:3: the file is cut short":                                                      strings.NewReader(first + "\n" + first[:50] + "\n"),
		"log:1: the session has version 2":                                                  strings.NewReader(strings.Replace(first, ":1,", ":2,", 1)),
		"log:1: a state of more than 1":                                                     strings.NewReader(line(`"data":{"set":"` + strings.Repeat("x", mostState) + `"},`)),
		"log:2: a line of more than":                                                        io.MultiReader(strings.NewReader(first), endless('x')),
		"log:1048577: more lines than":                                                      io.MultiReader(strings.NewReader(first), endless('\n')),
		"log: longer than":                                                                  io.MultiReader(strings.NewReader(strings.Repeat(first+strings.Repeat(" ", 8<<20)+"\n", 9))),
		"log:2: no such method":                                                             strings.NewReader(first + line(`"at":6,"method":"none",`)),
	} {
		check := func(s *session.Session) error {
			if s.Method == "none" {
				return errors.New("no such method")
			}
			return nil
		}
		steps, _, err := Read(content, "log", check)
		if err == nil || !strings.HasPrefix(err.Error(), want) || steps != nil {
			t.Errorf("%d steps, %v, want %s…", len(steps), err, want)
		}
	}
	steps, results, err := Read(strings.NewReader(first+"nonsense\n"+first+`{"of":"a`), "log", accept)
	if err != nil || len(steps) != 2 || len(results.Notes) != 2 || !strings.Contains(results.Notes[0], "line 2 is damaged") || !strings.Contains(results.Notes[1], "log:4: the file ends in the middle") {
		t.Errorf("%d steps, %v, notes %q", len(steps), err, results.Notes)
	}
}

// TestPause: a pause is bounded, whatever the times are.
func TestPause(t *testing.T) {
	at := func(seconds float64) Step { return Step{Session: &session.Session{At: seconds}} }
	for _, one := range []struct {
		from, to float64
		want     time.Duration
	}{{0, 1.5, 1500 * time.Millisecond}, {3, 3, 0}, {0, mostSeconds, 4 * time.Second}} {
		if got := Pause(at(one.from), at(one.to), 4*time.Second); got != one.want {
			t.Errorf("from %v to %v: %v, want %v", one.from, one.to, got, one.want)
		}
	}
}

// FuzzRead: what is not a log is an error that names the file, and what is one can be played: its times are bounded, and do not run back.
func FuzzRead(f *testing.F) {
	const first = `{"gramscope_session":1,"at":5,"data":{"set":"moons"},"spec":{},"screen":"1"}` + "\n"
	for _, text := range []string{"", first, first + first, first + "nonsense\n" + first, first + `{"of":"a`, first[:40], "{\n \"gramscope_session\":1\n}\n",
		strings.Replace(first, `"at":5`, `"at":-1`, 1), strings.Replace(first, `"at":5`, `"at":1e400`, 1), first + strings.Replace(first, `"at":5`, `"at":4`, 1),
		"\xff\xfe", "\n\n" + first, strings.ReplaceAll(first+first, "\n", "\r\n")} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		steps, results, err := Read(bytes.NewReader(content), "log", accept)
		switch {
		case err != nil && (!strings.HasPrefix(err.Error(), "log:") || steps != nil || strings.ContainsAny(err.Error(), "\n\x1b")):
			t.Fatalf("%d steps, %q", len(steps), err)
		case err == nil && (len(steps) == 0 || results == nil):
			t.Fatalf("%d steps without an error", len(steps))
		}
		for i := range steps {
			if at := steps[i].At; at < 0 || at > mostSeconds {
				t.Fatalf("a state at %v seconds", at)
			}
		}
		for i := 1; i < len(steps); i++ {
			if pause := Pause(steps[i-1], steps[i], time.Minute); pause < 0 || pause > time.Minute {
				t.Fatalf("a pause of %v", pause)
			}
		}
	})
}

package session

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"gramscope/model"
	"gramscope/model/sweep"
)

const sessionLine = `{"gramscope_session":2,"data":{"set":"moons"},"spec":{},"screen":"%s"}` + "\n"

// fileOf returns a session on a screen, and the results of an origin below it, by key.
func fileOf(t *testing.T, screen string, o Origin, keys ...string) string {
	t.Helper()
	var b bytes.Buffer
	fmt.Fprintf(&b, sessionLine, screen)
	err := WriteResults(&b, o, func(yield func(string, sweep.Result) bool) {
		for i, key := range keys {
			var row sweep.Result
			row.Set("error", float64(i))
			yield(key, row)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestResultsBelowASession: results are recalled by origin and key, a later session replaces the one before, and
// lines that are torn or damaged are left out.
func TestResultsBelowASession(t *testing.T) {
	const o = Origin(`"moons" 1234 "1.0" `)
	two := fileOf(t, "1", o, "a", "b")
	last := strings.LastIndex(two[:len(two)-1], "\n") + 1
	for name, x := range map[string]struct {
		file   string
		screen string
		a, b   string // a part of the texts of the results, "" for none
	}{
		"as written":         {two, "1", `"error":0`, `"error":1`},
		"two sessions":       {two + fmt.Sprintf(sessionLine, "5"), "5", `"error":0`, `"error":1`},
		"results in between": {two[:last] + fmt.Sprintf(sessionLine, "5") + two[last:], "5", `"error":0`, `"error":1`},
		"torn":               {two[:len(two)-2], "1", `"error":0`, ""},
		"torn early":         {two[:last+5], "1", `"error":0`, ""},
		"torn session":       {two + strings.TrimSuffix(fmt.Sprintf(sessionLine, "5"), "}\n"), "1", `"error":0`, `"error":1`},
		"a digit":            {strings.Replace(two, `"error":0`, `"error":7`, 1), "1", "", `"error":1`},
		"a key":              {strings.Replace(two, `"key":"a"`, `"key":"b"`, 1), "1", "", `"error":1`},
		"other lines":        {two + "hello\n{}\n[]\n\n{\"x\":1}\n2\n", "1", `"error":0`, `"error":1`},
		"only damaged lines": {fmt.Sprintf(sessionLine, "2") + "hello\n", "2", "", ""},
		"an old session":     {fmt.Sprintf(sessionLine, "2"), "2", "", ""},
		"indented": {"{\n\"gramscope_session\":2,\n\"screen\":\"3\"\n}\n" + two[strings.Index(two, "\n")+1:], "3",
			`"error":0`, `"error":1`},
	} {
		s, err := Decode([]byte(x.file))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		a, b := s.Results.Recall(o, "a"), s.Results.Recall(o, "b")
		if Text(s.Shown, "screen") != x.screen || !strings.Contains(string(a), x.a) || !strings.Contains(string(b), x.b) ||
			(x.a == "") != (a == nil) || (x.b == "") != (b == nil) {
			t.Errorf("%s: screen %s, %s and %s", name, Text(s.Shown, "screen"), a, b)
		}
		if other := s.Results.Recall(Origin(`"moons" 1234 "1.1" `), "a"); other != nil {
			t.Errorf("%s: a result of another version is recalled", name)
		}
	}
	for name, file := range map[string]string{
		"another program's":   "a,b\n1,2\n",
		"JSON lines":          two[strings.Index(two, "\n")+1:],
		"damaged in the head": strings.Replace(two, "}", "", 1),
		"empty":               "",
	} {
		if s, err := Decode([]byte(file)); err == nil {
			t.Errorf("%s: %+v", name, s)
		}
	}
}

// TestResultsOfOthers: no result is recalled on other data, or by another version of the program.
func TestResultsOfOthers(t *testing.T) {
	const o = Origin(`"moons" 1234 "1.0" `)
	s, err := Decode([]byte(fileOf(t, "1", o, "a")))
	if err != nil || s.Results.Recall(o, "a") == nil {
		t.Fatalf("none is recalled: %v", err)
	}
	for _, of := range []Origin{`"moons" 1234 "2.0" `, `"moons" 9 "1.0" `, `"other" 9 "2.0" `} {
		if text := s.Results.Recall(of, "a"); text != nil {
			t.Errorf("%s: %s", of, text)
		}
	}
}

// TestMemoryLimitOfAnotherStart: the limit that a start finds for itself is not in a session; one that was given is.
func TestMemoryLimitOfAnotherStart(t *testing.T) {
	machine, _ := model.MachineMemory()
	for _, limit := range []int64{machine, machine + 1} {
		s := Session{Spec: sweep.Spec{MaxMemory: limit}}
		text, err := json.Marshal(s)
		if err != nil || bytes.Contains(text, []byte(`"max_memory"`)) != (limit != machine) {
			t.Errorf("a limit of %d beside %d is written as %s, %v", limit, machine, text, err)
		}
		if again, err := Decode(text); err != nil || again.Spec.MaxMemory != limit {
			t.Errorf("a limit of %d comes back as %+v, %v", limit, again, err)
		}
	}
}

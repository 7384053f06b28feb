package ui

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"gramscope/data"
	"gramscope/data/synthetic"
	"gramscope/model"
	"gramscope/model/job"
	"gramscope/model/sweep"
	"gramscope/ui/screen/screentest"
	"gramscope/ui/session"
)

// unfolded checks that a frame fits its window.
func unfolded(t *testing.T, m *explorer, w, h int) {
	t.Helper()
	frame := m.View()
	lines := strings.Split(frame, "\n")
	if len(lines) > h {
		t.Fatalf("%d lines in a window of %d×%d", len(lines), w, h)
	}
	for _, line := range lines {
		if got := ansi.StringWidth(line); got > w {
			t.Fatalf("a line of %d cells in a window of %d×%d:\n%s", got, w, h, frame)
		}
	}
}

// cramped are sizes with room for everything, for one pane, and for nothing.
var cramped = [][2]int{{120, 40}, {44, 14}, {9, 3}}

// FuzzResultsCSV: a results file is an error or rows, and no key on the charts of any rows
// is too much.
func FuzzResultsCSV(f *testing.F) {
	const head = "data,n,d,kernel,gamma,sigma,method,m,mu,score_ridge,rep,seed,rank_used,error,error_best,cached,exact,failure,warnings\n"
	for _, text := range []string{
		"", head, failedRows, manyRows(2, 3, 2), strings.ReplaceAll(manyRows(1, 2, 1), "\n", "\r\n"),
		strings.TrimSuffix(manyRows(2, 2, 1), "\n"), head[:30],
		head + "x,9,2,linear,,,toy,5,1,1,1,1,4,0.5,,true,true,,\"mind the \"\"gap\"\";\nand",
		head + "x,9,2,linear,,,toy,5,1,1,1,1,many,0.5,,true,true,,\n",
		head + "x,9,2,linear,,,toy,5,1,1,1,1,1e999,NaN,,yes,true,,\n",
		head + ",40,2,,,,,,,,1,,,,,,,,\n,40,2,,,,,,,,2,,,-0.0,,,,,\n",
		head + "x,-9223372036854775808,-1,gaussian,1e-308,1e308,plain,1e308,-1,0,-5,9007199254740993,1e18,1e308,-1e308,true,false,,\n",
		"method,n,d,rep,error,error,score_ridge,score-ridge,7,true\nplain,1,1,1,0,1,1,2,true,false\nplain,2,1,1,0,1,2,2,1,0\n",
		"method,n,d,rep,error,rmse_test,accuracy_test,solver,norm\n\x1b[31m,1,1,1,0,1,1,direct,column\n",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		if len(content) > 1<<14 {
			return
		}
		var all sweep.Results
		if _, err := all.Read(bytes.NewReader(content), "f.csv", 1e9); err != nil || len(all.Rows) == 0 {
			return
		}
		m := viewOf(t, all.Header, all.Rows)
		for _, size := range cramped {
			m.Update(sized(size[0], size[1]))
			for _, keys := range []string{"right", "left", "down", "right", "o down enter", "v down enter", "t ] [", "esc t esc",
				"tab p", "x y", "space down space", "up space space", "e", "e w", "esc ?", "esc P"} {
				press(m, strings.Fields(keys)...)
				unfolded(t, m, size[0], size[1])
			}
		}
		if err := m.shown(0).Rows("csv")(&bytes.Buffer{}); err != nil {
			t.Fatal(err)
		}
		if err := m.shown(0).Rows("json")(&bytes.Buffer{}); err != nil {
			t.Fatal(err)
		}
	})
}

// FuzzSession: a session's file is an *Error or a state of the explorer, which can be
// shown, changed, and written as one that can be read again.
func FuzzSession(f *testing.F) {
	m := newToy(f, "braille", "none", 120, 40)
	m.Init()
	for _, keys := range []string{"", "2", "3 ] [", "4 p", "5 space", "6 x y", "7 enter", "o down enter", "v down enter t",
		"tab tab tab"} {
		press(m, strings.Fields(keys)...)
		var b bytes.Buffer
		if err := m.session().Write(&b); err != nil {
			f.Fatal(err)
		}
		f.Add(b.Bytes())
		f.Add(b.Bytes()[:b.Len()/2])
		f.Add(bytes.ReplaceAll(b.Bytes(), []byte("1"), []byte("-99999999999")))
		f.Add(bytes.ReplaceAll(b.Bytes(), []byte("null"), []byte("true")))
	}
	for _, text := range []string{"", "{", `{"gramscope_session":1}`, `{"gramscope_session":2}`, "[]", "null"} {
		f.Add([]byte(text))
	}
	methods := screentest.Methods()
	f.Fuzz(func(t *testing.T, content []byte) {
		s, err := session.Read(bytes.NewReader(content), "f.json", methods)
		if err != nil {
			var own *data.Error
			if !errors.As(err, &own) || own.Problem == "" {
				t.Fatalf("error %v of type %T", err, err)
			}
			return
		}
		if s.Spec.Values == nil { // as the command does
			s.Spec.Values = model.Values{}
		}
		l := screentest.Look("braille", "none")
		m := newExplorer(Config{Source: synthetic.Generators()[0], Spec: s.Spec, Session: s, Methods: methods, Workers: 1,
			Version: "test"}, l, job.NewRunner(t.Context()), toyClock)
		m.Launch = func(job.Kind, job.Work) {} // nothing computes
		m.Init()
		for _, size := range cramped {
			m.Update(sized(size[0], size[1]))
			for _, keys := range []string{"right", "left", "down", "tab", "space", "[", "t", "?", "esc"} {
				press(m, keys)
				unfolded(t, m, size[0], size[1])
			}
		}
		var again bytes.Buffer
		if err := m.session().Write(&again); err != nil {
			t.Fatal(err)
		}
		back, err := session.Read(bytes.NewReader(again.Bytes()), "again.json", methods)
		if err != nil || m.setShown(back.Shown) != nil {
			t.Fatalf("what was restored from\n%s\nis written as\n%s\n%v", content, again.Bytes(), err)
		}
	})
}

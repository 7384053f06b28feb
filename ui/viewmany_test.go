package ui

import (
	"fmt"
	"strings"
	"testing"

	"gramscope/model/sweep"
)

// manyRows makes a file of results: rows of so many methods, each over so many values
// of m, in so many repetitions.
func manyRows(methods, values, reps int) string {
	var b strings.Builder
	b.WriteString("data,n,d,kernel,gamma,sigma,method,m,rank,mu,score_ridge,rep,seed,rank_used,error,error_best,entries,bytes,seconds,cached,exact,error_se,failure,warnings\n")
	for rep := 1; rep <= reps; rep++ {
		for v := 1; v <= values; v++ {
			for k := range methods {
				fmt.Fprintf(&b, "x,100000,2,gaussian,2,0.5,method-%d,%d,0,1,1,%d,1,%d,%.17g,0.001,%d,%d,0.25,false,true,,,\n", k, v,
					rep, v, 1/float64(v+k+rep), v, v)
			}
		}
	}
	return b.String()
}

func viewOfText(t testing.TB, text string) *explorer {
	t.Helper()
	var all sweep.Results
	if _, err := all.Read(strings.NewReader(text), "a.csv", 1e9); err != nil {
		t.Fatal(err)
	}
	return viewOf(t, all.Header, all.Rows)
}

// TestViewOfManyRows: every row is in sight, whatever is pressed.
func TestViewOfManyRows(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{"50 values": manyRows(1, 50, 1), "40 methods": manyRows(40, 2, 1),
		"24 methods": manyRows(24, 5, 4), "one row": manyRows(1, 1, 1)} {
		pressOnMany(t, name, text)
	}
}

// pressOnMany presses 28 keys on a results file.
func pressOnMany(t *testing.T, name, text string) {
	t.Helper()
	v := viewOfText(t, text)
	_, rows := v.Files()
	if want := strings.Count(text, "\n") - 1; rows != want || v.Outcome.Done != want {
		t.Errorf("%s: %d of %d rows in sight, want %d", name, v.Outcome.Done, rows, want)
	}
	for _, key := range strings.Fields("right right left down up tab v esc ] [ t ] t esc p right o esc e e w esc ? esc " +
		"space down space space") {
		press(v, key)
		if frame := v.View(); strings.Count(frame, "\n") != 39 {
			t.Fatalf("%s: after %s a frame of %d lines", name, key, strings.Count(frame, "\n")+1)
		}
	}
}

const failedRows = "data,n,d,kernel,gamma,sigma,method,m,mu,score_ridge,rep,seed,rank_used,error,failure,warnings\n" +
	"x,2,2,gaussian,2,0.5,plain,1,1,1,1,1,,,\"all 2 training rows are of one class\",\n" +
	"x,2,2,gaussian,2,0.5,eager,1,1,1,1,1,,,too few rows,\n"

// TestViewOfRunsThatFailed: where there is no figure at all, the reasons are shown.
func TestViewOfRunsThatFailed(t *testing.T) {
	v := viewOfText(t, failedRows)
	for _, keys := range [][]string{nil, {"right"}, {"v", "enter"}, {"o", "enter"}, {"t"}, {"]"}, {"p"}, {"x", "y"},
		{"space", "space", "down", "space"}} {
		press(v, keys...)
		frame := strings.Join(strings.Fields(v.View()), " ")
		for _, want := range []string{"all 2 training rows are of one class", "too few rows"} {
			if len(keys) < 4 && !strings.Contains(frame, want) {
				t.Errorf("after %q the frame has no %q:\n%s", keys, want, v.View())
			}
		}
	}
	text := viewOfText(t, failedRows).linesOf(onError).Empty
	if !strings.Contains(text, "runs failed at each of these settings") ||
		!strings.Contains(text, "plain: all 2 training rows") {
		t.Errorf("the empty chart says %q", text)
	}
}

// TestViewOfEmptyCells: optional columns that are empty everywhere, and files that have
// little but what every row needs.
func TestViewOfEmptyCells(t *testing.T) {
	for name, text := range map[string]string{
		"empty":   "data,n,d,kernel,gamma,sigma,method,m,mu,score_ridge,rep,seed,rank_used,error,error_best,cached,exact,failure,warnings\n,40,2,,,,,,,,1,,,,,,,,\n,40,2,,,,,,,,2,,,0.5,,,,,\n",
		"least":   "method,n,d,rep,error\nplain,40,2,1,0.5\n",
		"foreign": "method,n,d,rep,error,zeal,fun\nplain,40,2,1,0.5,a,\nplain,40,2,1,0.4,b,\n",
	} {
		v := viewOfText(t, text)
		press(v, "right", "left", "down", "o", "down", "enter", "v", "enter", "t", "]", "[", "tab", "space", "space", "p",
			"e", "?")
		if v.View() == "" {
			t.Errorf("%s: no frame", name)
		}
	}
}

package ui

import (
	"slices"
	"strings"
	"testing"

	"gramscope/model"
	"gramscope/model/number"
	"gramscope/model/sweep"
	"gramscope/ui/chart"
	"gramscope/ui/widget"
)

// recordedRows makes rows of records that have these cells and the usual others.
func recordedRows(t *testing.T, cells ...map[string]string) []sweep.Result {
	t.Helper()
	var rows []sweep.Result
	for _, c := range cells {
		full := map[string]string{"data": "x", "n": "40", "d": "2", "kernel": "gaussian", "gamma": "2", "sigma": "0.5",
			"method": "plain",
			"mu":     "1", "score_ridge": "1", "rep": "1", "seed": "1", "error": "0.5"}
		for name, text := range c {
			full[name] = text
		}
		rows = append(rows, fileRow(t, full))
	}
	return rows
}

// TestViewOfFilesThatDiffer: a method that the program lacks, and files one of which
// has columns that the other has not, one of them named by a number.
func TestViewOfFilesThatDiffer(t *testing.T) {
	header := []string{"data", "n", "d", "kernel", "gamma", "sigma", "method", "m", "mu", "score_ridge", "rep", "seed",
		"error", "accum", "7"}
	rows := recordedRows(t,
		map[string]string{"m": "10", "error": "0.4"}, map[string]string{"m": "20", "error": "0.3"},
		map[string]string{"method": "bygone", "m": "10", "accum": "2", "7": "1.5", "error": "0.2"},
		map[string]string{"method": "bygone", "m": "20", "accum": "2", "7": "2.5", "error": "0.1"},
		map[string]string{"method": "bygone", "m": "10", "accum": "4", "7": "3.5", "error": "0.02"},
		map[string]string{"method": "bygone", "m": "20", "accum": "4", "7": "4.5", "error": "0.01"})
	v := viewOf(t, header, rows)
	press(v, "o")
	v.menu.Then("m")
	v.menu = widget.Menu{}
	curves := func() string {
		text := ""
		for _, name := range []string{"plain", "bygone"} {
			at := slices.IndexFunc(v.linesOf(onError).Series, func(s chart.Series) bool { return s.Name == name })
			if at < 0 {
				t.Fatalf("no curve of %s", name)
			}
			for _, y := range v.linesOf(onError).Series[at].Y {
				text += number.Short(y) + " "
			}
		}
		return text
	}
	if got := curves(); v.Setting.Axis.Name != "m" || got != "0.4 0.3 0.2 0.1 " {
		t.Errorf("over %s: %s", v.Setting.Axis.Name, got)
	}
	v.panel.Chosen = "accum"
	press(v, "right")
	if got := curves(); got != "0.4 0.3 0.02 0.01 " { // the file without the column belongs to any value of it
		t.Errorf("at accum = 4: %s", got)
	}
	v.showValue("7")
	if got := curves(); v.figure().Name != "7" || got != "3.5 4.5 " {
		t.Errorf("the column 7 is shown as %s: %s", v.figure().Name, got)
	}
	if !strings.Contains(v.View(), "bygone") || strings.Contains(v.View(), "does not have") {
		t.Errorf("the method that is not there:\n%s", v.View())
	}
	var written []string
	for _, r := range v.Rows() {
		written = append(written, r.Method)
	}
	if want := []string{"plain", "plain", "bygone", "bygone"}; !slices.Equal(written, want) {
		t.Errorf("rows of %v would be written, want %v", written, want)
	}
}

// TestKnobsOfAFileGiveWay: a value that no row has together with that of the knob turned
// last gives way to one that some have, and the view opens where most of the curve is.
func TestKnobsOfAFileGiveWay(t *testing.T) {
	header := []string{"data", "n", "d", "kernel", "gamma", "sigma", "method", "m", "mu", "score_ridge", "rep", "seed",
		"error"}
	v := viewOf(t, header, recordedRows(t,
		map[string]string{"mu": "1", "score_ridge": "1", "n": "40", "m": "10"},
		map[string]string{"mu": "2", "score_ridge": "2", "n": "50", "m": "10", "error": "0.3"},
		map[string]string{"mu": "2", "score_ridge": "2", "n": "50", "m": "20", "error": "0.2"},
		map[string]string{"mu": "2", "score_ridge": "2", "n": "50", "m": "30", "error": "0.1"}))
	at := func() string { return v.KnobText(model.Param{Name: "n"}) + " " + v.KnobText(model.Param{Name: "mu"}) }
	if got := at(); got != "50 2" || len(v.Outcome.Axis.Values) != 3 {
		t.Errorf("opened at n and μ = %s, with %v", got, v.Outcome.Axis.Values)
	}
	v.panel.Chosen = "mu"
	press(v, "left")
	if got := at(); got != "40 1" || len(v.Rows()) != 1 {
		t.Errorf("μ turned to 1: n and μ = %s", got)
	}
	v.panel.Chosen = "n"
	press(v, "right")
	if got := at(); got != "50 2" || len(v.Rows()) != 3 {
		t.Errorf("n turned to 50: n and μ = %s", got)
	}
	press(v, "right")
	if got := at(); got != "50 2" || !strings.Contains(v.Note.Text, "stops at 50") {
		t.Errorf("n beyond the last: %s, %q", got, v.Note.Text)
	}
}

// TestRidgesOfAFile: where the ridge of the scores follows μ it is no knob of its own; where
// it was set, rows of another one do not mix in.
func TestRidgesOfAFile(t *testing.T) {
	header := []string{"data", "n", "d", "kernel", "gamma", "sigma", "method", "mu", "score_ridge", "rep", "seed", "error"}
	follows := []map[string]string{{"mu": "1", "score_ridge": "1", "error": "0.1"},
		{"mu": "2", "score_ridge": "2", "error": "0.2"}}
	set := append(follows[:2:2], map[string]string{"mu": "1", "score_ridge": "2", "error": "0.3"},
		map[string]string{"mu": "2", "score_ridge": "1", "error": "0.4"})
	for want, cells := range map[string][]map[string]string{"0.1 0.2": follows, "0.1 0.4": set} {
		v := viewOf(t, header, recordedRows(t, cells...))
		press(v, "o")
		v.menu.Then("mu")
		var got []string
		for _, y := range v.linesOf(onError).Series[0].Y {
			got = append(got, number.Short(y))
		}
		if text := strings.Join(got, " "); v.Setting.Axis.Name != "mu" || text != want {
			t.Errorf("over %s: %s, want %s", v.Setting.Axis.Name, text, want)
		}
	}
}

// TestWhatHasRunNeedsNothing: a row is there, whatever the method needs of a kernel.
func TestWhatHasRunNeedsNothing(t *testing.T) {
	header := []string{"data", "n", "d", "kernel", "method", "m", "mu", "score_ridge", "rep", "seed", "error"}
	linear := func(m, err string) map[string]string {
		return map[string]string{"kernel": "linear", "gamma": "", "sigma": "", "method": "spectral", "m": m, "error": err}
	}
	v := viewOf(t, header, recordedRows(t, linear("10", "0.5"), linear("20", "0.25")))
	if len(v.Methods) != 1 || v.Setting.Unmet(v.Methods[0]) != "" || v.Setting.Spec.Kernel != "linear" {
		t.Errorf("%d methods, the kernel %s, which %q", len(v.Methods), v.Setting.Spec.Kernel,
			v.Setting.Unmet(v.Methods[0]))
	}
	if s := v.linesOf(onError).Series[0]; !slices.Equal(s.Y, []float64{0.5, 0.25}) {
		t.Errorf("the curve is %+v", s)
	}
}

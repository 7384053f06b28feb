package prompt

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"gramscope/data"
	"gramscope/model"
	"gramscope/model/sweep"
	"gramscope/ui/widget"
)

// bench returns a grammar for tests, whose commands say to done what they do.
func bench(done func(format string, args ...any)) Verbs {
	kernel := model.Param{Name: "kernel", Symbol: "kernel", Doc: "kernel",
		Choices: []string{"gaussian", "laplacian", "linear"}, Max: 2}
	now := model.Values{"gamma": 0.123456, "m": 20, "sigma": math.NaN(), "kernel": 1}
	items := func(list ...string) []widget.Item {
		var all []widget.Item
		for _, name := range list {
			all = append(all, widget.Item{Name: name, Note: "about " + name})
		}
		return all
	}
	params := []model.Param{model.Gamma(nil), model.Sigma(nil), model.Budget(nil), kernel}
	methods, figures := items("plain", "plainer", "eager", "spectral"), items("error", "trace error")
	methods[3].Unmet = "this kernel has no spectral density"
	figures[1].Column = "error_trace"
	var list Verbs
	for _, p := range params {
		list = append(list, Knob(p, now[p.Name], func(v Value) (func(), error) {
			if v.Formula == "=refused" {
				return nil, errors.New("refused")
			}
			return func() { done("%s %v%s%s%v", v.Param.Name, v.Number, v.Formula, v.Rule, v.Condition) }, nil
		}))
	}
	take := func(names []string) { done("methods %v", names) }
	list = append(list, Methods(methods, []string{"eager", "plain"}, take)...)
	named := func(name string, of []widget.Item) Verb {
		return Named(name, "NAME", "choose "+name, name, of, func(chosen string) { done("%s: %s", name, chosen) })
	}
	return append(list,
		named("over", widget.OverMenu([]model.Param{model.Gamma(nil), model.Budget(nil)}, "").Items), named("value", figures),
		Data(func(set data.Source) { done("use %s", set.Name()) }, func(path string) { done("read %s", path) }),
		Search(func(limit time.Duration) { done("search %v", limit) }),
		Alone(func() { done("undone") }, "undo the last change", "undo"), Alone(func() { done("over") }, "quit", "quit", "q"),
		Alone(func() { done("screen 2") }, "screen 2", "spectrum", "2"))
}

// grammar is bench for tests that run no command.
func grammar() Verbs { return bench(nil) }

func TestParse(t *testing.T) {
	for text, want := range map[string]string{
		"gamma 0.5":               "gamma 0.5",
		"  Γ  5e-1 ":              "gamma 0.5", // capitals or not
		"gamma = 1/m":             "gamma 0=1/m",
		"gamma=1/m":               "gamma 0=1/m",
		"gamma=3":                 "gamma 3",
		"m=error<=0.1":            "m 0error<=0.1",
		"sigma=median":            "sigma 0median",
		"kernel=linear":           "kernel 2",
		"kernel = linear":         "kernel 2",
		"over=m":                  "over: m",
		"sigma 2":                 "sigma 2",
		"sigma median":            "sigma 0median",
		"σ mean":                  "sigma 0mean",
		"kernel LINEAR":           "kernel 2",
		"methods plain, plain":    "methods [plain]",
		"+plainer plain":          "methods [eager plain plainer]",
		"- eager":                 "methods [plain]",
		"m error<=0.01":           "m 0error<=0.01",
		"m error_trace ≤ 1e-3":    "m 0error_trace<=1e-3",
		"over γ":                  "over: gamma",
		"value error_trace":       "value: trace error",
		"value Trace Error":       "value: trace error",
		"data Bimodal":            "use bimodal",
		"set some/file.csv":       "read some/file.csv",
		"search":                  "search 0s",
		"search 90s":              "search 1m30s",
		"2":                       "screen 2",
		"spectrum":                "screen 2",
		"data=moons":              "use moons",
		"set = some/file.csv":     "read some/file.csv",
		"search=90s":              "search 1m30s",
		"methods=plain,eager":     "methods [plain eager]",
		"undo":                    "undone",
		"q":                       "over",
		"data  a file  of.blanks": "read a file  of.blanks",
	} {
		got := ""
		run, err := bench(func(format string, args ...any) { got += fmt.Sprintf(format, args...) }).Parse(text)
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		if run(); got != want {
			t.Errorf("%q does %q, not %q", text, got, want)
		}
	}
}

// TestRefusedValueStaysInTheLine: the line stays open, with its text, if the taker refuses the value.
func TestRefusedValueStaysInTheLine(t *testing.T) {
	var line Line
	line.Begin()
	line.Set("gamma=refused")
	if err := line.Enter(grammar()); err == nil || !line.Open || line.Text() != "gamma=refused" {
		t.Errorf("open %v, text %q: %v", line.Open, line.Text(), err)
	}
}

// TestFaultsNameARemedy: the error of a wrong command says what there is instead.
func TestFaultsNameARemedy(t *testing.T) {
	for text, want := range map[string]string{
		"gama 0.5":             "did you mean gamma?",
		"  xyzzy":              "no command",
		"xyzzy=3":              `no command "xyzzy"`,
		"":                     "which command",
		"γ  abc":               `"abc" is not a number`,
		"gamma -1":             "outside",
		"m eror<=0.1":          "did you mean error?",
		"m error<0.1":          "by <=",
		"m error≤x":            "m can't follow from",
		"gamma error<=0.1":     "not a number",
		"gamma":                "type a number from",
		"kernel liner":         "did you mean linear?",
		"methods plain,pl":     "no method",
		"+plainer, plian, bka": "did you mean plain?",
		"- eager spectral":     "spectral density",
		"methods":              "which methods?",
		"over time":            "there is no over",
		"value  eror":          "did you mean error?",
		"data bimodl":          "did you mean bimodal?",
		"search 60":            "\"60\" is no time",
		"search 0.1s":          "too short",
		"search 1m m=10":       "\"1m m=10\" is no time",
		"spectrum 5":           "takes no argument",
	} {
		if _, err := grammar().Parse(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
	var spec *sweep.SpecError
	if _, err := grammar().Parse("+spectral"); !errors.As(err, &spec) {
		t.Errorf("why a method can't run: %v", err)
	}
}

func TestVerbsStandOnce(t *testing.T) {
	seen := map[string]string{}
	for _, v := range grammar() {
		for _, name := range v.Names {
			low := strings.ToLower(name)
			if other, ok := seen[low]; ok {
				t.Errorf("%q is %q and %q", name, other, v.Doc)
			}
			seen[low] = v.Doc
		}
		if v.Doc == "" || v.Read == nil || (v.Arg == "") != (v.Choices == nil) {
			t.Errorf("%v lacks words, a reader or choices", v.Names)
		}
	}
}

func TestCandidates(t *testing.T) {
	for text, want := range map[string]string{
		"ga":               "gamma ",
		"gamma ":           "gamma 0.123456",
		"sigma m":          "sigma median|sigma mean",
		"kernel l":         "kernel laplacian|kernel linear",
		"methods ":         "methods plain|methods plainer|methods eager",
		"+plain,e":         "+plain,eager",
		"methods nothing,": "",
		"over ":            "over gamma|over m",
		"value T":          "value trace error",
		"2":                "spectrum",
		"data bim":         "data bimodal",
		"undo ":            "",
	} {
		if got := strings.Join(widget.Names(grammar().Candidates(text)), "|"); got != want {
			t.Errorf("%q may become %q, not %q", text, got, want)
		}
	}
}

// A blank before a command changes nothing: a path is completed, too.
func TestCompletePathAfterBlank(t *testing.T) {
	for _, text := range []string{"data ./no-such", "  data ./no-such"} {
		var line Line
		line.Begin()
		line.Set(text)
		if got := line.Complete(1, grammar()); got != "./no-such" {
			t.Errorf("%q: tab completes the path %q", text, got)
		}
	}
}

package prompt

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gramscope/model"
	"gramscope/model/sweep"
	"gramscope/ui/widget"
)

// bench returns a scope for tests.
func bench() Scope {
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
	s := Scope{
		Params:  []model.Param{model.Gamma(nil), model.Sigma(nil), model.Budget(nil), kernel},
		Value:   func(p model.Param) float64 { return now[p.Name] },
		Methods: items("plain", "plainer", "eager", "spectral"), Ticked: []string{"eager", "plain"},
		Over: []model.Param{model.Gamma(nil), model.Budget(nil)}, Figures: items("error", "trace error"),
		Lessons: items("columns"), Against: items("memory"), Pixels: items("kitty"), Themes: items("dark"),
		Screens: []Screen{{"1", "Explore"}, {"2", "Spectrum"}},
	}
	s.Methods[3].Unmet = "this kernel has no spectral density"
	s.Figures[1].Column = "error_trace"
	return s
}

// described returns a request as text.
func described(want any) string {
	if set, ok := want.(Set); ok {
		if !set.Condition.IsZero() {
			return fmt.Sprint("Set ", set.Param.Name, " by ", set.Condition)
		}
		return fmt.Sprint("Set ", set.Param.Name, " = ", set.Value)
	}
	if use, ok := want.(Use); ok {
		return "Use " + use.Source.Name()
	}
	return strings.TrimPrefix(fmt.Sprintf("%T %v", want, want), "prompt.")
}

func TestParse(t *testing.T) {
	for text, want := range map[string]string{
		"gamma 0.5":               "Set gamma = 0.5",
		"  Γ  5e-1 ":              "Set gamma = 0.5", // capitals or not
		"sigma 2":                 "Set sigma = 2",
		"sigma median":            "Width median",
		"σ mean":                  "Width mean",
		"kernel LINEAR":           "Set kernel = 2",
		"methods plain, plain":    "Methods [plain]",
		"+plainer plain":          "Methods [eager plain plainer]",
		"- eager":                 "Methods [plain]",
		"m error<=0.01":           "Set m by error<=0.01",
		"m error_trace ≤ 1e-3":    "Set m by error_trace<=1e-3",
		"over γ":                  "Named {over gamma}",
		"value error_trace":       "Named {value trace error}",
		"value Trace Error":       "Named {value trace error}",
		"data Bimodal":            "Use bimodal",
		"set some/file.csv":       "File some/file.csv",
		"lesson columns":          "Named {lesson columns}",
		"search":                  "Search {0s false []}",
		"search 90s":              "Search {1m30s false []}",
		"search ALL m=10,20 2m":   "Search {2m0s true [{m [10 20]}]}",
		"2":                       "Open 1",
		"explore":                 "Open 0",
		"undo":                    "Named {undo }",
		"help":                    "Named {help }",
		"q":                       "Named {quit }",
		"data  a file  of.blanks": "File a file  of.blanks",
	} {
		got, err := bench().Parse(text)
		if err != nil || described(got) != want {
			t.Errorf("%q is parsed into %s, want %s: %v", text, described(got), want, err)
		}
	}
	s := bench()
	if _, err := s.Parse("+ plainer"); err != nil || !slices.Equal(s.Ticked, []string{"eager", "plain"}) {
		t.Errorf("parsing has changed the selected methods: %v, %v", s.Ticked, err)
	}
}

// TestFaultsNameARemedy: the error of a wrong command says what there is instead.
func TestFaultsNameARemedy(t *testing.T) {
	for text, want := range map[string]string{
		"gama 0.5":             "did you mean gamma?",
		"  xyzzy":              "no command",
		"":                     "type a command",
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
		"over time":            "no parameter",
		"value  eror":          "did you mean error?",
		"data bimodl":          "did you mean bimodal?",
		"lesson column":        "did you mean columns?",
		"search 60":            "\"60\" is no time",
		"search all 0.1s":      "too short",
		"search 1m  gama=1":    "did you mean gamma?",
		"search m=x":           "not a number",
		"explore 5":            "takes no argument",
	} {
		if got, err := bench().Parse(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, %v", text, got, err)
		}
	}
	var spec *sweep.SpecError
	if _, err := bench().Parse("+spectral"); !errors.As(err, &spec) {
		t.Errorf("why a method can't run: %v", err)
	}
}

func TestVerbsStandOnce(t *testing.T) {
	seen := map[string]string{}
	for _, v := range bench().verbs() {
		for _, name := range v.names {
			low := strings.ToLower(name)
			if other, ok := seen[low]; ok {
				t.Errorf("%q is %q and %q", name, other, v.doc)
			}
			seen[low] = v.doc
		}
		if v.doc == "" || v.read == nil || (v.arg == "") != (v.choices == nil) {
			t.Errorf("%v lacks words, a reader or choices", v.names)
		}
	}
}

func TestCandidates(t *testing.T) {
	for text, want := range map[string]string{
		"ga":               "gamma ",
		"gamma ":           "gamma 0.123",
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
		if got := strings.Join(widget.Names(bench().Candidates(text)), "|"); got != want {
			t.Errorf("%q may become %q, not %q", text, got, want)
		}
	}
}

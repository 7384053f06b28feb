package formula

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"
)

func TestValue(t *testing.T) {
	at := map[string]float64{"n": 8192, "m": 3, "score_ridge": 0.25}
	for text, want := range map[string]float64{
		"ceil(1.5*n^(3/13))":       12, // 1.5·2³
		"0.9*n^(-4/7)":             0.9 * math.Exp(-4.0/7*math.Log(8192)),
		"2^3^2":                    512,
		"-2^2":                     -4,
		"7/2":                      3.5,
		"1 - 2 - 3":                -4,
		"min(n, 100, m) + max(m)":  6,
		"round(2.5) + floor(-1.5)": 1,
		"sqrt(score_ridge)":        0.5,
		"log(exp(2))":              2,
		"9000000000*9000000000":    8.1e19, // more than an int64 holds
		"1e5/2":                    50000,
		"+m":                       3,
	} {
		f, err := Parse(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if got, err := f.Value(at); err != nil || math.Abs(got-want) > 1e-14*math.Abs(want) {
			t.Errorf("%s is %v (%v), want %v", text, got, err, want)
		}
	}
}

func TestNames(t *testing.T) {
	f, err := Parse("m*max(n, m)/d - log(n)")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := f.Names(), []string{"m", "n", "d"}; !slices.Equal(got, want) {
		t.Errorf("names %v, want %v", got, want)
	}
}

func TestWhatIsNoFormula(t *testing.T) {
	for _, c := range []struct {
		text   string
		column int
		says   string
	}{
		{"", 1, ""},
		{"1.5*", 4, ""},
		{"n(", 2, ""},
		{"m > 3", 3, `">"`},
		{"n % 2", 3, `"%"`},
		{"not n", 1, `"not"`},
		{"'text'", 1, `"'" does not belong in a formula`},
		{"[1, 2]", 1, `"[" does not belong in a formula`},
		{"2 ** 3", 3, `the operator "**" is not one of + - * / ^`}, // as Python has it
		{"γ**3", 2, `"**"`},
		{"n//2", 2, `"//"`}, // a comment to expr
		{"n/*2*/", 2, `"/*"`},
		{"n | max(3)", 3, `"|"`},
		{"$env", 1, `"$"`},
		{"n − 1", 3, `"−"`},
		{"1..3", 2, `".."`},
		{"n or 1", 3, `"or"`},
		{"2*ceil", 3, "ceil is a function"},
		{"1e400", 5, "too large"},
		{"1+1e", 4, "not written as a number"},
		{"n.field", 3, "neither a number"},
		{"n > 2 ? 1 : 2", 3, ""},
		{"let x = 2; x", 1, ""},
		{"len(n)", 1, "not one of the functions ceil, exp"},
		{"sqrt(1, 2)", 1, "2 arguments"},
		{"min()", 1, "0 arguments"},
		{"ceil(n/10", 9, "it ends before it is complete"},
		{"n * / 2", 5, `"/" does not belong there`},
		{"n 2", 3, `"2" does not belong there`},
		{"9999999999999999999999", 1, ""},
		{strings.Repeat("n+", 300) + "n", 202, "more than 200 numbers"},
		{strings.Repeat("n+", 65000) + "n", 1001, "it has 130001 characters, and a formula has 1000 at most"},
	} {
		_, err := Parse(c.text)
		var bad *SyntaxError
		if !errors.As(err, &bad) {
			t.Errorf("%q: %v, want a *SyntaxError", c.text, err)
			continue
		}
		if !strings.Contains(bad.Problem, c.says) || bad.Column < 1 || c.says != "" && bad.Column != c.column ||
			len(bad.Error()) > 200 {
			t.Errorf("%q: column %d: %s", c.text, bad.Column, bad.Problem)
		}
	}
}

func TestNoFiniteValue(t *testing.T) {
	for text, says := range map[string]string{
		"1/n":        "the value is +Inf, not a finite number, at n = 0",
		"1/0":        "the value is +Inf, not a finite number",
		"sqrt(-1-n)": "NaN",
		"0/n":        "NaN",
		"m":          "m is not known",
		"exp(1000)":  "+Inf",
	} {
		f, err := Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if v, err := f.Value(map[string]float64{"n": 0}); err == nil || !strings.Contains(err.Error(), says) ||
			strings.Contains(err.Error(), ", at") != (len(f.Names()) > 0) && text != "m" {
			t.Errorf("%s: %v, %v, want an error that says %q", text, v, err, says)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, text := range []string{"ceil(1.5*n^(3/13))", "m > 3", "min(n,", "n(", "--n", "0x1p-3", "1..3", "n?.m",
		"{a:1}"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		formula, err := Parse(text)
		if err != nil {
			return
		}
		at := map[string]float64{}
		for _, name := range formula.Names() {
			at[name] = 2
		}
		if v, err := formula.Value(at); err == nil && (math.IsNaN(v) || math.IsInf(v, 0)) {
			t.Errorf("%q is %v", text, v)
		}
	})
}

package lesson

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"gramscope/model/claim"
)

// list is a table of rows of one experiment.
type list []map[string]float64

func (l list) each(f Figure, at map[string]float64, do func(map[string]float64)) {
	for i, row := range l {
		names := map[string]float64{"rls": 0, "nystrom": 1}
		fits := f.Method == "method" || row["method"] == names[f.Method]
		for name, v := range at {
			fits = fits && (name == "row" && v == float64(i) || name != "row" && row[name] == v)
		}
		if fits {
			row["row"] = float64(i)
			do(row)
		}
	}
}

func (l list) Take(f Figure, at map[string]float64) (values []float64, err error) {
	l.each(f, at, func(row map[string]float64) { values = append(values, row[f.Column]) })
	if values == nil {
		err = fmt.Errorf("no rows at %v", at)
	}
	return values, err
}

func (l list) Values(f Figure, axis string, at map[string]float64) (values []float64) {
	l.each(f, at, func(row map[string]float64) { values = append(values, row[axis]) })
	slices.Sort(values)
	return slices.Compact(values)
}

// points has error = c/m² and size = 3m, with c = 8 for rls and 40, 48 in two repetitions of nystrom, whose error is
// 1.5 at m = 8.
func points() (rows list) {
	for _, m := range []float64{1, 2, 4, 8} {
		rows = append(rows, map[string]float64{"method": 0, "m": m, "error": 8 / m / m, "size": 3 * m, "far": 1})
		for rep, c := range []float64{40, 48} {
			e := c / m / m
			if m == 8 {
				e = 1.5
			}
			rows = append(rows, map[string]float64{"method": 1, "m": m, "error": e, "size": 3 * m, "far": 1,
				"rep": float64(rep)})
		}
	}
	return rows
}

// TestFolds has each function's value, computed by hand.
func TestFolds(t *testing.T) {
	for text, want := range map[string]string{
		"max(error of rls over m)":                           "8",
		"min(error of nystrom over m from 2)":                "1.5",
		"max(error of rls over m from 2 to 4)":               "2",
		"mean(error of rls over m)":                          "2.66", // (8+2+½+⅛)/4
		"geomean(error of rls over m)":                       "1",    // (8·2·½·⅛)^¼
		"argmin(error of nystrom over m)":                    "8",
		"exponent(error of rls over m)":                      "-2",
		"exponent(error of rls * m over m)":                  "-1",
		"growth(error of nystrom over m)":                    "0.545", // 1.5 / 2.75
		"growth(size of rls over m to 4)":                    "2",
		"max(error of nystrom / error of rls over m)":        "12", // 1.5 / ⅛
		"max(error of rls at m=2 * m over m)":                "16",
		"max(error of nystrom over row)":                     "48",
		"max(error of method over method)":                   "14.8", // (44+11+2.75+1.5)/4
		"max(min(error of method over m) over method)":       "1.5",
		"max(max(error of method over m), 50)":               "50",
		"value(size of rls where error of rls = 1/2 over m)": "12",
		// by the line through (11, 6), (2.75, 12) and (1.5, 24)
		"value(size of nystrom where error of nystrom = 2 over m)": "17.6",
		"value(size of rls where error of rls = 1 over m)":         "8.49", // 3·√8
		"error of nystrom at m=1":                                  "44",
		"greatest error of nystrom at m=1, rep=0":                  "40",
		"error of nystrom at m=2, rep=1":                           "12",
	} {
		claims, err := ParseClaims([]string{`claim: "x" ` + text + " >= -100"})
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		v := claims.Check(points())
		got, _, _ := strings.Cut(strings.TrimPrefix(v.Figures, "x is "), " ")
		if got != want {
			t.Errorf("%s is %s, want %s (%v)", text, got, want, v)
		}
	}
}

// TestStatementsOfPapers: shares, definitions and differences, and what fails.
func TestStatementsOfPapers(t *testing.T) {
	for _, c := range []struct {
		lines []string
		want  claim.State
		says  string
	}{
		{[]string{"share: few, error of nystrom at m=1 <= 44", `claim: "{few} of them" 0.5 <= few <= 0.5`}, claim.Holds,
			"0.5 of them is 0.5"},
		{[]string{"let: a = error of rls at m=1", `claim: "{}" a/2 <= 4`}, claim.Holds, "4 (≤ 4)"},
		{[]string{`differs: "a" error of rls at m=1 >= 8`, "claim: error of rls at m=1 <= 9"}, claim.Differs, "a is 8 (≥ 8)"},
		{[]string{`differs: "a" error of rls at m=1 >= 9`}, claim.Fails, "claimed ≥ 9"},
		{[]string{"claim: error of rls at m=3 <= 9"}, claim.Fails, "no rows"},
		{[]string{"claim: value(size of rls where error of rls = 9 over m) <= 9"}, claim.Fails, "does not come to 9"},
		{[]string{"claim: value(size of rls where error of rls = 1/9 over m) <= 9"}, claim.Fails, "does not come to 0.111"},
	} {
		claims, err := ParseClaims(c.lines)
		if err != nil {
			t.Errorf("%q: %v", c.lines, err)
			continue
		}
		if v := claims.Check(points()); v.State != c.want || !strings.Contains(v.Figures, c.says) {
			t.Errorf("%q: %v, want %q", c.lines, v, c.says)
		}
	}
	for text, says := range map[string]string{
		"claim: max(error of rls over m <= 2":           "1:",
		"claim: mxa(error of rls over m) <= 2":          `"over" does not belong there`,
		"claim: max(error of rls * k over m) <= 2":      `"k" is not defined`,
		"claim: value(error of rls over m) <= 2":        "not FIGURE where FIGURE = VALUE",
		"claim: max(error of rls over m from 1-2) <= 2": `"1-2" is not a number`,
		"share: x, 1 <= 2":                              "no figure is named",
		`claim: "{k}" error of rls <= 2`:                `"k" is not defined`,
		"rises: error of rls":                           "unknown key",
	} {
		if _, err := ParseClaims([]string{text}); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v, want %q", text, err, says)
		}
	}
}

// TestFiguresAreShownOnce: each figure of an expression by its label, also one that is the beginning of another.
func TestFiguresAreShownOnce(t *testing.T) {
	for text, want := range map[string]string{
		"evidence of rls at m=80 / evidence of rls": "log evidence of rls at γ = 80 / log evidence of rls",
		"2*(evidence of rls - evidence of rls)":     "2*(log evidence of rls - log evidence of rls)",
	} {
		x, err := parseExpression(" "+text, 5)
		e := &evidence{lesson: All(nil)[0]}
		if got := e.shown(x); err != nil || got != want {
			t.Errorf("%q, want %q (%v)", got, want, err)
		}
	}
}

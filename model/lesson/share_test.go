package lesson_test

import (
	"errors"
	"strings"
	"testing"

	"gramscope/approx"
	"gramscope/model/claim"
	"gramscope/model/lesson"
)

// TestShare: rows without a figure do not count, and a bound may have numbers that were defined before.
func TestShare(t *testing.T) {
	example, _ := lesson.Parse("example", lesson.Example(), approx.Methods())
	for line, want := range map[string]string{
		"share: all, error of rls <= 1\nclaim: all >= 1":                                            "✓ all is 1 (≥ 1)",
		"let: top = greatest error of rls\nshare: some, 2*error of rls <= top\nclaim: some >= 0.99": "✗ some is 0.",
		"share: none, 1 <= error of rls <= 2\nclaim: none <= 0":                                     "✓ none is 0",
		"share: half, 0 <= error of rls <= 1e-9\nclaim: half <= 0":                                  "✓ half is 0",
		"share: nothing, error_se of rls >= 0\nclaim: nothing >= 0": "not yet: needs rows " +
			"of rls with all figures of nothing",
	} {
		l, err := lesson.Parse("x", replaced(t, "claim: gain >= 2\n"+falling, line), approx.Methods())
		if err != nil {
			t.Errorf("%s: %v", line, err)
			continue
		}
		rows := preset(t, example) // a claim changes none of them
		if got := l.Check(rows).String(); !strings.Contains(got, strings.TrimLeft(want, "✓✗ ")) || got[:3] != want[:3] {
			t.Errorf("%s: %s, want %s", line, got, want)
		}
		if v := l.Check(rows[:len(rows)-3]); v.State != claim.Waiting {
			t.Errorf("%s: without some rows %v", line, v)
		}
	}
	for line, says := range map[string]string{
		"share: x, error of rls at m=40 <= 1":        `"error of rls at m=40" is not COLUMN of rls, as in each of its rows`,
		"share: x, error of rls <= error of nystrom": `"error of nystrom" is not COLUMN of rls`,
		"share: x, 1 <= 2":                           "no figure is named",
		"share: error of rls <= 1":                   "is not NAME, INEQUALITY",
		"share: x, least error of rls <= 1":          "is not COLUMN of rls",
	} {
		_, err := lesson.Parse("x", replaced(t, "claim: gain >= 2\n"+falling, line), approx.Methods())
		var bad *lesson.Error
		if !errors.As(err, &bad) || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v, want %q", line, err, says)
		}
	}
}

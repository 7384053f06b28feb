package data

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestTargetOfFewWholeNumbers: a target that could be classes is noted with what makes
// it so, and only such a one. Zeros of LIBSVM, which are not stored, count.
func TestTargetOfFewWholeNumbers(t *testing.T) {
	rows := func(n int, line func(i int) string) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintln(&b, line(i))
		}
		return b.String()
	}
	digits := rows(100, func(i int) string { return fmt.Sprintf("%d,%d", i, i%10) })
	for name, c := range map[string]struct {
		text   string
		choice Choice
		want   string // "" for no note
	}{
		"digits": {digits, Choice{},
			"the target has 10 different whole numbers; treat them as classes [categorical=x2]"},
		"LIBSVM": {rows(20, func(i int) string { return fmt.Sprintf("%d 1:%d", i%3, i+1) }), Choice{},
			"the target has 3 different whole numbers; treat them as classes [categorical=label]"},
		"20": {rows(200, func(i int) string { return fmt.Sprintf("%d,%d", i, i%20) }), Choice{},
			"20 different"},
		"21":               {rows(400, func(i int) string { return fmt.Sprintf("%d,%d", i, i%21) }), Choice{}, ""},
		"few rows":         {rows(49, func(i int) string { return fmt.Sprintf("%d,%d", i, i%10) }), Choice{}, ""},
		"halves":           {rows(100, func(i int) string { return fmt.Sprintf("%d,%g", i, float64(i%4)/2) }), Choice{}, ""},
		"constant":         {rows(100, func(i int) string { return fmt.Sprintf("%d,1", i) }), Choice{}, ""},
		"classes":          {digits, Choice{Categorical: []string{"2"}}, ""},
		"no target":        {digits, Choice{Target: "none"}, ""},
		"a row is dropped": {digits + ",77\n", Choice{DropMissing: true}, "10 different"},
	} {
		file, err := load([]byte(c.text), "f", Options{}, c.choice)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		told := strings.Join(toldNotes(file.Notes()), "\n")
		if c.want == "" && strings.Contains(told, "whole numbers") || !strings.Contains(told, c.want) {
			t.Errorf("%s: %q, want %q", name, told, c.want)
		}
	}
}

// TestCategoricalNumbersAreNotText: what the choice makes texts of is not said to be text.
func TestCategoricalNumbersAreNotText(t *testing.T) {
	file, err := load([]byte("a,b,y\n1,u,0\n2,v,1\n1,u,1\n2,v,0\n"), "f", Options{},
		Choice{Categorical: []string{"a", "y"}})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{`column "a" is categorical: one 0/1 column for each value (1, 2)`,
		`column "b" is text: one 0/1 column for each value (u, v)`,
		`target "y" is categorical: 2 classes, numbered from 0 (0, 1)`}
	if got := toldNotes(file.Notes()); strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("%q", got)
	}
}

// TestFirstColumnMayBeTheTarget: where nobody has chosen the target, a note says that the first column is called so.
func TestFirstColumnMayBeTheTarget(t *testing.T) {
	const note = `column "Label" is a feature, and the last is the target; if it is the target, say so [target=Label]`
	for _, c := range []struct {
		text string
		Choice
		want bool
	}{
		{"Label,a,b\n1,2,3\n4,5,6\n", Choice{}, true},
		{"id,Label,a,b\n0,1,2,3\n1,4,5,6\n2,1,3,5\n3,8,5,2\n", Choice{}, true},
		{"Label,a,b\n1,2,3\n4,5,6\n", Choice{Target: "b"}, false},
		{"Label,a,b\n1,2,3\n4,5,6\n", Choice{Target: "none"}, false},
		{"Label,a,b\n1,2,3\n4,5,6\n", Choice{Columns: []string{"-Label"}}, false},
		{"labels,a,b\n1,2,3\n4,5,6\n", Choice{}, false},
	} {
		file, err := load([]byte(c.text), "f.csv", Options{}, c.Choice)
		if err != nil {
			t.Fatal(err)
		}
		if notes := toldNotes(file.Notes()); slices.Contains(notes, note) != c.want {
			t.Errorf("%q, %+v: %q", c.text, c.Choice, notes)
		}
	}
}

// TestTargetPlace: of LIBSVM the label is the target, which stands first.
func TestTargetPlace(t *testing.T) {
	for text, want := range map[string]string{"1 1:5\n2 1:4\n": "the first of each line",
		"1,5\n2,4\n": "the last column"} {
		file, err := load([]byte(text), "f", Options{}, Choice{})
		if err != nil {
			t.Fatal(err)
		}
		if got := file.TargetPlace(); got != want {
			t.Errorf("%q: %s", text, got)
		}
	}
}

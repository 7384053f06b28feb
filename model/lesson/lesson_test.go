package lesson_test

import (
	"fmt"
	"html"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"gramscope/approx"
	"gramscope/model/lesson"
	"gramscope/model/sweep"
	"gramscope/ui/markdown"
)

// explorerKeys are the keys that a text may name, as the explorer prints them.
var explorerKeys = []string{"←→", "↑↓", "space", "enter", "tab", "b", "o", "v", "u", "r", "t", "B", "a", ":", "1", "2",
	"3", "4", "5", "6", "7"}

// The page beside the screen: at least most of one height, at most five with all steps.
const pageWidth, leastLines, mostLines = 34, 36, 5 * 36

// marked are the texts in an element of the page that Markdown makes: a method in em, a key in kbd.
func marked(text, element string) (list []string) {
	page := fmt.Sprint(markdown.HTML(text))
	for _, found := range regexp.MustCompile("<"+element+">(.*?)</"+element+">").FindAllStringSubmatch(page, -1) {
		list = append(list, html.UnescapeString(found[1]))
	}
	return list
}

func TestTexts(t *testing.T) {
	var known []string
	for _, m := range approx.Methods() {
		known = append(known, m.Name)
	}
	for _, l := range lesson.All(approx.Methods()) {
		if l.Title == "" || !strings.HasPrefix(l.Text, "# "+l.Title+"\n") {
			t.Errorf("%s: the title %q is not the text's", l.Name, l.Title)
		}
		for _, heading := range []string{"\n## Do this, watch that\n", "\n## The claim\n"} {
			if strings.Count(l.Text, heading) != 1 {
				t.Errorf("%s: no part called %q", l.Name, strings.TrimSpace(heading))
			}
		}
		if n := len(regexp.MustCompile(`(?m)^\d\. `).FindAllString(l.Text, -1)); n < 2 || n > 5 {
			t.Errorf("%s: %d steps", l.Name, n)
		}
		if ask := strings.Index(l.Text, "\n## "); ask > 700 || len(l.Steps) < 2 ||
			!strings.HasPrefix(l.Text[ask:], "\n## Predict: ") && !strings.HasPrefix(l.Text[ask:], "\n## Draw: ") {
			t.Errorf("%s does not begin with a step: %d of %d", l.Name, ask, len(l.Steps))
		}
		for _, step := range l.Steps {
			if after := strings.TrimSpace(strings.Split(step.After, "\n## ")[0]); len(after) < 100 {
				t.Errorf("%s: behind a step it says only %q", l.Name, after)
			}
		}
		plain := func(text string, _ markdown.Style) string { return text }
		lines := markdown.Render(l.Text, pageWidth, strings.Clone, plain)
		if len(lines) < leastLines || len(lines) > mostLines {
			t.Errorf("%s: %d lines", l.Name, len(lines))
		}
		markdown.Render(l.Text, 1000, strings.Clone, func(text string, style markdown.Style) string {
			if style == markdown.Code && ansi.StringWidth(text) > pageWidth {
				t.Errorf("%s: the formula %q would be cut", l.Name, text)
			}
			return text
		})
		for _, key := range marked(l.Text, "kbd") {
			if !slices.Contains(explorerKeys, key) {
				t.Errorf("%s: the key %q does not exist", l.Name, key)
			}
		}
		if keys := marked(l.Text, "kbd"); !slices.Contains(keys, "←→") || !slices.Contains(keys, "↑↓") {
			t.Errorf("%s: no word of how to turn a knob, only of %v", l.Name, keys)
		}
		for _, name := range marked(l.Text, "em") {
			if !slices.Contains(known, name) {
				t.Errorf("%s: no method is called %q", l.Name, name)
			}
		}
		for _, name := range l.Spec.Methods {
			if !slices.Contains(marked(l.Text, "em"), name) {
				t.Errorf("%s: no word of %s", l.Name, name)
			}
		}
	}
}

func TestPresets(t *testing.T) {
	columns := sweep.AllColumns()
	var names []string
	for _, l := range lesson.All(approx.Methods()) {
		if slices.Contains(names, l.Name) || !regexp.MustCompile(`^[a-z]+(-[a-z]+)*$`).MatchString(l.Name) {
			t.Errorf("a lesson is called %q", l.Name)
		}
		names = append(names, l.Name)
		if found, ok := lesson.Find(l.Name, approx.Methods()); !ok || found.Title != l.Title {
			t.Errorf("%s: found %v %q", l.Name, ok, found.Title)
		}
		if !regexp.MustCompile(`^[1-6]$`).MatchString(l.Screen) {
			t.Errorf("%s: the screen %q", l.Name, l.Screen)
		}
		if l.Source.Name() != l.Data || l.Spec.Standardize == l.Source.Raw() {
			t.Errorf("%s: set %s, standardised: %v", l.Name, l.Source.Name(), l.Spec.Standardize)
		}
		if len(l.Spec.Over) != 1 {
			t.Fatalf("%s: swept over %v", l.Name, l.Spec.Over)
		}
		if !slices.Contains(computed, l.Name) {
			continue
		}
		rows := preset(t, l)
		i := slices.IndexFunc(columns, func(c sweep.Column) bool { return c.Name == l.Values[0] })
		if i < 0 {
			t.Fatalf("%s: no column is called %s", l.Name, l.Values[0])
		}
		for _, r := range rows {
			if _, ok := columns[i].Number(&r); !ok {
				t.Errorf("%s: %s of %s has no %s: %s", l.Name, r.Method, l.Data, l.Values[0], r.Failure)
			}
			// A knob that is neither fixed nor free could be turned without the verdict noticing.
			for name := range r.Params {
				_, fixed := l.Spec.Values[name]
				follows := l.Spec.Formula(name) != ""
				if !fixed && !follows && name != l.Spec.Over[0].Name && !slices.Contains(l.Free, name) {
					t.Errorf("%s: %s of %s is neither fixed nor free", l.Name, name, r.Method)
				}
			}
		}
	}
	if all := lesson.Names(); len(names) != len(all) {
		t.Errorf("lessons %v of %v", names, all)
	}
	if l, ok := lesson.Find("nothing", approx.Methods()); ok || l.Name != "" {
		t.Errorf("found %q", l.Name)
	}
}

// TestKnobsAreWhereClaimsAre: where a claim is about a value of the swept parameter, knob and table are at that value
// first.
func TestKnobsAreWhereClaimsAre(t *testing.T) {
	for name, want := range map[string]float64{"scores": 80, "meka": 80, "accumulate": 8, "columns": 56, "evidence": 80,
		"relevance": 100, "features": 256} {
		l, _ := lesson.Find(name, approx.Methods())
		over := l.Spec.Over[0]
		if got := l.Spec.Values[over.Name]; got != want || !slices.Contains(over.Values, got) {
			t.Errorf("%s: %s is %v at first, want %v", name, over.Name, got, want)
		}
		if !slices.Contains(computed, name) {
			continue
		}
		if verdict := l.Check(preset(t, l)).String(); !strings.Contains(verdict, fmt.Sprintf("= %v", want)) {
			t.Errorf("%s claims nothing for %v: %s", name, want, verdict)
		}
	}
}

// TestVerdictsFit: below the text of a window of 80×24 and of 100×30 there is room for all figures.
func TestVerdictsFit(t *testing.T) {
	for _, name := range computed {
		l := find(t, name)
		for width, most := range map[int]int{26: 10, 32: 13} {
			lines := 0
			for _, part := range l.Check(preset(t, l)).Parts() {
				lines += 1 + strings.Count(ansi.Wrap(part, width, " "), "\n")
			}
			if lines > most {
				t.Errorf("%s: the verdict has %d lines of %d characters", l.Name, lines, width)
			}
		}
	}
}

// Lessons do not share what one may change.
func TestLessonsAreFresh(t *testing.T) {
	for i, l := range lesson.All(approx.Methods()) {
		l.Spec.Values["m"], l.Spec.Over[0].Values[0], l.Spec.Methods[0] = -1, -1, "spoilt"
		next := lesson.All(approx.Methods())[i]
		if next.Spec.Values["m"] == -1 || next.Spec.Over[0].Values[0] == -1 || next.Spec.Methods[0] == "spoilt" {
			t.Errorf("%s shares its preset", l.Name)
		}
	}
}

package handout_test

import (
	"regexp"
	"strings"
	"testing"

	"gramscope/model"
	"gramscope/model/claim"
	"gramscope/model/lesson"
	"gramscope/model/sweep"
	"gramscope/ui/handout"
)

func written(t *testing.T, l handout.Page) string {
	t.Helper()
	var b strings.Builder
	if err := l.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestHostileTextIsText: markup, quotes and control characters in any text come out as text.
func TestHostileTextIsText(t *testing.T) {
	const evil = `</title></pre></p><script>alert("1")</script><img src=//example.org/x onerror='y'>` + "\x1b[31m\u202e"
	page := written(t, handout.Page{Lesson: lesson.Lesson{Title: evil, Before: "# " + evil + "\n\n" + evil + "\n\n```\n" +
		evil + "\n```\n\n## " + evil + "\n\n- `" + evil + "`",
		Steps: []lesson.Step{{Question: evil, Lead: evil, Answers: []lesson.Answer{{Text: evil, Right: true}, {Text: evil}},
			After: evil + "\n\n## " + evil}}},
		Verdict: claim.Verdict{State: claim.Fails, Figures: evil + "; " + evil}, Opens: evil, Repeats: evil})
	if n := strings.Count(page, "alert("); n != 17 {
		t.Errorf("%d of 17 texts are on the page", n)
	}
	if found := regexp.MustCompile(`(?i)<script|<img|\x1b|\x{202e}`).FindAllString(page, -1); found != nil {
		t.Errorf("the page has %q", found)
	}
	if strings.Count(page, "</title>") != 1 || strings.Count(page, "</pre>") != 3 {
		t.Error("an element was closed by a text")
	}
}

// TestDrawingsDoNotShareNames: drawings refer to their own clip paths, though all files name them alike.
func TestDrawingsDoNotShareNames(t *testing.T) {
	const svg = `<?xml version="1.0"?><!DOCTYPE svg><svg><clipPath id="c1"/><g clip-path="url(#c1)"/><use href="#c1"/></svg>`
	page := written(t, handout.Page{Lesson: lesson.Lesson{Before: "# T\n\n## Do\n\nthis\n\n## Why\n\nthat"},
		Drawings: []string{svg, svg}})
	for _, own := range []string{"d0-c1", "d1-c1"} {
		if strings.Count(page, own) != 3 {
			t.Errorf("%s is there %d times", own, strings.Count(page, own))
		}
	}
	if strings.Contains(page, "<?xml") || strings.Count(page, "<!DOCTYPE") != 1 {
		t.Error("the page has the head of a drawing")
	}
	if do, drawn, why := strings.Index(page, ">Do<"), strings.Index(page, "<svg"),
		strings.Index(page, ">Why<"); do > drawn || drawn > why {
		t.Errorf("drawings at %d, between %d and %d?", drawn, do, why)
	}
}

func TestVerdicts(t *testing.T) {
	for state, want := range map[claim.State]string{claim.Holds: "✓ At seed 7 the claim holds:",
		claim.Fails: "✗ At seed 7 the claim does not hold:", claim.Waiting: "? At seed 7 the claim could not be checked:"} {
		page := written(t, handout.Page{Lesson: lesson.Lesson{Spec: sweep.Spec{Seed: 7}},
			Verdict: claim.Verdict{State: state, Figures: "a is 1; b is 2"}})
		if !strings.Contains(page, want) || !strings.Contains(page, "<li>b is 2</li>") {
			t.Errorf("%v: %s", state, page)
		}
	}
}

// TestQuestions: the answers, what explains them and the drawings stand behind all questions, and the claim behind
// these.
func TestQuestions(t *testing.T) {
	column := sweep.Column{Name: "error", Scale: sweep.ScaleLog}
	l := lesson.Lesson{Before: "# T\n\nIntro\n\n",
		Spec: sweep.Spec{Over: []sweep.Axis{{Name: "m", Values: []float64{10, 20, 40}}}}, Steps: []lesson.Step{
			{Question: "which *one*?", Answers: []lesson.Answer{{Text: "this"}, {Text: "that", Right: true}},
				After: "since so it is\n\n## Do\n\nturn it\n"},
			{Question: "error of rls over m from 1e-3 to 1", Curve: lesson.Curve{Column: column, Method: "rls", Lo: 1e-3, Hi: 1},
				After: "it falls\n\n## The claim\n\nthat it does\n"},
		}}
	page := written(t, handout.Page{Lesson: l, Axis: model.Param{Name: "m", Symbol: "m"},
		Drawings: []string{"<svg id=\"chart\"></svg>"}, Grids: []string{"<svg id=\"grid\"></svg>"},
		Curves: []string{"<svg id=\"truth\"></svg>"}, Hands: [][]int{{3, 2}, nil}})
	at := 0
	for _, part := range []string{"Intro", "1. Predict", "which <em>one</em>?", "<li>this</li>", "<li>that</li>",
		"turn it", "2. Draw", "error of <em>rls</em> over m", "g0-grid", "<h2>Answers</h2>", "d0-chart", ">that<",
		"Hands of the class: 3 for answer 1, 2 for answer 2<", "since so",
		"it falls", "c0-truth", "that it does", "could not be checked"} {
		next := strings.Index(page[at:], part)
		if next < 0 {
			t.Fatalf("%q is not there behind byte %d:\n%s", part, at, page)
		}
		at += next
	}
}

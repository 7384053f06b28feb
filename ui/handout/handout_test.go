package handout_test

import (
	"regexp"
	"strings"
	"testing"

	"gramscope/model/claim"
	"gramscope/ui/handout"
)

func written(t *testing.T, l handout.Lesson) string {
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
	page := written(t, handout.Lesson{Title: evil, Text: "# " + evil + "\n\n" + evil + "\n\n```\n" + evil + "\n```\n\n## " + evil + "\n\n- `" + evil + "`",
		Verdict: claim.Verdict{State: claim.Fails, Figures: evil + "; " + evil}, Opens: evil, Repeats: evil})
	if n := strings.Count(page, "alert("); n != 10 {
		t.Errorf("%d of 10 texts are on the page", n)
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
	page := written(t, handout.Lesson{Text: "# T\n\n## Do\n\nthis\n\n## Why\n\nthat", Drawings: []string{svg, svg}})
	for _, own := range []string{"d0-c1", "d1-c1"} {
		if strings.Count(page, own) != 3 {
			t.Errorf("%s is there %d times", own, strings.Count(page, own))
		}
	}
	if strings.Contains(page, "<?xml") || strings.Count(page, "<!DOCTYPE") != 1 {
		t.Error("the page has the head of a drawing")
	}
	if do, drawn, why := strings.Index(page, ">Do<"), strings.Index(page, "<svg"), strings.Index(page, ">Why<"); do > drawn || drawn > why {
		t.Errorf("drawings at %d, between %d and %d?", drawn, do, why)
	}
}

func TestVerdicts(t *testing.T) {
	for state, want := range map[claim.State]string{claim.Holds: "✓ At seed 7 the claim holds:", claim.Fails: "✗ At seed 7 the claim does not hold:", claim.Waiting: "? At seed 7 the claim could not be checked:"} {
		page := written(t, handout.Lesson{Verdict: claim.Verdict{State: state, Figures: "a is 1; b is 2"}, Seed: 7})
		if !strings.Contains(page, want) || !strings.Contains(page, "<li>b is 2</li>") {
			t.Errorf("%v: %s", state, page)
		}
	}
}

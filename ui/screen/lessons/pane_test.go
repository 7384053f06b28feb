package lessons

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"

	"gramscope/approx"
	"gramscope/data/synthetic"
	"gramscope/model/job"
	"gramscope/model/lab"
	"gramscope/model/lesson"
	"gramscope/model/paper"
	"gramscope/model/sweep"
	"gramscope/ui/screen"
	"gramscope/ui/screen/screentest"
)

func newScreen(t *testing.T, glyphs string) *Screen {
	t.Helper()
	l := screentest.Look(glyphs, "none")
	r := job.NewRunner(context.Background())
	t.Cleanup(func() { r.Close(time.Second) })
	b := lab.New(lab.Config{Source: synthetic.Generators()[0], Spec: sweep.DefaultSpec(40), Methods: approx.Methods(),
		Workers: 1}, r, time.Now)
	return New(&b.State, &l)
}

// skipAll skips all steps of the open lesson, so that its whole text is laid out.
func skipAll(s *Screen) {
	s.Finish()
	s.text.toStep = false
}

// TestPagesOverlap: a page further on begins with the last line of the one before, and
// the text ends where it is seen whole.
func TestPagesOverlap(t *testing.T) {
	s := newScreen(t, "braille")
	s.Read("accumulate")
	skipAll(s)
	s.Settle(36, 20)
	page := func() []string { return strings.Split(s.Render("title", "knob", 0), "\n") }
	before := page()
	room := s.room()
	if before[0] != "title" || before[19] != "knob" || len(before) != 20 ||
		!strings.Contains(before[room+1], fmt.Sprintf("lines 1–%d of %d, more: pgdn", room, s.text.scroll.TotalLineCount())) {
		t.Fatalf("the pane:\n%s", strings.Join(before, "\n"))
	}
	s.Scroll(-1, 1)
	s.Settle(36, 20)
	if after := page(); after[1] != before[room] {
		t.Errorf("the next page begins with %q, not with %q", after[1], before[room])
	}
	s.Scroll(0, 100)
	s.Settle(36, 20)
	if end := page(); !s.text.scroll.AtBottom() || strings.TrimSpace(end[room]) == "" ||
		!strings.Contains(end[room+1], "back: pgup") {
		t.Errorf("at the end:\n%s", strings.Join(end, "\n"))
	}
	s.Settle(36, 200)
	if whole := page(); !strings.Contains(whole[s.room()+1], "the claim") {
		t.Errorf("where all is seen:\n%s", strings.Join(whole, "\n"))
	}
	s.Settle(36, 20)
	s.Scroll(0, -200)
	s.Settle(36, 20)
	if again := page(); again[1] != before[1] {
		t.Errorf("before the beginning:\n%s", strings.Join(again, "\n"))
	}
	s.Settle(0, 0) // hidden
	s.Scroll(1, -1)
	s.Settle(36, 20)
	if again := page(); again[1] != before[1] {
		t.Errorf("a hidden page scrolls:\n%s", strings.Join(again, "\n"))
	}
}

func TestTextsAreSpelledInASCII(t *testing.T) {
	s := newScreen(t, "ascii")
	all := lesson.All(approx.Methods())
	for _, e := range paper.All() {
		l := e.Lesson(approx.Methods())
		l.Text = l.Before
		all = append(all, l)
	}
	for _, l := range all {
		s.Read(l.Name)
		skipAll(s)
		s.Settle(36, 20)
		s.text.scroll.Size(36, 400)
		text := s.text.scroll.View()
		for _, r := range text {
			if r != '\n' && (r < ' ' || r > '~') {
				t.Fatalf("%s has %q:\n%s", l.Name, r, text)
			}
		}
		if got, want := strings.Count(text, "?"), strings.Count(l.Text, "?"); got != want || len(text) < 400 {
			t.Errorf("%s: %d characters have no spelling:\n%s", l.Name, got-want, text)
		}
		for line := range strings.SplitSeq(text, "\n") {
			if w := ansi.StringWidth(line); w > 36 {
				t.Errorf("%s: %d cells: %s", l.Name, w, line)
			}
		}
	}
}

// unfold shows the experiments of all papers.
func unfold(s *Screen) {
	s.lessons()
	for _, e := range s.other {
		s.unfolded[e.Paper] = true
	}
}

// shownList is the list as it is drawn.
func shownList(s *Screen, w, h int) string {
	lines, _, _ := s.list(w, h)
	return ansi.Strip(strings.Join(lines, "\n"))
}

// TestPapersStandBelow: each paper is a card that enter unfolds to its experiments and folds again; one on a built-in
// set is computed beside its text, and one on a file says which file that is.
func TestPapersStandBelow(t *testing.T) {
	s := newScreen(t, "braille")
	s.move(len(s.lessons())) // the first
	folded := len(s.cards())
	if list := shownList(s, 80, 30); !strings.Contains(list, "▸+ Bach 2013, experiments: 9") ||
		!strings.Contains(list, "\n + Chen") || strings.Contains(list, "table of rates") {
		t.Errorf("the list:\n%s", list)
	}
	if do := s.cards()[s.at].open(); do != nil || len(s.cards()) != folded+9 {
		t.Errorf("unfolded, %d cards are %d", folded, len(s.cards()))
	}
	s.move(1)
	if list := shownList(s, 80, 30); !strings.Contains(list, " - Bach 2013, experiments: 9") ||
		!strings.Contains(list, "▸  table of rates") || !strings.Contains(list, "Reported: From row 1 to 6") {
		t.Errorf("the list, unfolded:\n%s", list)
	}
	l, _ := s.Find("bach-rates")
	if l.Source.Name() != "decay:delta=8" || l.Spec.Kernel != "periodic" || len(l.Spec.Over) != 1 ||
		l.Spec.Over[0].Name != "mu" || l.Values[0] != "risk_exact" {
		t.Errorf("the first is %+v", l)
	}
	if s.move(-1); s.cards()[s.at].open() != nil || len(s.cards()) != folded {
		t.Errorf("folded again, %d cards are %d", folded, len(s.cards()))
	}
	unfold(s)
	if all := len(s.other) + folded; len(s.cards()) != all {
		t.Errorf("%d cards, want %d", len(s.cards()), all)
	}
	for i, one := range s.cards() {
		if i < len(s.lessons()) || one.name == "" {
			continue
		}
		if do := one.open(); len(do) != 1 || do[0] != screen.Read(one.name) {
			t.Errorf("%s wants %v", one.name, do)
		}
		clear(s.unfolded) // as where a session opens it
		fixed := s.Read(one.name)
		text := s.lesson.Before
		onFile := strings.Contains(text, "--check --data DIR`") && strings.Contains(text, ".gz is not part of the program")
		if !strings.Contains(text, "`gramscope reproduce "+one.name+" --check") || onFile != (fixed == nil) {
			t.Errorf("%s: %+v, %s", one.name, fixed, text)
		}
		if s.cards()[s.at].name != one.name {
			t.Errorf("at %s stands %s", one.name, s.cards()[s.at].name)
		}
		if s.Open = false; !strings.Contains(s.Title(36), one.name) {
			t.Errorf("the title is %s", s.Title(36))
		}
		unfold(s)
	}
	s.move(1000)
	if last := len(s.cards()) - 1; s.at != last {
		t.Errorf("the pointer leaves the list: %d", s.at)
	}
	last := s.at
	s.click(1, 0, 80, 30) // the topmost card that is seen
	if s.at >= last {
		t.Errorf("a click points at %d", s.at)
	}
}

// TestCards: each lesson has a title, and a line below it of its own that fits beside the text of 80 columns; one line
// of the list is chosen, wherever it is scrolled to, and a click on either line of another card points at it.
func TestCards(t *testing.T) {
	s := newScreen(t, "braille")
	unfold(s)
	for _, l := range s.lessons() {
		if l.Line == "" || ansi.StringWidth(l.Line) > 72 {
			t.Errorf("%s: the line is %q", l.Name, l.Line)
		}
	}
	for _, at := range []int{0, 3, len(s.lessons()), len(s.cards()) - 1} {
		for _, h := range []int{8, 30} {
			s.at = at
			lines, of, chosen := s.list(80, h)
			if len(lines) != h {
				t.Errorf("%d lines of %d", len(lines), h)
			}
			for i, line := range lines[:len(of)] {
				line = ansi.Strip(line)
				if pointed := strings.HasPrefix(line, "▸"); pointed != (i == chosen) || pointed && of[i] != at {
					t.Errorf("card %d is chosen, line %d of card %d is %q, and line %d should be lit", at, i, of[i], line, chosen)
				}
				if line = strings.TrimLeft(line, " ▸+-"); line[0] >= '0' && line[0] <= '9' {
					t.Errorf("a line begins with a number: %s", line)
				}
			}
			for i := range of {
				if s.at = at; of[i] == at { // a click opens it
					continue
				}
				if s.click(0, i, 80, h); s.at != of[i] {
					t.Errorf("a click on line %d points at %d, not at %d", i, s.at, of[i])
				}
			}
		}
	}
}

// TestStepsHeadPanes: the title of a step names what is shown, and the method of a curve where it has room.
func TestStepsHeadPanes(t *testing.T) {
	s := newScreen(t, "braille")
	heads := func(w int, want string) {
		t.Helper()
		if got := s.stepTitle(w); got != want {
			t.Errorf("in %d cells %q, not %q", w, got, want)
		}
	}
	s.Read("relevance")
	s.Digit(1) // nothing but words answers
	heads(80, "step 1 of 2")
	s.Read("accumulate")
	s.Digit(1)
	heads(80, "step 1 of 2: error of accumulation, gaussian-sketch over accum")
	s.Enter()
	heads(80, "Draw, step 2 of 2: the entries of accumulation over accum that you expect")
	heads(45, "Draw, step 2 of 2: entries of accumulation")
	heads(41, "Draw 2/2: entries of accumulation")
	s.Read("stable-rank") // its column has no label
	heads(80, "Draw, step 1 of 2: the stable rank of nystrom over σ that you expect")
	heads(41, "Draw 1/2: stable rank of nystrom over σ")
}

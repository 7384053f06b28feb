package lessons

import (
	"fmt"
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"gramscope/model/claim"
	"gramscope/model/lab"
	"gramscope/model/lesson"
	"gramscope/model/sweep"
	"gramscope/ui/look"
	"gramscope/ui/markdown"
	"gramscope/ui/screen"
	"gramscope/ui/widget"
)

// pane is the open lesson's text, in the place of the knobs.
type pane struct {
	of     string // the text that is laid out
	w, h   int
	body   widget.Scroll
	toStep bool // scroll to the step that was passed last
	record int  // lines of that step; 0 while it stands in the place of the charts
}

// Now is the open lesson, or that of the list that is pointed at.
func (s *Screen) Now() lesson.Lesson { return s.lessons()[s.at] }

// Title returns the title of the pane in w cells.
func (s *Screen) Title(w int) string {
	title := s.Now().Title
	return s.look.Longest(w, fmt.Sprintf("%d/%d %s", s.at+1, len(s.lessons()), title), fmt.Sprintf("%d %s", s.at+1, title), title)
}

// Offer adds a lesson of the user's to the list.
func (s *Screen) Offer(l lesson.Lesson) {
	if s.index(l.Name) < 0 {
		s.all = append(s.lessons(), l)
	}
}

func (s *Screen) index(name string) int {
	return slices.IndexFunc(s.lessons(), func(l lesson.Lesson) bool { return l.Name == name })
}

// Read opens a lesson, and returns its data, swept values and figures, which stay as they are
// while it is open.
func (s *Screen) Read(name string) *lab.Constraint {
	s.at, s.Open, s.verdict, s.text = s.index(name), true, claim.Verdict{}, pane{}
	s.begin()
	spec := s.Now().Spec.Clone()
	return &lab.Constraint{Data: s.Now().Data, Axis: spec.Over[0], Figures: spec.Figures}
}

// Step opens the lesson so many places further on.
func (s *Screen) Step(by int) []screen.Do {
	switch at := s.at + by; {
	case at < 0:
		return []screen.Do{screen.Note("this is the first lesson")}
	case at >= len(s.lessons()):
		return []screen.Do{screen.Note("this is the last lesson; esc leads to the list")}
	default:
		return []screen.Do{screen.Read(s.lessons()[at].Name)}
	}
}

// Preset sets everything as the open lesson needs it.
func (s *Screen) Preset(to *lab.Setting) {
	to.Preset(s.Now().Source(), s.Now().Spec)
}

// check checks the claim on the rows of the sweep that is on screen.
func (s *Screen) check() {
	s.verdict = s.Now().Check(s.rows())
	if s.verdict.State != claim.Waiting {
		s.found[s.Now().Name] = s.verdict.State
	}
}

// rows returns the rows of the sweep that is on screen.
func (s *Screen) rows() (rows []sweep.Result) {
	for _, method := range s.bench.Methods() {
		rows = append(rows, slices.Concat(s.bench.Outcome().Grid(method.Name)...)...)
	}
	return rows
}

// verdictParts says whether the claim holds for the present results: a sign, and what stands behind it line by line.
func (s *Screen) verdictParts() (sign string, parts []string) {
	v, b := s.verdict, s.bench
	switch {
	case s.Waits():
		return "…", []string{"the claim comes after the last step"}
	case v.State != claim.Waiting || b.Outcome().Finished() || b.Failed() != nil || b.Frozen():
		return v.Sign(), v.Parts()
	case b.Outcome().Done() < b.Outcome().Total():
		return "…", []string{fmt.Sprintf("%d of %d runs", b.Outcome().Done(), b.Outcome().Total())}
	}
	return "…", []string{"computing"}
}

// Width returns the width of a lesson's text in a window of w cells.
func Width(w int) int { return max(24, min(w*3/8, 36), min(w*3/10, 48)) }

// Settle checks the claim, lays the text out for a pane of w×h cells, none where there is
// no room for it, and keeps the scrolling within it.
func (s *Screen) Settle(w, h int) {
	s.check()
	p := &s.text
	if p.h = h; w == 0 {
		return
	}
	sections := s.sections()
	if s.between() { // which shows what was asked
		sections[len(sections)-1].asked = ""
	}
	text := ""
	for _, one := range sections {
		text += one.asked + one.said + one.text
	}
	if p.of == text && p.w == w && !p.toStep {
		p.body.Size(w, s.room())
		return
	}
	p.of, p.w = text, w
	var lines []string
	var asked, said int // lines at which the last step begins, and what is said of its answer
	for _, one := range sections {
		asked = len(lines)
		for i, part := range []string{one.asked, one.said, one.text} {
			if i == 1 {
				said = len(lines)
			}
			for k, line := range markdown.Render(part, min(w-2, widestText), s.look.Text) {
				if k == 0 && len(lines) > 0 {
					lines = append(lines, "")
				}
				lines = append(lines, " "+styled(s.look, line))
			}
		}
	}
	_, last, _ := p.body.Seen()
	p.body.Set(lines, w, s.room())
	before := p.record
	p.record = said - asked
	switch {
	case p.toStep:
		const behind = 6 // lines of the text that are to be seen
		if said+behind-asked > s.room() {
			asked = said
		}
		p.body.Top()
		p.body.By(asked + 1)
		p.toStep = false
	case (before == 0) != (p.record == 0) && last > asked: // the text that was seen goes on to be seen
		p.body.By(p.record - before)
	}
}

// room returns the number of lines of the text that are visible at a time, between the title and
// the verdicts, which do not scroll.
func (s *Screen) room() int { return s.text.h - 1 - len(s.verdictLines()) - 2 }

// Scroll scrolls the text by lines and pages, no further than its ends.
func (s *Screen) Scroll(lines, pages int) { s.text.body.By(lines + pages*max(1, s.room())) }

// Render draws the open lesson: its text, and below it what stays in sight, how much of
// it is seen, the claim's verdict and the chosen knob. These stay above the last lines, of which so many will be covered.
func (s *Screen) Render(title, knob string, covered int) string {
	l, p := s.look, &s.text
	lines := []string{title}
	if room := s.room(); room > 0 {
		text := strings.Split(p.body.View(), "\n")
		lines = append(lines, text[:max(0, min(len(text), room-covered))]...)
	}
	lines = append(lines, s.below())
	style := l.Dim
	switch {
	case s.Waits():
	case s.verdict.State == claim.Holds:
		style = l.Strong
	case s.verdict.State == claim.Fails:
		style = l.Alarm
	}
	for _, text := range s.verdictLines() {
		lines = append(lines, style.Render(l.Fit(" "+text, p.w)))
	}
	lines = append(append(lines, knob), make([]string, p.h)...)
	return strings.Join(lines[:p.h], "\n")
}

// below is the line below the text: which of its lines are seen, and how it scrolls.
func (s *Screen) below() string {
	l, p := s.look, &s.text
	first, last, all := p.body.Seen()
	text, style := "the claim", l.Dim
	if all > last-first+1 {
		how := "back: pgup"
		if last < all {
			how, style = "more: pgdn", l.Strong
		}
		seen := fmt.Sprintf("%d–%d of %d, %s", first, last, all, how)
		text = l.Longest(p.w-3, "lines "+seen, seen, how)
	}
	if _, more := s.step(); last == all && more && !s.now.asks {
		text, style = "next step: space", l.Strong
	}
	h := string(l.Border().H)
	head := l.Fit(l.Text(text), min(ansi.StringWidth(l.Text(text)), max(p.w-4, 0)))
	return l.Dim.Render(h+h+" ") + style.Render(head) + l.Dim.Render(" "+strings.Repeat(h, max(0, p.w-4-ansi.StringWidth(head))))
}

// verdictLines are the lines of that text, at most half of the pane.
func (s *Screen) verdictLines() (lines []string) {
	l, p := s.look, &s.text
	sign, parts := s.verdictParts()
	for _, part := range parts {
		for i, line := range strings.Split(ansi.Wrap(together.Replace(l.Text(part)), max(p.w-4, 1), " "), "\n") {
			line = strings.ReplaceAll(line, noBreak, " ")
			if i == 0 {
				lines = append(lines, l.Text(sign)+" "+line)
			} else {
				lines = append(lines, "  "+line)
			}
		}
	}
	most := max(1, p.h/2)
	if p.h < 20 { // the text needs the lines more
		most = min(most, 2)
	}
	if len(lines) > most {
		lines = lines[:most]
		lines[most-1] = ansi.Truncate(lines[most-1], max(1, p.w-5), "") + l.Text(" …")
	}
	return lines
}

// noBreak is a blank at which no line ends, and together writes it between a sign and its number.
const noBreak = "\u00a0"

var together = strings.NewReplacer("≤ ", "≤"+noBreak, "≥ ", "≥"+noBreak, "<= ", "<="+noBreak, ">= ", ">="+noBreak)

// widestText is the largest width of a text that is easy to read.
const widestText = 76

// styled colours a line in the characters of this look.
func styled(l *look.Look, line markdown.Line) string {
	var b strings.Builder
	for _, s := range line {
		switch s.Style {
		case markdown.Heading, markdown.Strong:
			b.WriteString(l.Strong.Render(s.Text))
		case markdown.Code:
			b.WriteString(l.Series[0].Render(s.Text))
		case markdown.Emphasis:
			b.WriteString(l.Plain.Italic(true).Render(s.Text))
		default:
			b.WriteString(s.Text)
		}
	}
	return b.String()
}

package lessons

import (
	"fmt"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"gramscope/model/claim"
	"gramscope/ui/look"
	"gramscope/ui/markdown"
	"gramscope/ui/widget"
)

// text is the open lesson's text, in the place of the knobs.
type text struct {
	of     string // what is laid out
	w, h   int
	scroll widget.Scroll
	toStep bool // scroll to the step that was passed last
}

// Width returns the width of a lesson's text in a window of w cells: as wide as reads well.
func Width(w int) int { return max(24, min(w*9/20, 44), min(w*2/5, 66)) }

// verdictParts says whether the claim holds for the present results: a sign, and the lines after it.
func (c *course) verdictParts() (sign string, parts []string) {
	v, b := c.verdict, c.bench
	switch {
	case c.Waits():
		return "…", []string{"the claim comes last"}
	case v.State != claim.Waiting || b.Outcome.Finished || b.Failed != nil || b.Frozen:
		return v.Sign(), v.Parts()
	case b.Outcome.Done < b.Outcome.Total:
		return "…", []string{fmt.Sprintf("%d of %d runs", b.Outcome.Done, b.Outcome.Total)}
	}
	return "…", []string{"computing"}
}

// Settle checks the claim, lays the text out for a pane of w×h cells, unless w is 0, and keeps the scrolling within the
// text.
func (c *course) Settle(w, h int) {
	c.verdict = c.lesson.Check(c.rows())
	if c.verdict.State != claim.Waiting {
		c.found[c.lesson.Name] = c.verdict.State
	}
	p := &c.text
	if p.h = h; w == 0 {
		return
	}
	sections := c.sections()
	if all := strings.Join(sections, "\n\n"); p.of != all || p.w != w || p.toStep {
		p.of, p.w = all, w
		var lines []string
		last := 0 // the line at which the last section begins
		for _, part := range sections {
			if last = len(lines); last > 0 {
				lines = append(lines, "")
			}
			for _, line := range markdown.Render(part, min(w-2, widestText), c.look.Text, painter(c.look)) {
				lines = append(lines, " "+line)
			}
		}
		p.scroll.Set(lines, w, c.room())
		if p.toStep {
			p.scroll.GotoTop()
			p.scroll.By(last + 1)
			p.toStep = false
		}
	}
	p.scroll.Size(w, c.room())
}

// room returns the number of lines of the text that are visible between the title and the verdicts, which stay.
func (c *course) room() int {
	room := c.text.h - 2 - len(c.verdictLines())
	if c.stage == reads {
		room-- // of the knob, which the text is about after the last step
	}
	return room
}

// Scroll scrolls the text by lines and pages, no further than its ends.
func (c *course) Scroll(lines, pages int) { c.text.scroll.By(lines + pages*max(1, c.room())) }

// Render draws the open lesson: its text, and below it what stays in sight, how much of it is seen, the claim's verdict
// and the chosen knob. These stay above the last lines, which will be covered.
func (c *course) Render(title, knob string, covered int) string {
	l, p := c.look, &c.text
	lines := []string{title}
	if room := c.room(); room > 0 {
		text := strings.Split(p.scroll.View(), "\n")
		lines = append(lines, text[:max(0, min(len(text), room-covered))]...)
	}
	lines = append(lines, c.below())
	style := l.Dim
	switch {
	case c.Waits():
	case c.verdict.State == claim.Holds:
		style = l.Strong
	case c.verdict.State == claim.Fails:
		style = l.Alarm
	}
	for _, text := range c.verdictLines() {
		lines = append(lines, style.Render(l.Fit(" "+text, p.w)))
	}
	if c.stage == reads {
		lines = append(lines, knob)
	}
	return strings.Join(append(lines, make([]string, p.h)...)[:p.h], "\n")
}

// below returns the line below the text: which of its lines are seen, and how it scrolls.
func (c *course) below() string {
	l, p := c.look, &c.text
	first, last, all := p.scroll.Seen()
	text, style := "the claim", l.Dim
	switch {
	case last == all && c.stage == shows:
		text, style = "go on: space", l.Strong
	case all > last-first+1:
		how := "back: pgup"
		if last < all {
			how, style = "more: pgdn", l.Strong
		}
		seen := fmt.Sprintf("%d–%d of %d, %s", first, last, all, how)
		text = l.Longest(p.w-3, "lines "+seen, seen, how)
	}
	h := string(l.Border().H)
	head := l.Fit(l.Text(text), min(ansi.StringWidth(l.Text(text)), max(p.w-4, 0)))
	rest := strings.Repeat(h, max(0, p.w-4-ansi.StringWidth(head)))
	return l.Dim.Render(h+h+" ") + style.Render(head) + l.Dim.Render(" "+rest)
}

// verdictLines returns the lines of the verdict, in at most half of the pane. In a low pane these are at most two: how
// many parts hold, or the first parts that do not.
func (c *course) verdictLines() (lines []string) {
	l, p := c.look, &c.text
	const high = 30
	sign, parts := c.verdictParts()
	most := p.h / 2
	if p.h < high {
		if most = 2; c.verdict.State == claim.Holds && !c.Waits() && len(parts) > 1 {
			parts = []string{fmt.Sprintf("%d of %d", len(parts), len(parts))}
		}
	}
	for _, part := range parts {
		for i, line := range strings.Split(ansi.Wrap(together.Replace(l.Text(part)), max(p.w-4, 1), " "), "\n") {
			mark := "  "
			if i == 0 {
				mark = l.Text(sign) + " "
			}
			lines = append(lines, mark+strings.ReplaceAll(line, noBreak, " "))
		}
	}
	if len(lines) > max(1, most) {
		lines = lines[:max(1, most)]
		lines[len(lines)-1] = ansi.Truncate(lines[len(lines)-1], max(1, p.w-5), "") + l.Text(" …")
	}
	return lines
}

// noBreak is a blank at which no line ends, and together writes it between a sign and its number.
const noBreak = "\u00a0"

var together = strings.NewReplacer("≤ ", "≤"+noBreak, "≥ ", "≥"+noBreak, "<= ", "<="+noBreak, ">= ", ">="+noBreak)

// widestText is the largest width of a text that is easy to read.
const widestText = 76

// broken breaks a text into lines that leave room for two blanks on either side, no wider than reads well.
func broken(l *look.Look, text string, w int) []string {
	return strings.Split(ansi.Wrap(l.Text(text), min(max(w-4, 2), widestText), " "), "\n")
}

// painter returns the function that paints the styles of Markdown.
func painter(l *look.Look) func(text string, style markdown.Style) string {
	return func(text string, style markdown.Style) string {
		switch style {
		case markdown.Heading, markdown.Strong:
			return l.Strong.Render(text)
		case markdown.Code:
			return l.Series[0].Render(text)
		case markdown.Emphasis:
			return l.Plain.Italic(true).Render(text)
		}
		return text
	}
}

// sections returns the text up to the open step in Markdown: what stands before the first step, and each step that was
// passed with what is said of its answer and the text after it.
func (c *course) sections() []string {
	_, before, _ := strings.Cut(c.lesson.Before, "\n") // the title heads the pane
	list := []string{before}
	rows := c.rows()
	for i := range c.answers {
		asked, said := c.said(i, rows)
		list = append(list, "## "+asked+"\n\n**"+said+"**\n\n"+c.lesson.Steps[i].After)
	}
	return list
}

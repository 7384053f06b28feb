// Package lessons is the screen that lists the guided tours and the papers' experiments,
// and the pane in which a tour is read beside another screen.
package lessons

import (
	"fmt"
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"gramscope/model/claim"
	"gramscope/model/job"
	"gramscope/model/lab"
	"gramscope/model/lesson"
	"gramscope/model/paper"
	"gramscope/ui/chart"
	"gramscope/ui/look"
	"gramscope/ui/markdown"
	"gramscope/ui/screen"
	"gramscope/ui/widget"
)

// Screen is the list, and the lesson that is being taken. at counts through both parts of the list.
type Screen struct {
	screen.Base
	course
	all      []lesson.Lesson // nil until the list is asked for
	other    []paper.Entry   // experiments, below the lessons, paper by paper; nil until then, too
	unfolded map[string]bool // the papers that are unfolded
	at       int
}

// New returns the screen of a bench.
func New(b *lab.State, l *look.Look) *Screen {
	return &Screen{
		Base:     screen.Base{Title: "Lessons", Topic: "lessons", Jobs: job.None},
		course:   course{bench: b, look: l, found: map[string]claim.State{}, answered: map[string][]Answer{}},
		unfolded: map[string]bool{},
	}
}

// lessons returns the lessons of the list. Their files are read when the list is first asked for, which the start of
// the explorer need not wait for.
func (s *Screen) lessons() []lesson.Lesson {
	if s.all == nil {
		s.all, s.other = lesson.All(s.bench.Methods), paper.All()
	}
	return s.all
}

// Offer adds a lesson of the user to the list, unless a lesson of that name is there.
func (s *Screen) Offer(l lesson.Lesson) {
	if _, known := s.Find(l.Name); !known {
		s.all = append(s.lessons(), l)
	}
}

// Find returns the lesson or the paper's experiment of that name.
func (s *Screen) Find(name string) (lesson.Lesson, bool) {
	for _, l := range s.lessons() {
		if l.Name == name {
			return l, true
		}
	}
	e, known := paper.Find(name)
	if !known {
		return lesson.Lesson{}, false
	}
	return e.Lesson(s.bench.Methods), true
}

// Read opens a lesson, and returns its data, swept values and figures, which stay as they are while it is open; nil for
// a lesson that has none.
func (s *Screen) Read(name string) *lab.Constraint {
	l, _ := s.Find(name)
	s.Open, s.unfolded[l.Paper] = true, true
	s.at = slices.IndexFunc(s.cards(), func(c card) bool { return c.name == l.Name })
	if s.begin(l); l.Data == "" {
		return nil
	}
	spec := l.Spec.Clone()
	return &lab.Constraint{Data: l.Data, Axis: spec.Over[0], Figures: spec.Figures}
}

// Step opens the lesson, or the experiment of the same paper, that is by places further on.
func (s *Screen) Step(by int) []screen.Do {
	cards, at, what := s.cards(), s.at+by, "lesson"
	if s.lesson.Paper != "" {
		what = "experiment"
	}
	switch {
	case at >= 0 && at < len(cards) && cards[at].name != "":
		return cards[at].open()
	case by < 0:
		return screen.Say("this is the first " + what)
	default:
		return screen.Say("this is the last " + what + "; esc leads to the list")
	}
}

// Title returns the title of the open lesson in w cells.
func (s *Screen) Title(w int) string {
	title, at := s.lesson.Title, s.at+1
	if s.lesson.Paper != "" {
		return title
	}
	return s.look.Longest(w, fmt.Sprintf("%d/%d %s", at, len(s.lessons()), title), fmt.Sprintf("%d %s", at, title), title)
}

// Work returns none.
func (s *Screen) Work() []screen.Do { return nil }

// Update lets the curves that answer a class grow.
func (s *Screen) Update(msg any) []screen.Do { return s.reveal(msg) }

// Panes returns the list. The text of an open lesson has the focus unless a step asks.
func (s *Screen) Panes() screen.Panes {
	return screen.Panes{Knobs: s.Open && !s.Asks(), Charts: []screen.Chart{{
		Title: func(_ chart.Lines, w int) string {
			return s.look.Longest(w, "guided tours, and experiments of the papers: enter opens one",
				"tours, and the papers' experiments: enter opens one", "tours and papers: enter opens")
		},
		Draw: func(_ chart.Lines, w, h int) []string {
			lines, _, _ := s.list(w, h)
			return lines
		},
		Chosen: func(w, h int) int {
			_, _, at := s.list(w, h)
			return at
		},
		Click: s.click, Turn: s.move, Name: "lessons",
	}}}
}

// Keys returns the keys of the list.
func (s *Screen) Keys(int) []screen.Key {
	open := func() []screen.Do { return s.cards()[s.at].open() }
	return []screen.Key{
		screen.NewPair("up down", "↑↓", "in the list: choose the lesson above or below", "", s.move).In(screen.OnFirst),
		screen.NewKey("enter", "open the lesson, which sets data, methods and knobs; u undoes that", "open", open).
			In(screen.OnFirst).Early(),
	}
}

// card is a lesson, a paper, or an experiment of a paper that is unfolded.
type card struct {
	title, name, sign string
	line              string   // below the title; "" for none
	more              []string // below that, of the card that is pointed at
	open              func() []screen.Do
}

// cards returns the list.
func (s *Screen) cards() (list []card) {
	for _, l := range s.lessons() {
		c := card{title: l.Title, name: l.Name, line: l.Line}
		c.open = func() []screen.Do { return []screen.Do{screen.Read(l.Name)} }
		c.sign = map[claim.State]string{claim.Holds: "✓ holds", claim.Fails: "✗ fails"}[s.found[l.Name]]
		c.more = []string{fmt.Sprintf("%s over %s on %s, screen %s",
			strings.Join(l.Spec.Methods, ", "), l.Spec.Over[0].Name, l.Data, l.Screen)}
		if c.line == "" {
			_, before, _ := strings.Cut(l.Before, "\n")
			c.line = markdown.Bare(before)
		}
		list = append(list, c)
	}
	for i, e := range s.other {
		if i == 0 || e.Paper != s.other[i-1].Paper {
			of := slices.DeleteFunc(slices.Clone(s.other), func(o paper.Entry) bool { return o.Paper != e.Paper })
			fold := map[bool]string{false: "+", true: "-"}[s.unfolded[e.Paper]]
			c := card{title: fmt.Sprintf("%s %s, experiments: %d", fold, e.Paper, len(of)), more: []string{e.Source}}
			c.open = screen.Only(func() { s.unfolded[e.Paper] = !s.unfolded[e.Paper] })
			list = append(list, c)
		}
		if !s.unfolded[e.Paper] {
			continue
		}
		c := card{title: "  " + e.Item, name: e.Name, line: "  " + e.Title, more: []string{"  Reported: " + e.Reports}}
		c.open = func() []screen.Do { return []screen.Do{screen.Read(e.Name)} }
		if e.Differs != "" {
			c.more = append(c.more, "  Here: "+e.Differs)
		}
		list = append(list, c)
	}
	return list
}

// move moves the pointer by cards.
func (s *Screen) move(by int) { s.at = min(max(s.at+by, 0), len(s.cards())-1) }

// list draws the cards around the one that is pointed at in h lines, of which the last says how many are not seen. of
// has the index of the card of each line, and at is the line of the title that is pointed at.
func (s *Screen) list(w, h int) (lines []string, of []int, at int) {
	l, all := s.look, s.cards()
	add := func(i int, text string) { lines, of = append(lines, text), append(of, i) }
	for i, c := range all {
		pointer := " "
		if i == s.at {
			pointer, at = l.Text("▸"), len(lines)
		}
		name, title, sign := l.Text(c.name), l.Text(c.title), l.Text(c.sign)
		room := w - 3 - ansi.StringWidth(title) - ansi.StringWidth(name) - ansi.StringWidth(sign)
		if room < 1 {
			name, room = "", room+ansi.StringWidth(name)
		}
		gap := strings.Repeat(" ", max(room-1, 0))
		add(i, l.Fit(pointer+l.Strong.Render(title)+"  "+sign+gap+l.Dim.Render(name), w))
		if c.line == "" {
			continue
		}
		if i != s.at {
			add(i, l.Dim.Render(l.Fit("  "+l.Text(c.line), w-1)))
			continue
		}
		for k, text := range append([]string{c.line}, c.more...) {
			style := l.Dim
			if k == 0 {
				style = l.Plain
			}
			for _, line := range broken(l, text, w) {
				add(i, style.Render("  "+line))
			}
		}
	}
	full, line := len(lines), at
	lines, at = widget.Window(lines, at, 0, h-1)
	from := line - at
	var hidden []string
	for k, cards := range []int{of[from], len(all) - 1 - of[min(from+len(lines), full)-1]} {
		if cards > 0 {
			hidden = append(hidden, fmt.Sprintf("%s %d more", []string{"↑", "↓"}[k], cards))
		}
	}
	of = of[from : from+len(lines)]
	lines = append(lines, make([]string, max(0, h-1-len(lines)))...)
	return append(lines, l.Dim.Render(l.Text(" "+strings.Join(hidden, "   ")))), of, at
}

// click points at the card in a line of the list, and opens the one that is pointed at.
func (s *Screen) click(_, y, w, h int) []screen.Do {
	switch _, of, _ := s.list(w, h); {
	case y < 0 || y >= len(of): // the title, or blank lines
		return nil
	case of[y] != s.at:
		s.at = of[y]
		return nil
	}
	return s.cards()[s.at].open()
}

// keyOf returns the name under which answers to a lesson are kept: that of a file without its folder.
func keyOf(l lesson.Lesson) string { return l.Name[strings.LastIndexAny(l.Name, `/\`)+1:] }

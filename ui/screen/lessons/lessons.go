// Package lessons is the screen that lists the guided tours and the papers' experiments,
// and the pane in which a tour is read beside another screen.
package lessons

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"gramscope/model/claim"
	"gramscope/model/job"
	"gramscope/model/lab"
	"gramscope/model/lesson"
	"gramscope/model/paper"
	"gramscope/model/sweep"
	"gramscope/ui/chart"
	"gramscope/ui/look"
	"gramscope/ui/markdown"
	"gramscope/ui/screen"
	"gramscope/ui/widget"
)

// Screen is the list, and the lesson that is being read. at counts through both parts of it.
type Screen struct {
	screen.Base
	bench    *lab.State
	look     *look.Look
	all      []lesson.Lesson // nil until the list is asked for
	other    []paper.Entry   // stand in the list below the lessons, paper by paper; nil until the list is asked for
	unfolded map[string]bool // the papers that are unfolded
	at       int
	found    map[string]claim.State // what the claims came to so far

	Open     bool // a lesson is, be it that another screen is looked at meanwhile
	text     pane
	verdict  claim.Verdict
	now      steps
	answered map[string][]Answer // to the steps of all lessons that were taken
}

// about explains how to read the screen.
const about = "Guided tours, each about one claim. Below them are the papers: enter unfolds one to its experiments, which set data, methods and knobs to the paper's values. An open lesson shows its text, whether its claim holds for the results on screen, and the chosen knob. Its steps ask before they show: until a question is answered, or a curve is drawn, the charts wait; S skips a step. While a lesson is open, the swept parameter keeps the lesson's values. … says why the claim cannot be checked yet: results are missing, or a knob was turned away from the lesson's value."

// New is the screen of a bench.
func New(b *lab.State, l *look.Look) *Screen {
	return &Screen{Base: screen.Base{Title: "Lessons", Text: about, Jobs: job.None}, bench: b, look: l, unfolded: map[string]bool{}, found: map[string]claim.State{}, answered: map[string][]Answer{}}
}

// lessons returns those of the list. Their files are read when the list is first asked for, which the start of the
// explorer need not wait for.
func (s *Screen) lessons() []lesson.Lesson {
	if s.all == nil {
		s.all = lesson.All(s.bench.Methods())
	}
	return s.all
}

// row is a line of the list below the lessons: a paper, or one of the experiments of a paper that is unfolded.
type row struct {
	paper       string
	experiments int
	entry       *paper.Entry // nil for the paper
}

// papers returns the lines of the papers.
func (s *Screen) papers() (list []row) {
	if s.other == nil {
		s.other = paper.All()
	}
	for i := 0; i < len(s.other); {
		end := i
		for end < len(s.other) && s.other[end].Paper == s.other[i].Paper {
			end++
		}
		list = append(list, row{s.other[i].Paper, end - i, nil})
		for ; i < end; i++ {
			if s.unfolded[s.other[i].Paper] {
				list = append(list, row{s.other[i].Paper, 0, &s.other[i]})
			}
		}
	}
	return list
}

// Work is none.
func (s *Screen) Work() []screen.Do { return nil }

// Update ignores all messages.
func (s *Screen) Update(any) []screen.Do { return nil }

// Panes returns the list.
func (s *Screen) Panes() screen.Panes {
	return screen.Panes{Charts: []screen.Chart{{
		Title: func(_ chart.Lines, w int) string {
			return s.look.Longest(w, "guided tours, and experiments of the papers: enter opens one", "tours, and the papers' experiments: enter opens one", "tours and papers: enter opens")
		},
		Draw:   func(_ chart.Lines, w, h int) string { return s.list(w, h) },
		Chosen: s.chosenLine, Click: s.click, Turn: s.move, Name: func() string { return "lessons" },
	}}}
}

// Keys returns the keys of the list.
func (s *Screen) Keys() []screen.Key {
	choose := func(by int) func(int) []screen.Do { return func(int) []screen.Do { s.move(by); return nil } }
	return []screen.Key{
		{Keys: []string{"up"}, Show: "↑", Does: "in the list: choose the lesson above or below", On: screen.OnFirst, Run: choose(-1)},
		{Keys: []string{"down"}, Show: "↓", Does: "in the list: choose the lesson above or below", On: screen.OnFirst, Run: choose(1)},
		{First: true, Keys: []string{"enter"}, Show: "enter", Does: "open the lesson, which sets data, methods and knobs; u undoes that", Hint: "open", On: screen.OnFirst,
			Run: func(int) []screen.Do { return s.choose() }},
	}
}

// Hint is the word of a key in the footer.
func (s *Screen) Hint(word string, _ int, on screen.Place) string {
	if word == "log" || on == screen.OnFirst && (word == "change" || word == "type") {
		return ""
	}
	return word
}

// Answered returns the name of the lesson that is open, or else of the only one that was answered; "" if there is none.
func (s *Screen) Answered() string {
	names := slices.Collect(maps.Keys(s.answered))
	switch {
	case s.Open:
		return strings.TrimSuffix(keyOf(s.Now()), ".md")
	case len(names) == 1:
		return strings.TrimSuffix(names[0], ".md")
	}
	return ""
}

func (s *Screen) move(by int) { s.at = min(max(s.at+by, 0), len(s.lessons())+len(s.papers())-1) }

// choose opens the lesson, or the experiment, that is pointed at, or folds or unfolds the paper.
func (s *Screen) choose() []screen.Do {
	if s.at < len(s.lessons()) {
		return []screen.Do{screen.Read(s.lessons()[s.at].Name)}
	}
	one := s.papers()[s.at-len(s.lessons())]
	if one.entry == nil {
		s.unfolded[one.paper] = !s.unfolded[one.paper]
		return nil
	}
	e := *one.entry
	if !e.BuiltIn() {
		return []screen.Do{screen.Complain{Err: fmt.Errorf("%s is on %s: gramscope reproduce %s --open --data DIR opens it, where DIR has that file", e.Name, e.Charted().Data, e.Name)}}
	}
	opened, err := e.Open(context.Background(), paper.Bench{Methods: s.bench.Methods()}) // nothing is read
	if err != nil {
		return []screen.Do{screen.Complain{Err: err}}
	}
	return []screen.Do{screen.Set(opened), screen.Note(fmt.Sprintf("%s, %s: %s; u brings back what was", e.Paper, e.Item, e.Title))}
}

// list draws the list, and what the chosen one is about.
func (s *Screen) list(w, h int) string {
	l, v := s.look, s
	var list []string
	titles := s.titlesWidth(w)
	pointer := func(i int) string {
		if i == v.at {
			return l.Text("▸")
		}
		return " "
	}
	for i, one := range v.lessons() {
		text := l.Fit(l.Text(one.Title), titles) + " " + l.Text(one.Name)
		if w < 50 {
			text = l.Text(one.Title)
		}
		sign, room := "", w-3-ansi.StringWidth(text)
		switch v.found[one.Name] {
		case claim.Holds:
			sign = l.Text(l.Longest(room, "✓ its claim holds", "✓ holds", "✓"))
		case claim.Fails:
			sign = l.Text(l.Longest(room, "✗ its claim fails", "✗ fails", "✗"))
		}
		list = append(list, pointer(i)+l.Fit(text, w-3-ansi.StringWidth(sign))+" "+sign)
	}
	for i, one := range v.papers() {
		text := ""
		switch {
		case one.entry == nil:
			text = l.Text(fmt.Sprintf("%c %s: %d %s", map[bool]rune{false: '+', true: '-'}[v.unfolded[one.paper]], one.paper, one.experiments, map[bool]string{false: "experiments", true: "experiment"}[one.experiments == 1]))
		case w < 60:
			text = "  " + l.Text(one.entry.Name)
		default:
			text = l.Fit(l.Text("  "+one.entry.Item), titles) + " " + l.Text(one.entry.Name)
		}
		list = append(list, pointer(len(v.lessons())+i)+l.Fit(text, w-2))
	}
	all := len(list)
	list, at := widget.Window(list, v.at, listRoom(h))
	about := s.about(w, h-len(list))
	var more []string
	if above := v.at - at; above > 0 {
		more = append(more, fmt.Sprintf("↑ %d more", above))
	}
	if below := all - len(list) - (v.at - at); below > 0 {
		more = append(more, fmt.Sprintf("↓ %d more", below))
	}
	if len(about) > 0 { // whose first line is empty
		about[0] = l.Dim.Render(l.Fit(l.Text(" "+strings.Join(more, "   ")), w))
	}
	return l.Filled(append(list, about...), w)
}

// titlesWidth returns the width of the column of titles, beside the names, in w cells.
func (s *Screen) titlesWidth(w int) int {
	titles, names := 0, 0
	for _, one := range s.lessons() {
		titles, names = max(titles, ansi.StringWidth(s.look.Text(one.Title))), max(names, ansi.StringWidth(s.look.Text(one.Name)))
	}
	for _, one := range s.papers() {
		if one.entry != nil {
			titles, names = max(titles, ansi.StringWidth(s.look.Text("  "+one.entry.Item))), max(names, ansi.StringWidth(s.look.Text(one.entry.Name)))
		}
	}
	return min(titles, w-3-names)
}

// listRoom returns the number of lines of the list, out of h. The description of the chosen entry
// takes the others.
func listRoom(h int) int { return max(1, h-min(h/2, 8)) }

// about returns the description of the chosen entry, in at most h lines.
func (s *Screen) about(w, h int) []string {
	if s.at >= len(s.lessons()) {
		return s.aboutPaper(s.papers()[s.at-len(s.lessons())], w, h)
	}
	l, one := s.look, s.lessons()[s.at]
	axis := string(one.Spec.Over[0].Name)
	if p, ok := sweep.Parameter(sweep.Parameters(s.bench.Methods()), one.Spec.Over[0].Name); ok {
		axis = p.Symbol
	}
	about := []string{"", l.Strong.Render(l.Fit(l.Text(fmt.Sprintf(" %s over %s on %s, screen %s", strings.Join(one.Spec.Methods, ", "), axis, one.Data, one.Screen)), w)), ""}
	_, text, _ := strings.Cut(one.Text, "\n")
	text, _, _ = strings.Cut(text, "\n## ")
	for _, line := range markdown.Render(text, min(max(w-2, 2), widestText), l.Text) {
		about = append(about, " "+styled(l, line))
	}
	return s.within(about, h)
}

// aboutPaper says it of an experiment, or of a paper by the titles of its experiments.
func (s *Screen) aboutPaper(one row, w, h int) []string {
	var texts []string
	if e := one.entry; e != nil {
		texts = []string{e.Title, "Reported: " + e.Reports, e.Differs}
	} else {
		texts = append(texts, "enter shows its experiments, or hides them")
		for _, e := range s.other {
			if e.Paper == one.paper {
				texts = append(texts, e.Item+": "+e.Title)
			}
		}
	}
	about := []string{""}
	for i, text := range texts {
		if text == "" {
			continue
		}
		if one.entry != nil && i == 2 {
			text = "Here: " + text
		}
		for line := range strings.SplitSeq(ansi.Wrap(s.look.Text(text), min(max(w-2, 2), widestText), " "), "\n") {
			if line = s.look.Fit(" "+line, w); i == 0 {
				line = s.look.Strong.Render(line)
			}
			about = append(about, line)
		}
	}
	return s.within(about, h)
}

// within returns h lines: the first ones, or all and empty lines. The last is … if some are left out.
func (s *Screen) within(lines []string, h int) []string {
	if len(lines) > h {
		lines = lines[:max(h, 0)]
		if h > 3 {
			lines[h-1] = s.look.Text(" …")
		}
	}
	return append(lines, make([]string, max(0, h-len(lines)))...)
}

// click chooses the lesson in a row of the list, and opens the chosen one.
func (s *Screen) click(_, y, _, h int) []screen.Do {
	from, shown := s.window(h)
	if y >= shown {
		return nil
	}
	if i := from + y; i != s.at {
		s.at = i
		return nil
	}
	return s.choose()
}

// window returns the first row of the list that is seen in h lines, and how many are.
func (s *Screen) window(h int) (from, shown int) {
	all := len(s.lessons()) + len(s.papers())
	shown = min(all, listRoom(h))
	return min(max(0, s.at-shown/2), all-shown), shown
}

// chosenLine returns the line of the chosen row among h lines.
func (s *Screen) chosenLine(h int) int {
	from, _ := s.window(h)
	return s.at - from
}

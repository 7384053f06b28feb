package ui

import (
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/lipgloss"
	"github.com/charmbracelet/x/ansi"

	"gramscope/ui/frame"
)

// footer returns the frame's last line, which is a list of keys or the command being typed, and the lines above it,
// such as a note.
func (m *window) footer() (end string, above []string) {
	if m.line.Open {
		return m.typedCommand()
	}
	if m.Note.Text != "" {
		above = m.noteLines()
	}
	var line strings.Builder
	for i, one := range m.hints(m.w - 4) {
		if i > 0 {
			line.WriteString(m.look.Bar.Render("  "))
		}
		line.WriteString(m.look.Key.Render(one.key) + m.look.Bar.Render(" "+one.word))
	}
	return line.String(), above
}

// notedRows returns the number of rows that the present note covers.
func (m *window) notedRows() int {
	if m.Note.Text == "" || m.line.Open {
		return 0
	}
	return len(m.noteLines())
}

// wideFooter is the least width of a footer that lists the keys for wide windows.
const wideFooter = 90

// hint is a key in the footer, and the word for it. Hints of a lower rank come first.
type hint struct {
	key, word string
	rank      int
	run       func(*explorer) tea.Cmd // nil for several keys
}

// The ranks of hints.
const (
	rankAlone  = iota // the ways out of the only pane on screen
	rankStep          // the keys that answer an open step
	rankArrows        // the arrow keys
	rankEarly         // how a lesson goes on, and the way to a hidden chart
	rankOther
)

// rank returns the rank of a key's hint.
func (m *window) rank(b *binding) int {
	isAlone := m.layout.Panes[m.focus].W == m.w-2
	hidden := len(m.charts()) > 1 && m.layout.Panes[frame.First].W*m.layout.Panes[frame.Second].W == 0
	switch {
	case isAlone && (b.hint == "pane" || b.on == stepOpen && b.keys == "enter"):
		return rankAlone
	case b.on == stepOpen:
		return rankStep
	case slices.Contains([]string{"change", "choose", "scroll"}, b.hint):
		return rankArrows
	case b.hint == wholeChart, b.hint == movePart, b.hint == nextPage, b.hint == "pane" && (hidden || m.reading()):
		return rankEarly
	}
	return rankOther
}

// hints returns the hints of the present mode's keys, as many as fit into w cells. Help and quit always stay, and in a
// wide window a few more. If not all hints fit, they lose the words for the present choices.
func (m *window) hints(w int) []hint {
	var hints, always, last []hint
	keys, in, on := m.keys(m.screen().key), m.mode(), m.on()
	for _, b := range keys {
		if !b.applies(in, on) {
			continue
		}
		word, useless := m.hint(&b, keys), false
		switch b.hint {
		case "crosshair", "numbers", "pin":
			useless = m.sampledChart() < 0
		case wholeChart, movePart:
			useless = !m.built[m.keyedChart()].Zoomed
		}
		if word == "" || useless {
			continue
		}
		one := hint{m.look.Text(b.show), m.look.Text(word), m.rank(&b), b.run}
		if other, ok := find(keys, in, on, b.show); !b.acts() && ok { // the hint is a row of its own
			one.run = other.run
		}
		switch {
		case b.hint == "help" || b.hint == "quit":
			last = append(last, one)
		case b.wide && w >= wideFooter:
			always = append(always, one)
		default:
			hints = append(hints, one)
		}
	}
	slices.SortStableFunc(hints, func(a, b hint) int { return a.rank - b.rank })
	always = append(always, last...)
	n := fitting(hints, w-widthOf(always))
	if n < len(hints) {
		for i := range hints {
			hints[i].word, _, _ = strings.Cut(hints[i].word, ": ")
		}
		n = fitting(hints, w-widthOf(always))
	}
	return append(hints[:n:n], always...)
}

// pressed returns the function of the hint or the menu entry that is clicked; nil for a click elsewhere.
func (m *window) pressed(event tea.MouseMsg) func(*explorer) tea.Cmd {
	click := event.Action == tea.MouseActionPress && event.Button == tea.MouseButtonLeft
	if !click || m.layout.TooSmall {
		return nil
	}
	if m.mode()&(inMenu|inMethods) != 0 && m.list().Hit(event.X, event.Y-1, m.w, m.h-2, &m.look) {
		return (*explorer).takeEntry
	}
	x := 2
	for _, one := range m.hints(m.w - 4) {
		end := x + widthOf([]hint{one})
		if event.Y == m.h-1 && event.X >= x && event.X < end-2 {
			return one.run
		}
		x = end
	}
	return nil
}

// widthOf returns the width of hints in cells, with two blanks before each.
func widthOf(hints []hint) int {
	w := 0
	for _, one := range hints {
		w += ansi.StringWidth(one.key) + ansi.StringWidth(one.word) + 3
	}
	return w
}

// fitting returns how many of the first hints fit into w cells.
func fitting(hints []hint, w int) int {
	for n := range hints {
		if w -= widthOf(hints[n : n+1]); w < -2 { // the first has no blanks before it
			return n
		}
	}
	return len(hints)
}

// hint returns the word for a key in the footer, or "" to leave the key out. It leaves out a key for which the screen
// has another use, and the keys of the screen while the text of a lesson has the focus.
func (m *window) hint(b *binding, keys []binding) string {
	word, inText := b.hint, m.mode() == onText
	key, _, _ := strings.Cut(b.keys, " ")
	switch {
	case inText && (b.own || slices.Contains([]string{"change", "page", "type"}, word)),
		b.on == "" && m.owns(keys, key), word == "log" && !m.owns(keys, "x"):
		return ""
	case word == "change" && (m.arranged == presented || m.reading()):
		k := m.panel.Knob()
		return k.Symbol + " = " + m.KnobText(k)
	}
	return word
}

// owns reports whether a key belongs to the present screen or to the open lesson in the present mode.
func (m *window) owns(keys []binding, key string) bool {
	b, ok := find(keys, m.mode(), m.on(), key)
	return ok && b.on != ""
}

// noteStyle is the style of the note.
func (m *window) noteStyle() lipgloss.Style {
	if m.Note.Alarm {
		return m.look.OnBar(m.look.Alarm)
	}
	return m.look.OnBar(m.look.Strong)
}

// noteLines returns the lines of the note. If they are too many, the last one says where the rest is.
func (m *window) noteLines() (above []string) {
	l, style := &m.look, m.noteStyle()
	text := strings.Split(ansi.Wrap(l.Text(m.Note.Text), m.w-4, " "), "\n")
	most := 2
	if m.Note.Alarm {
		most = 4
	}
	if most = max(1, min(most, m.h-4)); len(text) > most {
		end := l.Text("…")
		if slices.ContainsFunc(m.Notes, func(s string) bool { return strings.Contains(m.Note.Text, s) }) {
			end += " ? shows all"
		}
		text = text[:most]
		text[most-1] = ansi.Truncate(text[most-1], max(0, m.w-4-ansi.StringWidth(end)), "") + end
	}
	for _, s := range text {
		above = append(above, style.Render(l.Fit(" "+s, m.w-2)))
	}
	return above
}

// typedCommand returns the command line, and the lines above it: its error, or its completions.
func (m *window) typedCommand() (line string, above []string) {
	line = m.look.Accent.Render(m.line.Tail(":", m.w-5, &m.look))
	if m.Note.Text == "" {
		return line, m.line.Ways(m.verbs(), m.w-2, max(1, min(6, m.h/3)), &m.look)
	}
	return line, m.noteLines()
}

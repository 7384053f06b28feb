package ui

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"gramscope/ui/chooser"
	"gramscope/ui/lab"
	"gramscope/ui/widget"
)

// commandLine is what `:` opens: a line in the footer, with what it may become
// above.
type commandLine struct {
	field widget.Field
	open  bool
	quit  bool // what was typed asks for it

	base  string        // what was typed before tab wrote candidates
	at    int           // the candidate that tab wrote, −1 for none
	tried []widget.Item // the candidates that tab goes through

	history []string // of this run, the latest last
	back    int      // how far up in it; 0 is what is being typed
	typing  string   // kept meanwhile
}

// lineKeys are those of the command line.
func lineKeys() []binding {
	next := func(by int) func(*explorer) tea.Cmd { return do(func(m *explorer) { m.completeLine(by) }) }
	past := func(by int) func(*explorer) tea.Cmd { return do(func(m *explorer) { m.line.recall(by) }) }
	return []binding{
		{keys: []string{":"}, show: ":", does: "type a command, with completion", hint: "commands", in: onPanes, run: do((*explorer).openLine)},
		{keys: []string{"enter"}, show: "enter", does: "in a command: do it", in: inCommand, run: (*explorer).runLine},
		{keys: []string{"tab"}, show: "tab", does: "in a command: complete it, each time in the next way, or the one before", in: inCommand, run: next(1)},
		{keys: []string{"shift+tab"}, show: "shift+tab", does: "in a command: complete it, each time in the next way, or the one before", in: inCommand, run: next(-1)},
		{keys: []string{"up"}, show: "↑", does: "in a command: the one typed before, or after", in: inCommand, run: past(1)},
		{keys: []string{"down"}, show: "↓", does: "in a command: the one typed before, or after", in: inCommand, run: past(-1)},
	}
}

func (m *explorer) openLine() {
	m.line.open, m.line.quit, m.line.back = true, false, 0
	m.line.typed()
	m.line.field.Start("")
}

func (m *explorer) closeLine() {
	m.line.open = false
	m.line.field.Stop()
}

// typed forgets what tab has done: the text is the user's again.
func (c *commandLine) typed() { c.base, c.at, c.tried = "", -1, nil }

// runLine does what was typed; a command that can't be read stays, with the reason.
func (m *explorer) runLine() tea.Cmd {
	c, text := &m.line, m.line.field.Text()
	if text == "" {
		m.closeLine()
		return nil
	}
	if last := len(c.history) - 1; last < 0 || c.history[last] != text {
		c.history = append(c.history, text)
	}
	c.back = 0
	act, err := m.parse(text)
	if err != nil {
		m.Complain(err)
		return nil
	}
	m.closeLine()
	act(m)
	if c.quit {
		return tea.Quit
	}
	return nil
}

// recall goes through the history.
func (c *commandLine) recall(by int) {
	f := &c.field
	if c.back == 0 {
		c.typing = f.Input.Value()
	}
	c.back = max(0, min(c.back+by, len(c.history)))
	if c.typed(); c.back == 0 {
		f.Set(c.typing)
		return
	}
	f.Set(c.history[len(c.history)-c.back])
}

// completeLine writes the next candidate. Where there is one only it is taken, and
// tab goes on behind it.
func (m *explorer) completeLine(by int) {
	c := &m.line
	if c.tried == nil {
		c.base = m.line.field.Input.Value()
		c.tried = m.candidates(c.base)
	}
	if len(c.tried) == 0 {
		if v, arg := split(m.verbs(), c.base); v != nil && v.names[0] == "data" && arg != "" {
			m.Launch(lab.FilesLane, chooser.Complete(arg))
		}
		c.typed()
		return
	}
	if c.at += by; c.at < 0 {
		c.at = len(c.tried) - 1
	}
	c.at %= len(c.tried)
	m.line.field.Set(c.tried[c.at].Name)
	if len(c.tried) == 1 {
		c.typed()
	}
}

// completedPath takes in a path that completion has found.
func (m *explorer) completedPath(b chooser.Completed) {
	v, arg := split(m.verbs(), m.line.field.Input.Value())
	if v == nil || arg != b.Of {
		return
	}
	m.line.field.Set(v.names[0] + " " + b.Text)
	if b.Note != "" {
		m.Tell(b.Note)
	}
}

// commandFooter writes the line that is typed into the last one of the window,
// and above it what is wrong with it, or what it may become.
func (m *explorer) commandFooter(lines []string, row []rune) {
	l, last := &m.look, len(lines)-1
	most := max(1, min(6, m.h/3))
	var above []string
	if m.Note.Text != "" {
		style := l.Strong
		if m.Note.Alarm {
			style = l.Alarm
		}
		for _, s := range strings.Split(ansi.Wrap(l.Text(m.Note.Text), m.w-4, " "), "\n") {
			above = append(above, style.Render(l.Fit(" "+s, m.w-2)))
		}
		above = above[:min(len(above), most)]
	} else {
		above = m.lineCandidates(most)
	}
	b := l.Dim.Render(string(l.Border().V))
	if len(above) > 0 {
		row = m.unjoined(row)
	}
	lines[last] = m.onBorder(row, l.Accent.Render(m.lineText(m.w-5)))
	for i, s := range above {
		if y := last - len(above) + i; y > 0 {
			lines[y] = b + s + b
		}
	}
}

// lineText is the end of the line that fits into w cells, with its cursor.
func (m *explorer) lineText(w int) string {
	text := ":" + m.line.field.Shown(&m.look)
	if over := ansi.StringWidth(text) - w; over > 0 {
		cut := m.look.Text("…")
		return ansi.TruncateLeft(text, over+ansi.StringWidth(cut), cut)
	}
	return text
}

// lineCandidates are at most so many of the ways to complete the line, around the
// one that tab wrote.
func (m *explorer) lineCandidates(most int) []string {
	l, c := &m.look, &m.line
	items := c.tried
	if items == nil {
		items = m.candidates(m.line.field.Input.Value())
	}
	names := 0
	for _, it := range items {
		names = max(names, ansi.StringWidth(l.Text(it.Name)))
	}
	var all []string
	for _, it := range items {
		all = append(all, l.Fit(l.Text(it.Name), names)+"  "+l.Text(it.Note))
	}
	part, at := widget.Window(all, max(c.at, 0), most)
	for i, s := range part {
		if i == at && c.at >= 0 {
			part[i] = l.Accent.Render(l.Fit(l.Text("▸")+s, m.w-2))
		} else {
			part[i] = l.Fit(" "+s, m.w-2)
		}
	}
	if rest := len(all) - len(part); rest > 0 && len(part) > 0 && most > 1 {
		hidden := len(part) - 1
		if c.at < 0 || at != hidden {
			part[hidden] = l.Dim.Render(l.Fit(l.Text(" … tab goes through all"), m.w-2))
		}
	}
	return part
}

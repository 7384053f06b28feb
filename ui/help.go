package ui

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// openHelp shows the page of keys from its beginning.
func (m *explorer) openHelp() { m.help, m.scroll, m.sought = true, 0, "" }

// helpText is the page, made from the table of keys.
func (m *explorer) helpText(w, h int) string {
	l := &m.look
	var lines []string
	if m.mode() == inSearch {
		lines = append(lines, l.Accent.Render(l.Fit(" search: "+m.search.Shown(l), w)))
	}
	all := m.helpLines()
	for _, s := range all[min(m.scroll, len(all)):] {
		styled := l.Fit(l.Text(s), w)
		if strings.TrimSpace(s) != "" && !strings.HasPrefix(s, "  ") {
			styled = l.Strong.Render(styled)
		}
		lines = append(lines, styled)
	}
	for len(lines) < h {
		lines = append(lines, l.Fit("", w))
	}
	return strings.Join(lines[:h], "\n")
}

// helpSection is a heading, and what stands below.
type helpSection struct {
	head  string
	lines []string
	prose bool // which is found as a whole
}

// helpLines are the sections, or of these what is sought.
func (m *explorer) helpLines() []string {
	sought := m.sought
	if m.mode() == inSearch {
		sought = m.search.Text()
	}
	var lines []string
	for _, s := range m.helpSections() {
		body := s.lines
		if sought != "" && !holds(s.head, sought) && !(s.prose && holds(strings.Join(s.lines, " "), sought)) {
			body = nil
			for _, line := range s.lines {
				if holds(line, sought) {
					body = append(body, line)
				}
			}
		}
		if len(body) == 0 && sought != "" {
			continue
		}
		if len(lines) > 0 {
			lines = append(lines, "")
		}
		lines = append(append(lines, " "+s.head), body...)
	}
	if len(lines) == 0 {
		lines = []string{"   nothing in the help holds " + sought}
	}
	return lines
}

// holds tells whether a text holds what is sought, in capitals or not.
func holds(text, sought string) bool {
	return strings.Contains(strings.ToLower(text), strings.ToLower(sought))
}

// helpSections begin with the present screen: what it shows, how it is read, and its
// keys. Those of other screens come last.
func (m *explorer) helpSections() []helpSection {
	now := m.screen()
	list := []helpSection{{head: "gramscope: kernel matrices and their approximations", lines: m.wrapped("version " + m.version)}}
	if len(m.Notes) > 0 {
		notes := helpSection{head: "Notes"}
		for _, text := range m.Notes {
			notes.lines = append(notes.lines, m.wrapped(text)...)
		}
		list = append(list, notes)
	}
	list = append(list, helpSection{head: "What screen " + now.key + " shows: " + now.Name(), lines: m.wrapped(now.About()), prose: true})
	keys := m.keySections()
	for _, present := range []bool{true, false} {
		for _, s := range keys {
			ofScreen := strings.HasPrefix(s.head, "Screen ")
			if isPresent := strings.HasPrefix(s.head, "Screen "+now.key+":"); isPresent == present && (present || !ofScreen) {
				list = append(list, s)
			}
		}
	}
	list = append(list, helpSection{head: "Reading the table", prose: true, lines: m.wrapped("Figures are of the present setting. ~ before a time means that kernel entries were shared, and it would be longer alone; ≈ before an error means that " +
		"it is an estimate; the floor is the smallest error that any approximation of the same rank can have; rmse is the error at the test rows, the risk ratio the risk relative to that of exact regression. " +
		"A method that reads all of K and would take more than a minute a run waits until it is asked for: by space in the table, or by name in a command. A larger n asks again.")})
	list = append(list, helpSection{head: "Mouse", lines: m.mouseHelp()})
	if m.Live() {
		list = append(list, helpSection{head: "Commands, behind :", lines: m.grammarHelp()})
	}
	for _, s := range m.screens {
		if s.key != now.key {
			list = append(list, helpSection{head: "What screen " + s.key + " shows: " + s.Name(), lines: m.wrapped(s.About()), prose: true})
		}
	}
	for _, s := range keys {
		if strings.HasPrefix(s.head, "Screen ") && !strings.HasPrefix(s.head, "Screen "+now.key+":") {
			list = append(list, s)
		}
	}
	return list
}

// mouseHelp is a line for each thing that the mouse does, as far as it does it here.
func (m *explorer) mouseHelp() []string {
	list := [][2]string{{"click", "a pane: go there; a knob: choose it"}, {"", "a method: point at it; the box before its name: tick it, or untick it"}}
	if m.Live() {
		list = append(list, [2]string{"", "a cell of screen 6's map: the cursor goes there"})
	}
	list = append(list, [2]string{"wheel", "on a knob: turn it; elsewhere: move what is pointed at, or scroll"})
	var lines []string
	for _, one := range list {
		lines = append(lines, m.indented(one[0], keysWidth, one[1])...)
	}
	return lines
}

// indented is a head of so many cells, and beside it a text.
func (m *explorer) indented(head string, width int, text string) []string {
	head = "   " + head + strings.Repeat(" ", max(1, width-ansi.StringWidth(m.look.Text(head))))
	lines := strings.Split(ansi.Wrap(text, max(m.w-width-6, 20), " "), "\n")
	for i, s := range lines {
		lines[i] = head + s
		head = strings.Repeat(" ", width+3)
	}
	return lines
}

// keysWidth is how many cells keys have before what they do.
const keysWidth = 14

// keySections are the keys, by their sections. Keys that stand together and do the same
// are one line.
func (m *explorer) keySections() []helpSection {
	var list []helpSection
	shown, does := "", ""
	add := func() {
		if does != "" {
			last := &list[len(list)-1]
			last.lines = append(last.lines, m.indented(shown, keysWidth, does)...)
		}
		shown, does = "", ""
	}
	for _, b := range m.keys {
		if b.run == nil {
			continue
		}
		if len(list) == 0 || list[len(list)-1].head != b.section {
			add()
			list = append(list, helpSection{head: b.section})
		}
		if b.does != does {
			add()
			shown, does = b.show, b.does
			continue
		}
		shown += " " + b.show
	}
	add()
	return list
}

// wrapped is a text in lines of the help.
func (m *explorer) wrapped(text string) []string {
	var lines []string
	for s := range strings.SplitSeq(ansi.Wrap(text, max(min(m.w-8, 110), 20), " "), "\n") {
		lines = append(lines, "   "+s)
	}
	return lines
}

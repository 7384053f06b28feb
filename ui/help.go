package ui

import (
	"strings"

	"github.com/charmbracelet/x/ansi"

	"gramscope/ui/widget"
)

// helpSections begin with the present screen: what it shows, how it is read, and its
// keys. Those of other screens come last.
func (m *explorer) helpSections() []widget.Section {
	now := m.screen()
	list := []widget.Section{{Head: "gramscope: kernel matrices and their approximations", Lines: m.wrapped("version " + m.version)}}
	if len(m.Notes) > 0 {
		notes := widget.Section{Head: "Notes"}
		for _, text := range m.Notes {
			notes.Lines = append(notes.Lines, m.wrapped(text)...)
		}
		list = append(list, notes)
	}
	list = append(list, widget.Section{Head: "What screen " + now.key + " shows: " + now.Name(), Lines: m.wrapped(now.About()), Prose: true})
	keys := m.keySections()
	for _, present := range []bool{true, false} {
		for _, s := range keys {
			ofScreen := strings.HasPrefix(s.Head, "Screen ")
			if isPresent := strings.HasPrefix(s.Head, "Screen "+now.key+":"); isPresent == present && (present || !ofScreen) {
				list = append(list, s)
			}
		}
	}
	list = append(list, widget.Section{Head: "Reading the table", Prose: true, Lines: m.wrapped("Figures are of the present setting. ~ before a time means that kernel entries were shared, and it would be longer alone; ≈ before an error means that " +
		"it is an estimate; the floor is the smallest error that any approximation of the same rank can have; rmse is the error at the test rows, the risk ratio the risk relative to that of exact regression. " +
		"A method that reads all of K and would take more than a minute a run waits until it is asked for: by space in the table, or by name in a command. A larger n asks again.")})
	list = append(list, widget.Section{Head: "Mouse", Lines: m.mouseHelp()})
	if m.Live() {
		commands := widget.Section{Head: "Commands, behind :"}
		for _, it := range m.scope().Help() {
			commands.Lines = append(commands.Lines, m.indented(it.Name, 18, it.Note)...)
		}
		list = append(list, commands)
	}
	for _, s := range m.screens {
		if s.key != now.key {
			list = append(list, widget.Section{Head: "What screen " + s.key + " shows: " + s.Name(), Lines: m.wrapped(s.About()), Prose: true})
		}
	}
	for _, s := range keys {
		if strings.HasPrefix(s.Head, "Screen ") && !strings.HasPrefix(s.Head, "Screen "+now.key+":") {
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
func (m *explorer) keySections() []widget.Section {
	var list []widget.Section
	shown, does := "", ""
	add := func() {
		if does != "" {
			last := &list[len(list)-1]
			last.Lines = append(last.Lines, m.indented(shown, keysWidth, does)...)
		}
		shown, does = "", ""
	}
	for _, b := range m.keys {
		if b.run == nil {
			continue
		}
		if len(list) == 0 || list[len(list)-1].Head != b.section {
			add()
			list = append(list, widget.Section{Head: b.section})
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

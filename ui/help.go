package ui

import (
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"gramscope/ui/widget"
)

// helpSections returns the help: the notes and a page of the keys to know first, then what the present
// screen shows and its keys, then the rest. Other screens come last.
func (m *explorer) helpSections() []widget.Section {
	now := m.screen()
	list := []widget.Section{
		{Head: "gramscope: kernel matrices and their approximations", Lines: m.wrapped("version " + m.version)},
	}
	if len(m.Notes) > 0 {
		notes := widget.Section{Head: "Notes"}
		for _, text := range m.Notes {
			notes.Lines = append(notes.Lines, m.wrapped(text)...)
		}
		list = append(list, notes)
	}
	list = append(list, widget.Section{Head: "The keys to know first", Lines: m.keyLines(m.firstKeys())})
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
	list = append(list, widget.Section{Head: "Reading the table", Prose: true, Lines: m.wrapped("The figures belong to the present setting. ~ before a time means that the run shared kernel entries with others and would take longer alone. ≈ before an error means that " +
		"it is an estimate. The floor is the smallest error that any approximation of the same rank can have. rmse is the error on the test rows; the risk ratio is the risk divided by the risk of exact regression. " +
		"A method that reads all of K and would take more than a minute per run waits until you start it, with space in the table or by its name in a command, and waits again if n grows.")})
	list = append(list, widget.Section{Head: "Mouse", Lines: m.mouseHelp()})
	if m.Computes() {
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
	list := [][2]string{{"click", "a pane: focus it; a knob: choose it"}, {"", "a method: point at it; the box before its name: tick it, or untick it"}}
	if m.Computes() {
		list = append(list, [2]string{"", "a cell of screen 6's map: move the cursor to it"})
	}
	list = append(list, [2]string{"wheel", "on a knob: turn it; elsewhere: move the pointer, or scroll"})
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

// firstKeys returns the keys of the help's first page, among them those of the present
// screen.
func (m *explorer) firstKeys() []binding {
	var list []binding
	for _, b := range m.keys {
		if b.first && b.applies(onPanes, m.screen().key) {
			list = append(list, b)
		}
	}
	return list
}

// keySections returns all keys, by their sections.
func (m *explorer) keySections() []widget.Section {
	var list []widget.Section
	for rest := m.keys; len(rest) > 0; {
		n := slices.IndexFunc(rest, func(b binding) bool { return b.section != rest[0].section })
		if n < 0 {
			n = len(rest)
		}
		keys := slices.DeleteFunc(slices.Clone(rest[:n]), func(b binding) bool { return b.run == nil })
		if len(keys) > 0 {
			list = append(list, widget.Section{Head: rest[0].section, Lines: m.keyLines(keys)})
		}
		rest = rest[n:]
	}
	return list
}

// keyLines returns the lines that describe some keys. Keys that follow each other and do
// the same share a line.
func (m *explorer) keyLines(keys []binding) []string {
	var lines []string
	for i := 0; i < len(keys); {
		shown, does := keys[i].show, keys[i].does
		for i++; i < len(keys) && keys[i].does == does; i++ {
			shown += " " + keys[i].show
		}
		lines = append(lines, m.indented(shown, keysWidth, does)...)
	}
	return lines
}

// wrapped is a text in lines of the help.
func (m *explorer) wrapped(text string) []string {
	var lines []string
	for s := range strings.SplitSeq(ansi.Wrap(text, max(min(m.w-8, 110), 20), " "), "\n") {
		lines = append(lines, "   "+s)
	}
	return lines
}

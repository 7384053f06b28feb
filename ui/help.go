package ui

import (
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"gramscope/ui/widget"
)

// helpSections returns the sections of the help.
func (m *window) helpSections() []widget.Section { return help{m}.all() }

// help has the contents of the help.
type help struct{ *window }

// all returns the help: the notes and a page of the keys to know first, then what the present
// screen shows and its keys, then the rest. Other screens come last.
func (h help) all() []widget.Section {
	now := h.screen()
	list := []widget.Section{
		{Head: "gramscope: kernel matrices and their approximations", Lines: h.wrapped("version " + h.version)},
	}
	if h.keeper != nil && h.keeper.Keeps() {
		list[0].Lines = append(list[0].Lines, h.wrapped("This exploration is kept: gramscope --continue opens it as it is when you quit.")...)
	}
	if len(h.Notes) > 0 {
		notes := widget.Section{Head: "Notes"}
		for _, text := range h.Notes {
			notes.Lines = append(notes.Lines, h.wrapped(text)...)
		}
		list = append(list, notes)
	}
	list = append(list, widget.Section{Head: "The keys to know first", Lines: h.keyLines(h.firstKeys())})
	list = append(list, widget.Section{Head: "What screen " + now.key + " shows: " + now.Name(), Lines: h.wrapped(now.About()), Prose: true})
	keys := h.keySections()
	add := func(has func(head string) bool) {
		for _, s := range keys {
			if has(s.Head) {
				list = append(list, s)
			}
		}
	}
	ofScreen := func(head string) bool { return strings.HasPrefix(head, "Screen ") }
	present := func(head string) bool { return strings.HasPrefix(head, "Screen "+now.key+":") }
	add(present)
	add(func(head string) bool { return !ofScreen(head) })
	list = append(list, widget.Section{Head: "Reading the table", Prose: true, Lines: h.wrapped("The figures belong to the present setting. ~ before a time means that the run shared kernel entries with others and would take longer alone. ≈ before an error means that " +
		"it is an estimate. The floor is the smallest error that any approximation of the same rank can have. rmse is the error on the test rows; the risk ratio is the risk divided by the risk of exact regression. " +
		"The bars beside the knob that moved last are the errors of the method pointed at, at the knob's last values: the present one is on the right.")})
	list = append(list, widget.Section{Head: "The methods, and when to take which", Lines: h.methodHelp()})
	list = append(list, widget.Section{Head: "Mouse", Lines: h.mouseHelp()})
	if h.Computes() {
		commands := widget.Section{Head: "Commands, behind :"}
		for _, it := range h.scope().Help() {
			commands.Lines = append(commands.Lines, h.indented(it.Name, 18, it.Note)...)
		}
		list = append(list, commands)
	}
	for _, s := range h.screens {
		if s.key != now.key {
			list = append(list, widget.Section{Head: "What screen " + s.key + " shows: " + s.Name(), Lines: h.wrapped(s.About()), Prose: true})
		}
	}
	add(func(head string) bool { return ofScreen(head) && !present(head) })
	return list
}

// methodHelp returns the methods below their families, each with the clause that says when to take it.
func (h help) methodHelp() []string {
	var lines []string
	for i, m := range h.Methods() {
		if i == 0 || m.Family != h.Methods()[i-1].Family {
			lines = append(lines, h.wrapped(string(m.Family)+": "+m.Family.Doc())...)
		}
		lines = append(lines, h.indented(m.Name, 22, "take it "+m.When)...)
	}
	return lines
}

// mouseHelp returns a line for each use of the mouse on the present screen.
func (h help) mouseHelp() []string {
	list := [][2]string{{"click", "a pane: focus it; a knob: choose it"}, {"", "a key in the last line: press it"}, {"", "a method: point at it; the box before its name: tick it, or untick it; the line below: list all methods; the head of a column: sort by it"}}
	if h.Computes() {
		list = append(list, [2]string{"", "a cell of screen 6's map: move the cursor to it"})
	}
	list = append(list, [2]string{"", "a sample of a chart: move the crosshair there and point at its method; a point on screen 3: move the crosshair to it"},
		[2]string{"move", "over a chart: its title has the numbers of the nearest sample, or point, until a key is pressed"},
		[2]string{"drag", "a zoomed chart: move it; on screen 3: mark the points in the box"},
		[2]string{"wheel", "on a knob: turn it; on a chart: zoom at the mouse; elsewhere: move the pointer, or scroll"})
	var lines []string
	for _, one := range list {
		lines = append(lines, h.indented(one[0], keysWidth, one[1])...)
	}
	return lines
}

// indented returns a head, padded to a width in cells, and a wrapped text beside it.
func (h help) indented(head string, width int, text string) []string {
	head = "   " + head + strings.Repeat(" ", max(1, width-ansi.StringWidth(h.look.Text(head))))
	lines := strings.Split(ansi.Wrap(text, max(h.w-width-6, 20), " "), "\n")
	for i, s := range lines {
		lines[i] = head + s
		head = strings.Repeat(" ", width+3)
	}
	return lines
}

// keysWidth is the width in cells of the column of keys.
const keysWidth = 14

// firstKeys returns the keys of the help's first page, among them those of the present
// screen. Uses of the same key follow each other.
func (h help) firstKeys() []binding {
	var list []binding
	for _, b := range h.keys {
		if !b.first || !b.applies(onPanes, h.screen().key) {
			continue
		}
		at := 1 + slices.IndexFunc(list, func(other binding) bool { return other.show == b.show })
		if at == 0 {
			at = len(list)
		}
		list = slices.Insert(list, at, b)
	}
	return list
}

// keySections returns all keys, by their sections.
func (h help) keySections() []widget.Section {
	var list []widget.Section
	for rest := h.keys; len(rest) > 0; {
		n := slices.IndexFunc(rest, func(b binding) bool { return b.section != rest[0].section })
		if n < 0 {
			n = len(rest)
		}
		keys := slices.DeleteFunc(slices.Clone(rest[:n]), func(b binding) bool { return b.run == nil })
		if len(keys) > 0 {
			list = append(list, widget.Section{Head: rest[0].section, Lines: h.keyLines(keys)})
		}
		rest = rest[n:]
	}
	return list
}

// keyLines returns the lines that describe some keys. Keys that follow each other and do
// the same share a line, and so does one key with different uses.
func (h help) keyLines(keys []binding) []string {
	var lines []string
	for i := 0; i < len(keys); {
		shown, does := keys[i].show, keys[i].does
		for i++; i < len(keys) && keys[i].does == does; i++ {
			shown += " " + keys[i].show
		}
		for ; i < len(keys) && keys[i].show == shown; i++ {
			does += "; " + keys[i].does
		}
		lines = append(lines, h.indented(shown, keysWidth, does)...)
	}
	return lines
}

// wrapped returns a text as lines of the help.
func (h help) wrapped(text string) []string {
	var lines []string
	for s := range strings.SplitSeq(ansi.Wrap(text, max(min(h.w-8, 110), 20), " "), "\n") {
		lines = append(lines, "   "+s)
	}
	return lines
}

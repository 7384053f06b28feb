package ui

import (
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"gramscope/ui/widget"
)

// help makes the contents of the help.
type help struct{ *window }

// readingTable explains the figures.
const readingTable = "The figures belong to the present setting. ~ before a time: the run shared kernel entries with " +
	"others, and would take longer alone. ≈: an estimate. The floor is the smallest error that any " +
	"approximation of the same rank can have. rmse is the error on the test rows; the risk ratio is the risk divided by " +
	"the risk of exact regression. The bar beside the width of a feature is its inverse, as a share of the largest."

// copied is a text that was handed to the clipboard.
type copied struct {
	title, text string
	words       []string // the words of a shell command, where lines break; nil for another text
}

// openPage opens a page with the copied text, or with the help for the zero value.
func (m *controller) openPage(of copied) { m.help, m.copied = widget.Page{Open: true}, of }

// page returns the sections of the open page.
func (h help) page() []widget.Section {
	of := h.copied
	if of.title == "" {
		return h.all()
	}
	if of.words != nil {
		of.text = strings.Join(widget.Continued(of.words, h.width()), "\n")
	}
	return []widget.Section{{Head: of.title, Lines: h.wrapped(of.text)}}
}

// all returns the help: the notes and a page of the keys to know first, then the description of the present screen and
// its keys, then the rest. Other screens come last, and the keys of an open step of a lesson first.
func (h help) all() []widget.Section {
	now := h.screen()
	version := h.wrapped("version " + h.version)
	if h.keeper.Kept() {
		version = append(version, h.wrapped("This exploration is kept: gramscope --continue opens it as you leave it.")...)
	}
	list := []widget.Section{{Head: "gramscope: kernel matrices and their approximations", Lines: version}}
	if len(h.Notes) > 0 {
		list = append(list, widget.Section{Head: "Notes", Lines: h.wrapped(h.Notes...), Prose: true})
	}
	var own, common, others []widget.Section
	for _, s := range h.keySections() {
		switch {
		case now.key == stepOpen && s.Head == "A step of a lesson":
			list = append(list, s)
		case strings.HasPrefix(s.Head, "Screen "+now.key+":"):
			own = append(own, s)
		case strings.HasPrefix(s.Head, "Screen "):
			others = append(others, s)
		default:
			common = append(common, s)
		}
	}
	shown := now
	if now.key == stepOpen {
		shown.key = h.lessons.Now().Screen
	}
	about := func(s numbered) widget.Section {
		return widget.Section{Head: "What screen " + s.key + " shows: " + s.Name(), Lines: h.wrapped(s.About()), Prose: true}
	}
	list = append(list, widget.Section{Head: "The keys to know first", Lines: h.keyLines(h.firstKeys())}, about(shown))
	list = append(slices.Concat(list, own, common),
		widget.Section{Head: "Reading the table", Lines: h.wrapped(readingTable), Prose: true},
		widget.Section{Head: "Mouse", Lines: h.mouseHelp()})
	if h.Computes() {
		commands := widget.Section{Head: "Commands, behind :"}
		for _, it := range h.verbs().Help() {
			commands.Lines = append(commands.Lines, h.indented(it.Name, 18, it.Note)...)
		}
		list = append(list, commands)
	}
	for _, s := range h.screens {
		if s.key != shown.key {
			list = append(list, about(s))
		}
	}
	return append(list, others...)
}

// mouseHelp returns a line for each use of the mouse on the present screen.
func (h help) mouseHelp() []string {
	list := [][2]string{
		{"click", "a pane: focus it; a knob: choose it; an entry of a menu: take it"},
		{"", "a key in the last line: press it"},
		{"", "a method: point at it; the box before its name: tick or untick it; the line below: list all methods"},
		{"", "the head of a column: sort by it"},
		{"", "a sample: move the crosshair there, and point at its method; a point on screen 3: move the crosshair to it"},
		{"move", "over a chart: its title has the numbers of the nearest sample or point, until a key is pressed"},
		{"drag", "a zoomed chart: move it; in a step of a lesson: draw the curve"},
		{"wheel", "on a knob: turn it; on a chart: zoom at the mouse; elsewhere: move the pointer, or scroll"},
	}
	if h.Computes() {
		list = slices.Insert(list, 4, [2]string{"", "a cell of screen 6's map: move the cursor to it"})
	}
	var lines []string
	for _, one := range list {
		lines = append(lines, h.indented(one[0], keysWidth, one[1])...)
	}
	return lines
}

// indented returns a head, padded to at least a width in cells, and a wrapped text beside it.
func (h help) indented(head string, width int, text string) []string {
	own := ansi.StringWidth(h.look.Text(head))
	width = max(width, own+1)
	head = "   " + head + strings.Repeat(" ", width-own)
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
	for _, b := range h.keys("") {
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

// keySections returns a section of the help for each section of keys.
func (h help) keySections() []widget.Section {
	var list []widget.Section
	keys := slices.DeleteFunc(h.keys(""), func(b binding) bool { return !b.acts() })
	for from := 0; from < len(keys); {
		to := from + 1
		for to < len(keys) && keys[to].section == keys[from].section {
			to++
		}
		list = append(list, widget.Section{Head: keys[from].section, Lines: h.keyLines(keys[from:to])})
		from = to
	}
	return list
}

// keyLines returns the lines that describe some keys. Keys that follow each other and do
// the same share a line, and so does one key with different uses.
func (h help) keyLines(keys []binding) []string {
	var lines []string
	for i := 0; i < len(keys); {
		shown, does := keys[i].spaced(), keys[i].does
		for i++; i < len(keys) && keys[i].does == does; i++ {
			shown += " " + keys[i].spaced()
		}
		for ; i < len(keys) && keys[i].spaced() == shown; i++ {
			does += "; " + keys[i].does
		}
		lines = append(lines, h.indented(shown, keysWidth, does)...)
	}
	return lines
}

// width returns the number of cells of texts in the help.
func (h help) width() int { return max(min(h.w-8, 110), 20) }

// wrapped returns texts as lines of the help.
func (h help) wrapped(texts ...string) []string {
	var lines []string
	for _, text := range texts {
		for s := range strings.SplitSeq(ansi.Wrap(text, h.width(), " "), "\n") {
			lines = append(lines, "   "+s)
		}
	}
	return lines
}

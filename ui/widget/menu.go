package widget

import (
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"gramscope/data/legible"
	"gramscope/model"
	"gramscope/ui/look"
)

// Menu is a short list to choose from, drawn over the screen.
type Menu struct {
	Title string
	Items []Item
	At    int
	Then  func(name string) // called with the chosen item; nil if the menu is closed

	sought string // what was typed since the last move
}

// Item is a choice of a menu.
type Item struct {
	Group      string // written at the first item of a run of items with the same one; "" for none
	Name, Note string
	Unmet      string // why the item can't be chosen now, shown instead of Note; "" if it can
	Column     string // the column of the results, if the item is one
}

// remark returns the text beside the name.
func (it Item) remark() string {
	if it.Unmet != "" {
		return it.Unmet
	}
	return it.Note
}

// NewMenu returns a menu that points at the item called now.
func NewMenu(title string, items []Item, now string) Menu {
	return Menu{Title: title, Items: items, At: max(0, slices.IndexFunc(items, func(it Item) bool { return it.Name == now }))}
}

// Open reports whether the menu is on screen.
func (u *Menu) Open() bool { return u.Then != nil }

// Move moves the pointer down by so many items, from the last to the first and back.
func (u *Menu) Move(by int) { u.At, u.sought = (u.At+by%len(u.Items)+len(u.Items))%len(u.Items), "" }

// Type points at the first item whose name, column or group has what was typed.
func (u *Menu) Type(pressed tea.KeyMsg) {
	runes := []rune(u.sought)
	switch {
	case pressed.Type == tea.KeySpace && len(runes) == 0: // no name begins with a blank
		return
	case (pressed.Type == tea.KeyRunes || pressed.Type == tea.KeySpace) && !pressed.Alt:
		runes = append(runes, pressed.Runes...)
	case pressed.Type == tea.KeyBackspace && len(runes) > 0:
		runes = runes[:len(runes)-1]
	default:
		return
	}
	u.sought = legible.Text(string(runes))
	if at := u.found(); at >= 0 {
		u.At = at
	}
}

// found returns the item that is sought, −1 for none.
func (u *Menu) found() int {
	for _, text := range []func(Item) string{func(it Item) string { return it.Name }, func(it Item) string { return it.Column }, func(it Item) string { return it.Group }} {
		at := slices.IndexFunc(u.Items, func(it Item) bool { return strings.Contains(strings.ToLower(text(it)), strings.ToLower(u.sought)) })
		if at >= 0 {
			return at
		}
	}
	return -1
}

// heading returns the title, and what is sought.
func (u *Menu) heading() string {
	switch {
	case u.sought == "":
		return u.Title
	case u.found() < 0:
		return u.Title + ": none has " + u.sought
	}
	return u.Title + ": " + u.sought
}

// Pick closes the menu and calls Then with the item pointed at.
func (u *Menu) Pick() {
	then, name := u.Then, u.Items[u.At].Name
	u.Then = nil
	then(name)
}

// Render draws the menu in a box of at most w×h cells. If notes are cut, the whole note of the
// item pointed at is shown below the list.
func (u *Menu) Render(w, h int, l *look.Look) string {
	groups, names := 0, 0
	for _, it := range u.Items {
		groups, names = max(groups, ansi.StringWidth(it.Group)), max(names, ansi.StringWidth(l.Text(it.Name)))
	}
	if groups > 0 {
		groups += 2
	}
	var lines []string
	room, cut := max(1, w-5-groups), 0
	for i, it := range u.Items {
		line := " " + l.Fit(l.Text(it.Name), names) + "  "
		note := l.Text(it.remark())
		if left := room - ansi.StringWidth(line); ansi.StringWidth(note) > left {
			cut = max(cut, len(u.whole(it, w-5, l)))
			note = l.Text(beginning(it.remark(), left, l))
		}
		line += note
		if it.Unmet != "" && i != u.At {
			line = l.Dim.Render(line)
		}
		lines = append(lines, line)
	}
	if cut > 0 {
		cut++ // a blank line before it
	}
	if h-2-cut < 3 { // too low: show the list only
		cut = 0
	}
	lines, at := Window(lines, u.At, h-2-cut)
	if groups > 0 {
		u.writeGroups(lines, u.At-at, groups, l)
	}
	if cut > 0 {
		note := append([]string{""}, u.whole(u.Items[u.At], w-5, l)...)
		lines = append(lines, append(note, make([]string, cut-len(note))...)...)
	}
	return Box(l, u.heading(), lines, at, w)
}

// beginning returns the first clauses of a note, as many as w cells have room for, or else its first words and ….
func beginning(note string, w int, l *look.Look) string {
	words := strings.Fields(note)
	for _, ends := range []string{",;:", ""} {
		for n := len(words) - 1; n > 0; n-- {
			brief := strings.Join(words[:n], " ")
			switch {
			case ends == "":
				brief += " …"
			case strings.ContainsAny(brief[len(brief)-1:], ends):
				brief = brief[:len(brief)-1]
			case words[n][0] != '(':
				continue
			}
			if ansi.StringWidth(l.Text(brief)) <= w {
				return brief
			}
		}
	}
	return note
}

// writeGroups writes a column of groups before the lines of the items from a first one on. A group stands at its first
// line.
func (u *Menu) writeGroups(lines []string, first, width int, l *look.Look) {
	for i, line := range lines {
		group := u.Items[first+i].Group
		if i > 0 && group == u.Items[first+i-1].Group {
			group = ""
		}
		if group = l.Fit(" "+group, width); first+i != u.At {
			group = l.Dim.Render(group)
		}
		lines[i] = group + line
	}
}

// whole wraps an item's note into lines of at most w cells.
func (u *Menu) whole(it Item, w int, l *look.Look) []string {
	var lines []string
	for s := range strings.SplitSeq(ansi.Wrap(l.Text(it.remark()), max(1, w-1), " "), "\n") {
		lines = append(lines, " "+s)
	}
	return lines
}

// Window returns at most h of the lines, around the line with index at, and the index of that line among them.
func Window(lines []string, at, h int) ([]string, int) {
	if h <= 0 {
		return nil, -1
	}
	if len(lines) <= h {
		return lines, at
	}
	from := min(max(0, at-h/2), len(lines)-h)
	return lines[from : from+h], at - from
}

// Box draws lines in a frame with a title, at most w cells wide, and highlights the line with
// index chosen; −1 for none.
func Box(l *look.Look, title string, lines []string, chosen, w int) string {
	inside := ansi.StringWidth(l.Text(title)) + 4
	for _, s := range lines {
		inside = max(inside, ansi.StringWidth(s)+2)
	}
	inside = max(1, min(inside, w-2))
	b := l.Border()
	head := ansi.Truncate(string(b.H)+" "+l.Text(title)+" ", inside, "")
	head += strings.Repeat(string(b.H), inside-ansi.StringWidth(head))
	out := []string{string(b.TopLeft) + l.Strong.Render(head) + string(b.TopRight)}
	for i, s := range lines {
		out = append(out, string(b.V)+l.Choice(s, inside, i == chosen)+string(b.V))
	}
	out = append(out, string(b.BottomLeft)+strings.Repeat(string(b.H), inside)+string(b.BottomRight))
	return strings.Join(out, "\n")
}

// Overlay draws a box over the middle of the screen's lines.
func Overlay(screen []string, box string, w int) {
	lines := strings.Split(box, "\n")
	top := max(0, (len(screen)-len(lines))/2)
	for i, line := range lines {
		y := top + i
		if y >= len(screen) {
			return
		}
		width := ansi.StringWidth(line)
		left := max(0, (w-width)/2)
		screen[y] = ansi.Truncate(screen[y], left, "") + line + ansi.TruncateLeft(screen[y], left+width, "")
	}
}

// OverMenu returns the menu of parameters to sweep over.
func OverMenu(params []model.Param, now model.Name) Menu {
	var items []Item
	for _, p := range params {
		items = append(items, Item{Name: string(p.Name), Note: p.Doc})
	}
	return NewMenu("sweep over", items, string(now))
}

// Names returns the names of items.
func Names(items []Item) []string {
	var list []string
	for _, it := range items {
		list = append(list, it.Name)
	}
	return list
}

package widget

import (
	"cmp"
	"os"
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"gramscope/model"
	"gramscope/ui/look"
)

// Menu is a list to choose from, drawn over the screen. What is typed filters it.
type Menu struct {
	Field // what is sought
	Title string
	Items []Item
	At    int               // index of the item that is pointed at, if it is found
	Then  func(name string) // called with the item that is taken
	Stays bool              // whether the menu stays open then
	Paths bool              // whether a path that is typed can be taken, too

	off int // of the item pointed at from the middle of the list, after a click
}

// Item is a choice of a menu.
type Item struct {
	Group      string // written at the first item of a run of items with the same one; "" for none
	Name, Note string
	Unmet      string              // why the item can't be chosen now, shown instead of Note; "" if it can
	Column     string              // the column of the results, if the item is one
	Head       string              // another name: of a column its head in the table of methods
	Sign       string              // written before the name; "" for none
	Paint      func(string) string // colours sign and name; nil for no colour
}

// remark returns the text beside the name.
func (it Item) remark() string { return cmp.Or(it.Unmet, it.Note) }

// NewMenu returns a menu that points at the item called now.
func NewMenu(title string, items []Item, now string) Menu {
	return Menu{Title: title, Items: items, At: max(0, slices.Index(Names(items), now))}
}

// Opened returns the menu with an empty filter, and what is called with the item that is taken.
func (u Menu) Opened(then func(name string)) Menu {
	u.Then = then
	u.Start("")
	return u
}

// found returns the indices of the items whose names contain what is typed, or if there are none of the items whose
// texts contain all typed words; and the place of the item pointed at in that list, −1 if it is empty.
func (u *Menu) found() (list []int, at int) {
	var others []int
	sought := strings.ToLower(u.Text())
	for i, it := range u.Items {
		text := strings.ToLower(strings.Join([]string{it.Name, it.Column, it.Head, it.Group, it.Note}, "\n"))
		switch {
		case strings.Contains(strings.ToLower(it.Name), sought):
			list = append(list, i)
		case !slices.ContainsFunc(strings.Fields(sought), func(word string) bool { return !strings.Contains(text, word) }):
			others = append(others, i)
		}
	}
	if list == nil {
		list = others
	}
	if list == nil {
		return nil, -1
	}
	return list, max(0, slices.Index(list, u.At))
}

// Pointed returns the index of the item that is pointed at, −1 if none is found.
func (u *Menu) Pointed() int {
	list, at := u.found()
	if at < 0 {
		return -1
	}
	return list[at]
}

// Move moves the pointer down by items. One step leads from the last to the first and back.
func (u *Menu) Move(by int) {
	list, at := u.found()
	u.off = 0
	switch {
	case at < 0:
	case by*by == 1:
		u.At = list[(at+by+len(list))%len(list)]
	default:
		u.At = list[min(max(at+by, 0), len(list)-1)]
	}
}

// Pick takes the item that is pointed at.
func (u *Menu) Pick() {
	if at := u.Pointed(); at >= 0 {
		u.Open = u.Stays
		u.Then(u.Items[at].Name)
	}
}

// Render draws the menu in a box of at most w×h cells, which has the same size whatever is typed. If notes are cut, the
// whole note of the item pointed at is shown below the list. From the box's second line on stand the items with the
// returned indices.
func (u *Menu) Render(w, h int, l *look.Look) (box []string, items []int) {
	groups, names := 0, 0
	for _, it := range u.Items {
		groups, names = max(groups, ansi.StringWidth(it.Group)), max(names, ansi.StringWidth(l.Text(it.Sign+it.Name)))
	}
	if groups += 2; groups == 2 || w < groups+names+40 { // a note needs some room, too
		groups = 0
	}
	room, width, below := max(1, w-7-groups-names), 0, 0 // of the notes, of the lines, and lines below a blank one
	for i, it := range u.Items {
		note := ansi.StringWidth(l.Text(it.remark()))
		if width = max(width, 3+groups+names+min(note, room)); note > room {
			below = max(below, 1+len(u.whole(i, w, l)))
		}
	}
	if h-2-below < 3 { // too low: show the list only
		below = 0
	}
	found, at := u.found()
	rows := max(0, min(len(u.Items), h-2-below))
	shown, at := Window(found, at, u.off, rows)
	lines := make([]string, rows+below)
	for k, i := range shown {
		it := u.Items[i]
		name, note := " "+l.Fit(l.Text(it.Sign+it.Name), names)+"  ", l.Text(it.remark())
		group := it.Group
		if k > 0 && group == u.Items[shown[k-1]].Group {
			group = ""
		}
		if group = l.Fit(" "+group, groups); k != at {
			group = l.Dim.Render(group)
			if it.Paint != nil {
				name = it.Paint(name)
			}
			if it.Unmet != "" {
				name, note = l.Dim.Render(name), l.Dim.Render(note)
			}
		}
		lines[k] = group + name + l.Fit(note, min(room, width-3-groups-names))
	}
	if below > 0 && at >= 0 {
		copy(lines[rows+1:], u.whole(shown[at], w, l))
	}
	if rows > 0 {
		lines[0] = l.Fit(lines[0], width)
	}
	return Box(l, u.heading(len(found)), lines, at, w), shown
}

// Hit points at the item in a cell of w×h, over the middle of which the menu is drawn. It reports whether there is one.
func (u *Menu) Hit(x, y, w, h int, l *look.Look) bool {
	box, items := u.Render(w, h, l)
	left, top, right := placed(box, w, h)
	at := y - top - 1
	hit := x > left && x < right-1 && at >= 0 && at < len(items)
	if hit {
		u.At, u.off = items[at], at-len(items)/2 // the list stays as it is
	}
	return hit
}

// heading returns the title, and what is sought.
func (u *Menu) heading(found int) string {
	switch sought := u.Input.Value(); {
	case sought == "":
		return u.Title
	case found == 0 && u.Paths && strings.ContainsRune(sought, os.PathSeparator):
		return u.Title + ": enter opens " + sought
	case found == 0:
		return u.Title + ": none has " + sought
	default:
		return u.Title + ": " + sought
	}
}

// whole wraps an item's note into lines of a box of w cells.
func (u *Menu) whole(i, w int, l *look.Look) []string {
	lines := strings.Split(ansi.Wrap(l.Text(u.Items[i].remark()), max(1, w-6), " "), "\n")
	for k, s := range lines {
		lines[k] = " " + s
	}
	return lines
}

// Window returns at most h of the lines, among them that with index at, and its index among them. It stands off lines
// below the middle, as after a click there, if that leaves it in sight.
func Window[T any](lines []T, at, off, h int) ([]T, int) {
	h = min(max(h, 0), len(lines))
	if off < -(h/2) || off >= h-h/2 {
		off = 0
	}
	from := min(max(0, at-off-h/2), len(lines)-h)
	return lines[from : from+h], at - from
}

// Box draws lines in a frame with a title, at most w cells wide, and highlights the line with
// index chosen; −1 for none.
func Box(l *look.Look, title string, lines []string, chosen, w int) []string {
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
	return append(out, string(b.BottomLeft)+strings.Repeat(string(b.H), inside)+string(b.BottomRight))
}

// Overlay draws a box over the middle of the screen's lines.
func Overlay(screen, box []string, w int) {
	left, top, right := placed(box, w, len(screen))
	for i, line := range box[:min(len(box), len(screen)-top)] {
		y := top + i
		screen[y] = ansi.Truncate(screen[y], left, "") + line + ansi.TruncateLeft(screen[y], right, "")
	}
}

// placed returns where a box, whose lines are equally wide, stands in the middle of w×h cells. It ends before right.
func placed(box []string, w, h int) (left, top, right int) {
	width := ansi.StringWidth(box[0])
	left = max(0, (w-width)/2)
	return left, max(0, (h-len(box))/2), left + width
}

// OverMenu returns the menu of parameters to sweep over.
func OverMenu(params []model.Param, now model.Name) Menu {
	var items []Item
	for _, p := range params {
		items = append(items, Item{Name: string(p.Name), Note: p.Doc, Head: p.Symbol})
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

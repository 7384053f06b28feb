// Package chooser chooses the data: a built-in set, or a file with its target and features.
package chooser

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"gramscope/data"
	"gramscope/data/synthetic"
	"gramscope/model/job"
	"gramscope/ui/look"
	"gramscope/ui/screen"
	"gramscope/ui/widget"
)

// Chooser chooses the data: in a menu of the built-in sets and the files of a folder, and on a page of a file's
// columns. The explorer uses its present data until the new data have been read.
type Chooser struct {
	look    *look.Look
	loading data.Options

	Busy string // name of the file being read, "" for none
	read string // how much of it has been read, to stand after the name; "" if that is unknown

	Menu   widget.Menu // over the page
	folder string
	files  []widget.Item // of the folder

	Columns bool // whether the page is open
	File    ColumnChoice
}

// New returns a closed chooser that reads files with the options loading.
func New(l *look.Look, loading data.Options) Chooser {
	return Chooser{look: l, loading: loading, folder: "."}
}

// Close closes page and menu.
func (c *Chooser) Close() { *c = New(c.look, c.loading) }

// Open lists the built-in sets and the files, and points at the present data. If the present data are a file, it shows
// the file's columns.
func (c *Chooser) Open(now data.Source) []screen.Do {
	c.Close()
	file, ok := now.(*data.File)
	if !ok {
		set, _, _ := strings.Cut(now.Name(), ":") // settings follow a colon
		c.list(set)
		return []screen.Do{screen.Launch{Kind: job.Files, Work: listAt(".", "")}}
	}
	c.Columns, c.File = true, presentColumns(file)
	return []screen.Do{screen.Launch{Kind: job.Files, Work: listAround(c.File.table.Path)}}
}

// list opens the menu at the item with the name at.
func (c *Chooser) list(at string) {
	c.Menu = widget.NewMenu("choose the data", c.items(), at).Opened(nil)
	c.Menu.Paths = true
}

// items are the built-in sets, and the files.
func (c *Chooser) items() []widget.Item {
	var list []widget.Item
	for _, g := range synthetic.Generators() {
		list = append(list, widget.Item{Group: "sets", Name: g.Name(), Note: g.Title})
	}
	return append(list, c.files...)
}

// Back cancels reading, or else shows the menu in place of the page.
func (c *Chooser) Back() []screen.Do {
	if path := c.Busy; path != "" {
		c.Busy = ""
		return []screen.Do{screen.Stop(job.Files), screen.Note("stopped reading " + path)}
	}
	c.Columns = false
	c.list(filepath.Base(c.File.table.Path))
	return nil
}

// Pick opens what the menu points at, or the path that is typed.
func (c *Chooser) Pick() []screen.Do {
	at, typed := c.Menu.Pointed(), Home(c.Menu.Text())
	switch {
	case at < 0 && filepath.IsAbs(typed):
		return c.Read(typed)
	case at < 0 && strings.ContainsRune(typed, filepath.Separator):
		return c.Read(filepath.Join(c.folder, typed))
	case at < 0:
		return nil
	}
	if at < len(c.Menu.Items)-len(c.files) {
		return []screen.Do{screen.Use{Source: synthetic.Generators()[at]}}
	}
	return c.Read(filepath.Join(c.folder, c.Menu.Items[at].Name))
}

// Read starts reading a file, or lists a folder.
func (c *Chooser) Read(path string) []screen.Do {
	if c.Columns = false; !c.Menu.Open {
		c.list("")
	}
	return c.start(path, readFile(path, c.loading))
}

// start reads what is called name.
func (c *Chooser) start(name string, read job.Work) []screen.Do {
	c.Busy, c.read = name, ""
	return []screen.Do{screen.Launch{Kind: job.Files, Work: read}}
}

// SwitchMatrix reads the shown file again: as a kernel matrix, or as a table of points if it is a kernel matrix now.
func (c *Chooser) SwitchMatrix() []screen.Do {
	path := c.File.table.Path
	if path == "-" {
		return screen.Say("standard input has been read, and can't be read again; write it to a file")
	}
	return c.start(path, readTable(path, c.loading, !c.File.isMatrix()))
}

// SetTarget makes the column pointed at the target, or sets no target if it is the target already.
func (c *Chooser) SetTarget() []screen.Do {
	switch f := &c.File; {
	case f.isMatrix():
		return screen.Say("the target of a kernel matrix is another file: start with --target FILE")
	case f.target == f.At:
		f.target = -1
	default:
		f.target = f.At
	}
	return nil
}

// UseTable makes data from the table with the chosen columns.
func (c *Chooser) UseTable() []screen.Do {
	return c.start(c.File.table.Name, c.makeFile(c.File, false))
}

// UseRest makes data from what can be used of the table with the chosen columns.
func (c *Chooser) UseRest() []screen.Do {
	return c.start(c.File.table.Name, c.makeFile(c.File, true))
}

// Update handles a message of a job that reads files.
func (c *Chooser) Update(msg any) []screen.Do {
	switch b := msg.(type) {
	case FolderListed:
		moved := b.Path != c.folder
		c.folder, c.files = b.Path, b.Items
		c.Menu.Items = c.items()
		if moved {
			c.Menu.Set("")
			c.Menu.At = len(c.Menu.Items) - len(c.files)
		}
		if b.At != "" { // a TableRead of the file at b.At follows
			c.Menu.At = max(0, slices.Index(widget.Names(c.Menu.Items), b.At))
			return nil
		}
		c.Busy = ""
	case ReadSoFar:
		c.read = fmt.Sprintf(": %d %%", b.Percent)
	case TableRead:
		c.Busy, c.Columns, c.File = "", true, newColumnChoice(b.Table)
		c.Menu.Stop()
	case screen.Use:
		return []screen.Do{b}
	}
	if err := job.Error(msg); err != nil {
		c.Busy = ""
		return []screen.Do{screen.Complain{Err: err}}
	}
	return nil
}

// Render draws the page.
func (c *Chooser) Render(w, h int) string {
	if c.Busy != "" {
		return c.look.Page([]string{c.look.Text(" reading " + c.Busy + c.read)}, w, h)
	}
	return c.look.Page(c.File.lines(w, h, c.look), w, h)
}

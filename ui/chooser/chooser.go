// Package chooser implements the page that chooses the data: a built-in set, or a file with its target and features.
package chooser

import (
	"slices"
	"strings"

	"gramscope/data"
	"gramscope/data/synthetic"
	"gramscope/model/job"
	"gramscope/ui/look"
	"gramscope/ui/screen"
	"gramscope/ui/widget"
)

// stage is the state of the page.
type stage int

const (
	Closed  stage = iota
	sets          // the list of built-in sets and files
	Columns       // target and features of a file
)

// Chooser is the page that chooses the data. The explorer uses its present data until the new data have been read.
type Chooser struct {
	look    *look.Look
	loading data.Options

	Stage   stage
	Busy    string // name of the file being read, "" for none
	percent int    // how much has been read, −1 if the size is unknown

	folder string
	Path   widget.Field // input line for a path
	files  []Place      // of the folder
	at     int          // in places

	File      ColumnChoice
	forTarget bool // the list is for the file with the target of File, a kernel matrix
}

// Place is an item of the list: a built-in set, a folder or a file.
type Place struct {
	Name, Note string
	Source     data.Source // of a built-in set
	Path       string      // of a folder or file
	Folder     bool
}

// New returns a closed chooser that reads files with the options loading.
func New(l *look.Look, loading data.Options) Chooser {
	return Chooser{look: l, loading: loading}
}

// Close closes the page.
func (c *Chooser) Close() { *c = New(c.look, c.loading) }

// Open lists the built-in sets and the files, and points at the present data. If these are a
// file, it shows the file's columns.
func (c *Chooser) Open(now data.Source) []screen.Do {
	c.Close()
	c.Stage, c.folder = sets, "."
	for i, p := range c.places() {
		if p.Name == now.Name() || strings.HasPrefix(now.Name(), p.Name+":") { // the name of a set with settings has a colon
			c.at = i
		}
	}
	file, ok := now.(*data.File)
	if !ok {
		return []screen.Do{screen.Launch{Kind: job.Files, Work: listFolder(".")}}
	}
	c.Stage, c.File = Columns, presentColumns(file)
	path, _ := file.Origin()
	return []screen.Do{screen.Launch{Kind: job.Files, Work: listAround(path)}}
}

// ChooseTarget offers the columns of a file, and none, as the target; of a kernel matrix it opens the list of files.
func (c *Chooser) ChooseTarget(file *data.File) []screen.Do {
	columns := presentColumns(file)
	if columns.isMatrix() {
		list := c.Open(file)
		return append(list, c.SetTarget()...)
	}
	return []screen.Do{screen.Choose{Menu: columns.targets(), Then: func(name string) []screen.Do {
		columns.target = slices.Index(widget.Names(columns.targets().Items), name) - 1 // after none
		return []screen.Do{screen.Launch{Kind: job.Files, Work: c.makeFile(columns)}}
	}}}
}

// BuiltIn lists the built-in sets.
func BuiltIn() []Place {
	var list []Place
	for _, g := range synthetic.Generators() {
		list = append(list, Place{Name: g.Name(), Note: g.Title, Source: g})
	}
	return list
}

// Back cancels reading, or returns to the previous stage.
func (c *Chooser) Back() []screen.Do {
	switch {
	case c.Busy != "":
		path := c.Busy
		c.Busy = ""
		return []screen.Do{screen.Stop(job.Files), screen.Note("stopped reading " + path)}
	case c.Path.Open:
		c.Path.Stop()
	case c.forTarget:
		c.Stage = Columns
		c.listFor(false)
	case c.Stage == Columns:
		c.Stage = sets
		c.File = ColumnChoice{}
	default:
		c.Stage = Closed
	}
	return nil
}

// Move moves the pointer down by so many lines.
func (c *Chooser) Move(by int) {
	if c.Stage == Columns {
		c.File.At = min(max(c.File.At+by, 0), len(c.File.used)-1)
		return
	}
	c.at = min(max(c.at+by, 0), len(c.places())-1)
}

// Pick opens the line pointed at.
func (c *Chooser) Pick() []screen.Do {
	places := c.places()
	if c.at >= len(places) {
		return nil
	}
	switch p := places[c.at]; {
	case p.Source != nil:
		return []screen.Do{screen.Use{Source: p.Source}}
	case p.Folder:
		return []screen.Do{screen.Launch{Kind: job.Files, Work: listFolder(p.Path)}}
	default:
		return c.Read(p.Path)
	}
}

// PickTyped opens the path that was typed.
func (c *Chooser) PickTyped() []screen.Do {
	path := Home(c.Path.Text())
	if path == "" {
		return []screen.Do{screen.Note("type the path of a file or a folder; tab completes it, esc cancels")}
	}
	if g, ok, err := synthetic.Find(path); err != nil && !c.forTarget {
		return []screen.Do{screen.Complain{Err: err}}
	} else if ok && !c.forTarget {
		c.Path.Stop()
		return []screen.Do{screen.Use{Source: g}}
	}
	return c.Read(path)
}

// Read starts reading a file, or lists a folder.
func (c *Chooser) Read(path string) []screen.Do {
	if c.forTarget {
		return c.start(path, readMatrix(c.File.table.Path, data.Choice{Target: path, Indefinite: c.File.table.Matrix.Indefinite}, c.loading))
	}
	c.Stage, c.File = sets, ColumnChoice{}
	return c.start(path, readFile(path, c.loading))
}

func (c *Chooser) start(path string, read job.Work) []screen.Do {
	c.Busy, c.percent = path, -1
	return []screen.Do{screen.Launch{Kind: job.Files, Work: read}}
}

// stdin is the path of a table from standard input.
const stdin = "-"

// SwitchMatrix reads the file that is shown as a kernel matrix or, if it is read as one, as a table of points.
func (c *Chooser) SwitchMatrix() []screen.Do {
	path := c.File.table.Path
	if path == stdin {
		return []screen.Do{screen.Note("standard input has been read, and can't be read again; write it to a file")}
	}
	if c.File.isMatrix() {
		return c.start(path, readTable(path, c.loading))
	}
	return c.start(path, readMatrix(path, data.Choice{}, c.loading))
}

// SetTarget makes the column pointed at the target, or, if it is, sets no target. For a kernel matrix it lists the
// files that may hold one.
func (c *Chooser) SetTarget() []screen.Do {
	switch {
	case !c.File.isMatrix():
		c.File.setTarget()
		return nil
	case c.File.table.Path == stdin:
		return []screen.Do{screen.Note("standard input has been read, and can't be read again; name the target when you start, with --target FILE")}
	}
	c.Stage = sets
	c.listFor(true)
	return []screen.Do{screen.Launch{Kind: job.Files, Work: listAround(c.File.table.Path)}}
}

// listFor makes the list one of data, or of files with the target of a kernel matrix, and points at the same file.
func (c *Chooser) listFor(target bool) {
	before := len(c.first())
	c.forTarget = target
	c.at = max(0, c.at+len(c.first())-before)
}

// places is the list.
func (c *Chooser) places() []Place { return append(c.first(), c.files...) }

// first lists what stands above the files: the built-in sets or, for the target of a kernel matrix, none.
func (c *Chooser) first() []Place {
	if c.forTarget {
		return []Place{{Name: noTarget, Note: "no target", Path: noTarget}}
	}
	return BuiltIn()
}

// Complete completes the path that is typed.
func (c *Chooser) Complete() []screen.Do {
	return []screen.Do{screen.Launch{Kind: job.Files, Work: Complete(c.Path.Text())}}
}

// UseTable makes data from the table with the chosen columns.
func (c *Chooser) UseTable() []screen.Do {
	c.Busy, c.percent = c.File.table.Name, -1
	return []screen.Do{screen.Launch{Kind: job.Files, Work: c.makeFile(c.File)}}
}

// Update handles a message of a job that reads files.
func (c *Chooser) Update(msg any) []screen.Do {
	switch b := msg.(type) {
	case FolderListed:
		c.folder, c.files = b.Path, b.Places
		c.at = min(c.at, len(c.places())-1)
		if b.Path != "." {
			c.at = len(c.first())
		}
		if b.At != "" { // the page shows the columns of this file, and the list only after going back
			c.at = max(c.at, slices.IndexFunc(c.places(), func(p Place) bool { return p.Path == b.At }))
			return nil
		}
		c.Busy = ""
		c.Path.Stop()
	case Completed:
		if c.Path.Open && c.Path.Text() == b.Of {
			c.Path.Set(b.Text)
			if b.Note != "" {
				return []screen.Do{screen.Note(b.Note)}
			}
		}
	case ReadSoFar:
		c.percent = b.Percent
	case TableRead:
		c.Busy, c.Stage = "", Columns
		c.listFor(false)
		c.Path.Stop()
		c.File = newColumnChoice(b.Table)
	case SourceMade:
		return []screen.Do{screen.Use{Source: b.Source, Notes: b.Notes}}
	}
	if err := job.Error(msg); err != nil {
		c.Busy = ""
		return []screen.Do{screen.Complain{Err: err}}
	}
	return nil
}

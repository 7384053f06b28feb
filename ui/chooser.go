package ui

import (
	"fmt"
	"strings"

	"gramscope/data"
	"gramscope/ui/lab"
	"gramscope/ui/look"
	"gramscope/ui/screen"
	"gramscope/ui/widget"
)

// stage is how far the choice of data has come.
type stage int

const (
	closed  stage = iota
	sets          // the list of built-in sets and files
	columns       // target and features of a file
)

// chooser chooses the data. What is on screen stays until the new data are
// there.
type chooser struct {
	look    *look.Look
	loading data.Options

	stage   stage
	busy    string // what is being read, "" if nothing
	percent int    // of it, −1 where its size is not known

	folder string
	path   widget.Field // being typed
	places []place
	at     int

	file columnChoice
}

// place is a line of the list: a built-in set, a folder or a file.
type place struct {
	name, note string
	source     data.Source // of a built-in set
	path       string      // of a folder or file
	folder     bool
}

// newChooser reads files in that way.
func newChooser(l *look.Look, loading data.Options) chooser {
	return chooser{look: l, loading: loading}
}

// close leaves the choice.
func (c *chooser) close() { *c = newChooser(c.look, c.loading) }

// open lists the sets, with the present one pointed at, and the files.
func (c *chooser) open(now string) []screen.Do {
	c.close()
	c.stage, c.places, c.folder = sets, builtIn(), "."
	for i, p := range c.places {
		if p.name == now {
			c.at = i
		}
	}
	return []screen.Do{screen.Launch{Lane: lab.FilesLane, Work: listFolder(".")}}
}

func builtIn() []place {
	var list []place
	for _, g := range data.Generators() {
		list = append(list, place{name: g.Name(), note: g.Title, source: g})
	}
	return list
}

// back leaves the present stage.
func (c *chooser) back() []screen.Do {
	switch {
	case c.busy != "":
		path := c.busy
		c.busy = ""
		return []screen.Do{screen.Stop(lab.FilesLane), screen.Tell("stopped reading " + path)}
	case c.path.Open:
		c.path.Stop()
	case c.stage == columns:
		c.stage = sets
		c.file = columnChoice{}
	default:
		c.stage = closed
	}
	return nil
}

func (c *chooser) move(by int) {
	if c.stage == columns {
		c.file.at = min(max(c.file.at+by, 0), len(c.file.used)-1)
		return
	}
	c.at = min(max(c.at+by, 0), len(c.places)-1)
}

// pick takes the line that is pointed at.
func (c *chooser) pick() []screen.Do {
	if c.at >= len(c.places) {
		return nil
	}
	switch p := c.places[c.at]; {
	case p.source != nil:
		return []screen.Do{screen.Use{Source: p.source}}
	case p.folder:
		return []screen.Do{screen.Launch{Lane: lab.FilesLane, Work: listFolder(p.path)}}
	default:
		return c.read(p.path)
	}
}

// pickTyped takes the path that was typed.
func (c *chooser) pickTyped() []screen.Do {
	path := home(c.path.Text())
	if path == "" {
		return []screen.Do{screen.Tell("type the path of a file or a folder; tab completes it, esc leaves")}
	}
	for _, p := range builtIn() {
		if p.name == path {
			c.path.Stop()
			return []screen.Do{screen.Use{Source: p.source}}
		}
	}
	return c.read(path)
}

// read starts reading a file, or lists a folder.
func (c *chooser) read(path string) []screen.Do {
	c.busy, c.percent = path, -1
	return []screen.Do{screen.Launch{Lane: lab.FilesLane, Work: readFile(path, c.loading)}}
}

// complete prolongs the path that is typed.
func (c *chooser) complete() []screen.Do {
	return []screen.Do{screen.Launch{Lane: lab.FilesLane, Work: complete(c.path.Text())}}
}

// useTable makes data of the table as chosen.
func (c *chooser) useTable() []screen.Do {
	c.busy, c.percent = c.file.table.Name, -1
	return []screen.Do{screen.Launch{Lane: lab.FilesLane, Work: makeFile(c.file.table, c.file.choice())}}
}

// update takes in what reading has brought.
func (c *chooser) update(msg any) []screen.Do {
	switch b := msg.(type) {
	case folderListed:
		c.busy = ""
		c.path.Stop()
		c.folder, c.places = b.path, append(builtIn(), b.places...)
		c.at = min(c.at, len(c.places)-1)
		if b.path != "." {
			c.at = len(builtIn())
		}
	case completed:
		if c.path.Open && c.path.Text() == b.of {
			c.path.Set(b.text)
			if b.note != "" {
				return []screen.Do{screen.Tell(b.note)}
			}
		}
	case readSoFar:
		c.percent = b.percent
	case tableRead:
		c.busy, c.stage = "", columns
		c.path.Stop()
		c.file = newColumnChoice(b.table)
	case sourceMade:
		return []screen.Do{screen.Use{Source: b.file, Notes: b.notes}}
	}
	if err := lab.FailureOf(msg); err != nil {
		c.busy = ""
		return []screen.Do{screen.Complain{Err: err}}
	}
	return nil
}

// Render draws the page of the present stage.
func (c *chooser) Render(w, h int) string {
	l := c.look
	var lines []string
	if c.stage == columns {
		lines = c.file.lines(w, h, l)
	} else {
		lines = c.list(w, h)
	}
	for len(lines) < h {
		lines = append(lines, "")
	}
	for i, s := range lines {
		lines[i] = l.Fit(s, w)
	}
	return strings.Join(lines[:h], "\n")
}

// list draws the built-in sets and the files.
func (c *chooser) list(w, h int) []string {
	l := c.look
	head := []string{l.Strong.Render(l.Text(" Choose the data")), ""}
	switch {
	case c.busy != "" && c.percent >= 0:
		head[1] = l.Text(fmt.Sprintf(" reading %s: %d %%", c.busy, c.percent))
	case c.busy != "":
		head[1] = l.Text(" reading " + c.busy)
	case c.path.Open:
		head[1] = l.Accent.Render(l.Fit(" path: "+c.path.Shown(l), w))
	}
	var lines []string
	at := 0
	for i, p := range c.places {
		switch {
		case i == 0:
			lines = append(lines, l.Strong.Render(" BUILT-IN SETS"))
		case p.source == nil && c.places[i-1].source != nil:
			lines = append(lines, "", l.Strong.Render(l.Text(" FILES OF "+c.folder)))
		}
		text := "   " + l.Fit(l.Text(p.name), 24) + " " + l.Text(p.note)
		if i == c.at {
			at = len(lines)
			text = l.Accent.Render(l.Fit(" "+l.Text("▸")+text[2:], w))
		}
		lines = append(lines, text)
	}
	lines, _ = widget.Window(lines, at, h-len(head))
	return append(head, lines...)
}

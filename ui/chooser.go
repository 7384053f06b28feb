package ui

import (
	"fmt"
	"strings"

	"gramscope/data"
	"gramscope/ui/lab"
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

func (c *chooser) mode(m *explorer) mode {
	switch {
	case c.busy != "":
		return inLoading
	case m.chooser.path.Open:
		return inPath
	case c.stage == columns:
		return inColumns
	}
	return inSets
}

func (m *explorer) openChooser() {
	c := &m.chooser
	*c = chooser{stage: sets, places: builtIn(), folder: "."}
	for i, p := range c.places {
		if p.name == m.Setting.Store.Source().Name() {
			c.at = i
		}
	}
	m.Launch(lab.FilesLane, listFolder("."))
}

func builtIn() []place {
	var list []place
	for _, g := range data.Generators() {
		list = append(list, place{name: g.Name(), note: g.Title, source: g})
	}
	return list
}

// back leaves the present stage.
func (c *chooser) back(m *explorer) {
	switch {
	case c.busy != "":
		m.Runner.Stop(lab.FilesLane)
		m.Tell("stopped reading " + c.busy)
		c.busy = ""
	case m.chooser.path.Open:
		m.chooser.path.Stop()
	case c.stage == columns:
		c.stage = sets
		c.file = columnChoice{}
	default:
		c.stage = closed
	}
}

func (c *chooser) move(by int) {
	if c.stage == columns {
		c.file.at = min(max(c.file.at+by, 0), len(c.file.used)-1)
		return
	}
	c.at = min(max(c.at+by, 0), len(c.places)-1)
}

// pick takes the line that is pointed at.
func (m *explorer) pick() {
	c := &m.chooser
	if c.at >= len(c.places) {
		return
	}
	switch p := c.places[c.at]; {
	case p.source != nil:
		m.useSource(p.source, nil)
	case p.folder:
		m.Launch(lab.FilesLane, listFolder(p.path))
	default:
		m.read(p.path)
	}
}

// pickTyped takes the path that was typed.
func (m *explorer) pickTyped() {
	path := home(m.chooser.path.Text())
	if path == "" {
		m.Tell("type the path of a file or a folder; tab completes it, esc leaves")
		return
	}
	for _, p := range builtIn() {
		if p.name == path {
			m.chooser.path.Stop()
			m.useSource(p.source, nil)
			return
		}
	}
	m.read(path)
}

// read starts reading a file, or lists a folder.
func (m *explorer) read(path string) {
	m.chooser.busy, m.chooser.percent = path, -1
	m.Launch(lab.FilesLane, readFile(path, m.loading))
}

// useSource takes new data over.
func (m *explorer) useSource(source data.Source, notes []string) {
	m.chooser = chooser{}
	m.chooser.path.Stop()
	m.forgetData()
	m.change(func(s *lab.Setting) { s.Take(source) })
	m.TrimHistory()
	rows := ""
	if source.Rows() > 0 {
		rows = fmt.Sprintf(" of %d rows", source.Rows())
	}
	m.Tell(fmt.Sprintf("%s: n = %d%s, %d features", source.Name(), m.Setting.Spec.N, rows, source.Dims()))
	for _, text := range notes {
		m.Keep(text)
	}
}

// receive takes in what reading has brought.
func (c *chooser) receive(body any, m *explorer) {
	switch b := body.(type) {
	case folderListed:
		c.busy = ""
		m.chooser.path.Stop()
		c.folder, c.places = b.path, append(builtIn(), b.places...)
		c.at = min(c.at, len(c.places)-1)
		if b.path != "." {
			c.at = len(builtIn())
		}
	case completed:
		if m.line.open {
			m.completedPath(b)
			break
		}
		if m.chooser.path.Open && m.chooser.path.Text() == b.of {
			m.chooser.path.Set(b.text)
			if b.note != "" {
				m.Tell(b.note)
			}
		}
	case readSoFar:
		c.percent = b.percent
	case tableRead:
		c.busy, c.stage = "", columns
		m.chooser.path.Stop()
		c.file = newColumnChoice(b.table)
	case sourceMade:
		m.useSource(b.file, b.notes)
	case lab.Refusal:
		c.busy = ""
		m.Complain(b.Err)
	case lab.Crashed:
		c.busy = ""
		m.Complain(b.Err)
	}
	m.dirty = true
}

// Render draws the page of the present stage.
func (c *chooser) Render(w, h int, m *explorer) string {
	l := &m.look
	var lines []string
	if c.stage == columns {
		lines = c.file.lines(w, h, l)
	} else {
		lines = c.list(w, h, m)
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
func (c *chooser) list(w, h int, m *explorer) []string {
	l := &m.look
	head := []string{l.Strong.Render(l.Text(" Choose the data")), ""}
	switch {
	case c.busy != "" && c.percent >= 0:
		head[1] = l.Text(fmt.Sprintf(" reading %s: %d %%", c.busy, c.percent))
	case c.busy != "":
		head[1] = l.Text(" reading " + c.busy)
	case m.chooser.path.Open:
		head[1] = l.Accent.Render(l.Fit(" path: "+m.chooser.path.Shown(l), w))
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

package ui

import (
	"context"
	"crypto/sha256"
	"fmt"
	"image"
	"io"
	"strings"
	"time"

	"github.com/charmbracelet/x/ansi"

	"gramscope/model/job"
	"gramscope/ui/drawing"
	"gramscope/ui/frame"
	"gramscope/ui/pixel"
	"gramscope/ui/screen"
)

// pixels shows the charts of the present screen as pictures. A chart is text until its picture is there, and wherever there is none.
type pixels struct {
	protocol pixel.Protocol
	screen   *pixel.Screen // nil: the terminal has no pictures
	cell     image.Point   // size of a character in pixels
	serial   int           // number of the last picture
	begun    time.Time     // when pictures were drawn last
	sent     int           // bytes of pictures that had been sent by then
	panes    [2]picturedPane
}

// picturedPane is the picture of a pane.
type picturedPane struct {
	text    string // of the pane below its title, with blanks where the picture is
	at      place  // where the picture is to be; without a size if there is to be none
	dirty   bool   // whether the chart has been drawn anew since the picture was
	picture pixel.Picture
	drawn   place    // where the picture is
	hash    [32]byte // of what it shows
}

// place is where a picture belongs. A picture that was drawn for another place is not shown.
type place struct {
	screen string
	chart  int
	window image.Point
	cell   image.Point
	cells  image.Rectangle
	inks   string
}

// The smallest picture in cells.
const leastPictureW, leastPictureH = 24, 7

// newPixels returns what shows pictures on a terminal, and the output for bubbletea.
func newPixels(p pixel.Protocol, terminal io.Writer) (pixels, io.Writer) {
	if p == pixel.None {
		return pixels{}, terminal
	}
	s := pixel.NewScreen(terminal, p)
	return pixels{protocol: p, screen: s}, s
}

// measure asks the terminal for the size of its characters, which changes with that of the window. Those of kitty and iTerm2 scale
// pictures, so that a guess does.
func (p *pixels) measure() {
	if p.screen == nil {
		return
	}
	if p.cell = pixel.Cell(p.screen); (p.cell.X < 4 || p.cell.Y < 8) && p.protocol != pixel.Sixel {
		p.cell = image.Point{8, 16}
	}
}

// on reports whether there can be pictures.
func (p *pixels) on() bool { return p.screen != nil && p.cell.X >= 4 && p.cell.Y >= 8 }

// leaveNoRoom says that no pane has a picture.
func (p *pixels) leaveNoRoom() {
	for i := range p.panes {
		p.panes[i].at, p.panes[i].dirty = place{}, false
	}
}

// leaveRoom finds out where the picture of a chart that has just been drawn in r belongs.
func (m *explorer) leaveRoom(at int, of screen.Chart, r frame.Rect) {
	pane := &m.pixels.panes[at]
	if !m.pixels.on() || m.numbers || of.Lines == nil && of.Pixels == nil {
		return
	}
	m.look.Blank = pixel.Blank
	defer func() { m.look.Blank = 0 }()
	h := m.chartHeight(at, r)
	pane.text = m.text(at, of, r.W, h, &m.look, nil)
	cells := blankCells(pane.text)
	if cells.Dx() < leastPictureW || cells.Dy() < leastPictureH {
		return
	}
	paper, text, series := m.look.Inks()
	top := r.Y + 1 + len(m.presentedTitle(at, r.W))
	pane.at = place{m.screen().key, at, image.Pt(m.w, m.h), m.pixels.cell, cells.Add(image.Pt(r.X, top)), fmt.Sprint(paper, text, series)}
	pane.dirty = true
}

// blankCells returns the rectangle that a text leaves to a picture.
func blankCells(text string) (r image.Rectangle) {
	for y, line := range strings.Split(text, "\n") {
		before, _, found := strings.Cut(line, string(pixel.Blank))
		if !found {
			continue
		}
		x := ansi.StringWidth(before)
		r = r.Union(image.Rect(x, y, x+strings.Count(line, string(pixel.Blank)), y+1))
	}
	return r
}

// shows reports whether the picture of a pane is there.
func (p *picturedPane) shows() bool { return p.at != place{} && p.drawn == p.at }

// visible returns the pictures that are there, but for those below the given row or covered by it.
func (p *pixels) visible(row int) (shown [2]bool) {
	for i := range p.panes {
		shown[i] = p.panes[i].shows() && p.panes[i].at.cells.Max.Y <= row
	}
	return shown
}

// listed ends a window's text with the numbers of the pictures that it leaves room for.
func (p *pixels) listed(text string, shown [2]bool) string {
	if p.screen == nil {
		return text
	}
	var ids []int
	for i, is := range shown {
		if is {
			ids = append(ids, p.panes[i].picture.ID)
		}
	}
	return text + pixel.List(ids...)
}

// pictured is a picture that was drawn.
type pictured struct {
	pane    int
	at      place
	hash    [32]byte
	picture pixel.Picture
}

// Pictures are drawn at most so often, and only as fast as bytesPerSecond lets them through.
const (
	pictureInterval = 50 * time.Millisecond
	bytesPerSecond  = 1_500_000
)

// drawPictures starts to draw the pictures that are wanted, unless some are being drawn: these are followed by those that are wanted
// then.
func (m *explorer) drawPictures() {
	p := &m.pixels
	if !p.on() || m.Runner.Busy(job.Pixels) {
		return
	}
	var tasks []func() (any, error)
	for i := range p.panes {
		if p.panes[i].dirty {
			p.panes[i].dirty = false
			tasks = append(tasks, m.drawPicture(i))
		}
	}
	if len(tasks) == 0 {
		return
	}
	sent := p.screen.Sent()
	wait := max(pictureInterval, time.Duration(sent-p.sent)*time.Second/bytesPerSecond) - time.Since(p.begun)
	p.begun, p.sent = time.Now().Add(max(wait, 0)), sent
	m.Runner.Start(job.Pixels, func(ctx context.Context, post func(any)) error {
		select {
		case <-time.After(wait):
		case <-ctx.Done():
			return nil
		}
		for _, draw := range tasks {
			if ctx.Err() != nil {
				return nil
			}
			found, err := draw()
			if err != nil {
				return err
			}
			if found != nil {
				post(found)
			}
		}
		return nil
	})
}

// drawPicture returns a function that draws the picture of a pane, or returns nil if it would be as it is.
func (m *explorer) drawPicture(at int) func() (any, error) {
	p := &m.pixels
	pane := p.panes[at]
	p.serial++
	id, protocol, cell := p.serial, p.protocol, p.cell
	var of drawing.Chart
	if chart := m.charts()[at]; chart.Pixels != nil {
		of = chart.Pixels()
	} else {
		of = drawing.Lines{Lines: m.crosshair().Over(m.built[at])}
	}
	var inks drawing.Inks
	inks.Paper, inks.Text, inks.Series = m.look.Inks()
	return func() (any, error) {
		hash := sha256.New()
		fmt.Fprintf(hash, "%v", of)
		found := pictured{pane: at, at: pane.at, hash: [32]byte(hash.Sum(nil))}
		if pane.shows() && found.hash == pane.hash {
			return nil, nil
		}
		cells := pane.at.cells
		drawn, err := drawing.Pane(of, cells.Dx(), cells.Dy(), cell, inks)
		if err != nil { // the chart's text says why
			return pictured{pane: at}, nil
		}
		found.picture, err = protocol.New(id, cells.Min.X, cells.Min.Y, cells.Dx(), cells.Dy(), drawn, inks.Paper)
		return found, err
	}
}

// takePicture takes what the job has found.
func (m *explorer) takePicture(body any) {
	found, ok := body.(pictured)
	if !ok {
		if err := job.Error(body); err != nil {
			m.Complain(err)
		}
		return
	}
	pane := &m.pixels.panes[found.pane]
	if found.at != pane.at {
		pane.drawn = place{}
		return
	}
	pane.drawn, pane.hash, pane.picture = found.at, found.hash, found.picture
	m.pixels.screen.Offer(found.picture)
}

package ui

import (
	"context"
	"crypto/sha256"
	"fmt"
	"image"
	"strings"
	"time"

	"github.com/charmbracelet/x/ansi"

	"gramscope/model/job"
	"gramscope/ui/chart"
	"gramscope/ui/drawing"
	"gramscope/ui/frame"
	"gramscope/ui/pixel"
	"gramscope/ui/screen"
)

// pixels shows the charts of the present screen as pictures. A chart without a picture, or whose picture is not drawn
// yet, is shown as text.
type pixels struct {
	screen *pixel.Screen // nil without a terminal
	cell   image.Point   // size of a character in pixels; zero without pictures
	serial int           // number of the last picture
	begun  time.Time     // when the last drawing of pictures began, or will begin
	sent   int           // bytes of pictures that had been sent at its start
	panes  [frame.Charts]picturedPane
}

// picturedPane is a pane that may have a picture.
type picturedPane struct {
	text  string // below the title, with blanks where the picture is
	at    place  // where the picture belongs; zero if the pane has no picture
	dirty bool   // whether the chart was drawn anew after the picture
	drawn picture
}

// picture is the picture of a pane.
type picture struct {
	pixel.Picture
	pane int
	at   place
	hash [32]byte // of its chart
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

// measure reads the size of a character. It is called when the window changes, since its font may have changed, too.
func (p *pixels) measure() {
	if p.screen != nil {
		p.cell = p.screen.Cell()
	}
}

// leaveRoom determines where the picture of a drawn chart belongs.
func (m *window) leaveRoom(at int, of screen.Chart) {
	p := &m.pixels
	if (p.cell == image.Point{}) || m.numbers || of.Lines == nil && !of.Pixels {
		return
	}
	blank := []rune(pixel.Blanks)[at]
	m.look.Blank = blank
	defer func() { m.look.Blank = 0 }()
	w, h := m.chartSize(at)
	text := m.text(at, of, w, h, &m.look, nil)
	cells := blankCells(text, string(blank))
	if cells.Dx() < leastPictureW || cells.Dy() < leastPictureH {
		return
	}
	paper, ink, series := m.look.Inks()
	corner := image.Pt(m.chartPane(at).X, m.chartPane(at).Y+1)
	pane := &p.panes[at]
	pane.text, pane.dirty = text, true
	pane.at = place{m.screen().key, at, image.Pt(m.w, m.h), p.cell, cells.Add(corner), fmt.Sprint(paper, ink, series)}
}

// blankCells returns the rectangle of blanks that a text has for a picture.
func blankCells(text, blank string) (r image.Rectangle) {
	for y, line := range strings.Split(text, "\n") {
		if before, _, found := strings.Cut(line, blank); found {
			x := ansi.StringWidth(before)
			r = r.Union(image.Rect(x, y, x+strings.Count(line, blank), y+1))
		}
	}
	return r
}

// shows reports whether the pane has a picture that was drawn for its place.
func (p *picturedPane) shows() bool { return p.at != place{} && p.drawn.at == p.at }

// listed appends to a window's text the numbers of the pictures for which the text leaves room.
func (p *pixels) listed(text string) string {
	if p.screen == nil || p.screen.Protocol() == pixel.None {
		return text
	}
	var ids []int
	for i, blank := range []rune(pixel.Blanks) {
		if strings.ContainsRune(text, blank) {
			ids = append(ids, p.panes[i].drawn.ID)
		}
	}
	return text + pixel.List(ids...)
}

// Pictures are drawn at most once per pictureInterval, and no faster than a terminal takes bytesPerSecond.
const (
	pictureInterval = 50 * time.Millisecond
	bytesPerSecond  = 1_500_000
)

// drawPictures starts a job that draws the pictures of dirty panes. While such a job runs, it starts nothing: it is
// called again at the job's end.
func (m *window) drawPictures() {
	p := &m.pixels
	if m.Runner.Busy(job.Pixels) {
		return
	}
	var tasks []func() (*picture, error)
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
				post(*found)
			}
		}
		return nil
	})
}

// drawPicture returns a function that draws the picture of a pane, or returns nil if the picture would not change.
func (m *window) drawPicture(at int) func() (*picture, error) {
	m.pixels.serial++
	id, pane, protocol := m.pixels.serial, m.pixels.panes[at], m.pixels.screen.Protocol()
	var of chart.Chart = m.crosshair().Over(m.built[at])
	if chart := m.charts()[at]; chart.Pixels {
		of = chart.Figure(pane.at.cells.Dx(), pane.at.cells.Dy())
	}
	var inks drawing.Inks
	inks.Paper, inks.Text, inks.Series = m.look.Inks()
	return func() (*picture, error) {
		hash := sha256.New()
		fmt.Fprintf(hash, "%v", of)
		found := picture{pane: at, at: pane.at, hash: [32]byte(hash.Sum(nil))}
		if pane.shows() && found.hash == pane.drawn.hash {
			return nil, nil
		}
		cells := pane.at.cells
		drawn, err := drawing.Pane(of, cells.Dx(), cells.Dy(), pane.at.cell, inks)
		if err != nil { // the chart stays text
			return &picture{pane: at}, nil
		}
		found.Picture, err = protocol.New(id, cells, drawn)
		return &found, err
	}
}

// takePicture shows a picture that the job has drawn.
func (m *window) takePicture(body any) {
	found, ok := body.(picture)
	if !ok {
		if err := job.Error(body); err != nil {
			m.Complain(err)
		}
		return
	}
	m.pixels.panes[found.pane].drawn = found
	m.pixels.screen.Offer(found.pane, found.Picture)
}

package ui

import (
	"context"
	"slices"
	"strings"
	"time"

	"gramscope/model/job"
	"gramscope/ui/chart"
	"gramscope/ui/drawing"
	"gramscope/ui/handout"
	"gramscope/ui/look"
	"gramscope/ui/screen"
	"gramscope/ui/session"
)

// Drawings opens the explorer without a terminal, on c.Lesson, waits for its results and draws them on a page: the
// charts beside the text, and then the chart of the sweep. A chart that has nothing to draw is left out. The error is
// ctx.Err() or that of a drawing.
func Drawings(ctx context.Context, c Config) (page handout.Page, err error) {
	l := look.New("braille", "none", func(string) string { return "" })
	r := job.NewRunner(ctx)
	defer r.Close(patience)
	c.Parts = append(c.Parts, session.Given("stream.step", "-1")) // the end of a stream, which nobody plays
	m := newExplorer(c, l, r, time.Now)
	m.lessons.Finish() // open steps hide the charts
	m.w, m.h = 120, 40
	m.Init()
	m.Update(nil)
	if err := m.awaitResults(ctx); err != nil {
		return page, err
	}
	if page.Drawings, err = m.drawings(m.charts()); err != nil {
		return page, err
	}
	grids, truths := m.lessons.Truths()
	for i, lines := range slices.Concat(grids, truths) {
		of := m.shown(0)
		of.Chart.Figure = func(int, int) chart.Chart { return lines }
		var svg strings.Builder
		if err := of.Drawing(drawing.Slide().SVG)(&svg); err != nil {
			return page, err
		}
		if i < len(grids) {
			page.Grids = append(page.Grids, svg.String())
		} else {
			page.Curves = append(page.Curves, svg.String())
		}
	}
	if m.screen().key == m.screens[0].key {
		return page, nil
	}
	m.openScreen(0)
	m.Update(nil)
	if err := m.awaitResults(ctx); err != nil {
		return page, err
	}
	last, err := m.drawings(m.charts()[:1])
	page.Drawings = append(page.Drawings, last...)
	return page, err
}

// awaitResults handles messages until the sweep and the present screen's job have ended.
func (m *explorer) awaitResults(ctx context.Context) error {
	for m.Runner.Busy(job.Sweep) || m.Runner.Busy(m.screen().JobKind()) {
		m.Update(m.Runner.Wait())
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	return nil
}

// drawings draws the given charts of the present screen, at most the first two: the third chart shows times, which
// differ from run to run.
func (m *explorer) drawings(charts []screen.Chart) (list []string, err error) {
	for i, one := range charts[:min(len(charts), 2)] {
		isCurve := func(s chart.Series) bool { return len(s.X) > 0 }
		if l := m.built[i]; one.Figure == nil && len(l.Points) == 0 && !slices.ContainsFunc(l.Series, isCurve) {
			continue
		}
		var svg strings.Builder
		if err := m.shown(i).Drawing(drawing.Slide().SVG)(&svg); err != nil {
			return nil, err
		}
		if !slices.Contains(list, svg.String()) { // two charts may share a drawing
			list = append(list, svg.String())
		}
	}
	return list, nil
}

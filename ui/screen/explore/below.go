package explore

import (
	"gramscope/model/lab"
	"gramscope/ui/chart"
	"gramscope/ui/curve"
	"gramscope/ui/screen"
)

// The smallest second chart, in cells, below which there is room for another.
const roomyW, roomyH = 60, 24

// rankText draws the curve of K in w×h cells, in a large window above what the methods take: their times over the swept
// parameter, or their errors where the first chart shows times.
func (s *Screen) rankText(built chart.Lines, w, h int) string {
	if w < roomyW || h < roomyH {
		return screen.Drawn(s.look, built, w, h)
	}
	column := lab.Column("seconds")
	if s.errors.now().Name == column.Name {
		column = lab.Column("error")
	}
	var lines chart.Lines
	lines, s.below = s.curves.OverSwept(s.below, column, true)
	lines.Empty = s.bench.WhyEmpty("")
	text := *s.look
	text.Blank = 0 // a picture takes the place of the curve of K alone
	title := text.Strong.Render(text.Fit(" "+text.Text(column.Title()+curve.InUnit(column)+" over "+s.bench.AxisParam().Symbol), w))
	return screen.Drawn(s.look, built, w, h/2) + "\n" + title + "\n" + screen.Drawn(&text, lines, w, h-h/2-1)
}

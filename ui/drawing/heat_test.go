package drawing

import (
	"image/color"
	"math"
	"slices"
	"strings"
	"testing"

	"gramscope/ui/chart"
)

// losses are a map of 3×2 cells, one of which failed and one of which is not known.
func losses() chart.Heat {
	return chart.Heat{Figure: "rmse of plain, 5 folds",
		X:      chart.HeatAxis{Title: "γ", Values: []float64{0.25, 1, 4}},
		Y:      chart.HeatAxis{Title: "μ", Values: []float64{0.01, 0.1}},
		Values: [][]float64{{0.8, 0.2, math.NaN()}, {1.6, 0.4, math.Inf(1)}},
		Marks: []chart.HeatMark{{Column: 1, Row: 0, Marker: '★', Name: "best"},
			{Column: 0, Row: 1, Marker: '●', Name: "now"}},
	}
}

// cellsOf are the cells of a drawing, by row from below, as rectangles in the colours of the first picture.
func cellsOf(t *testing.T, of chart.Heat, all []shown) (rows [][]shown) {
	t.Helper()
	at := slices.IndexFunc(all, func(s shown) bool { return s.picture != nil })
	if at < 0 {
		t.Fatal("no picture")
	}
	cells, nx, ny := all[at], len(of.X.Values), len(of.Y.Values)
	// Pictures count from the top, outlines from the bottom.
	left, bottom := float64(cells.at.Min.X)/100, -float64(cells.at.Max.Y)/100
	wide, high := float64(cells.at.Dx())/100/float64(nx), float64(cells.at.Dy())/100/float64(ny)
	side := cells.picture.Bounds().Dx() / nx
	for row := range ny {
		var line []shown
		for column := range nx {
			x, y := left+float64(column)*wide, bottom+float64(row)*high
			c := cells.picture.At(column*side+side/2, (ny-1-row)*side+side/2)
			if _, _, _, a := c.RGBA(); a == 0 {
				c = color.White // the paper
			}
			line = append(line, shown{path: []float64{x, y, x + wide, y, x + wide, y + high, x, y + high}, fill: hex(c)})
		}
		rows = append(rows, line)
	}
	return rows
}

// TestSVGShowsTheCells: cells lie in even columns and rows, the lighter the less the
// loss; one without a figure is blank, one that failed has a cross.
func TestSVGShowsTheCells(t *testing.T) {
	h := losses()
	all, file := svgOf(t, h)
	rows := cellsOf(t, h, all)
	first := rows[0][0].path
	wide, high := rows[0][1].path[0]-first[0], rows[1][0].path[1]-first[1]
	for row, cells := range rows {
		for column, s := range cells {
			if math.Abs(s.path[0]-first[0]-float64(column)*wide) > 0.05 ||
				math.Abs(s.path[1]-first[1]-float64(row)*high) > 0.05 || wide < 50 || high < 50 {
				t.Errorf("the cell at %d, %d begins at %v", column, row, s.path[:2])
			}
		}
	}
	// As on the screens: 0.2, 0.4, 0.8, 1.6 are (1 − 0.2/v)/(1 − 0.2/1.6) of the way to the worst, 0, 4/7, 6/7, 1.
	for at, s := range map[float64]shown{1: rows[0][1], 3.0 / 7: rows[1][1], 1.0 / 7: rows[0][0], 0: rows[1][0]} {
		if want := hex(chart.Viridis(at)); !alike(s.fill, want) {
			t.Errorf("the colour of %v is %s, want %s", at, s.fill, want)
		}
	}
	if rows[0][2].fill != "#FFFFFF" || rows[1][2].fill != "#CCCCCC" {
		t.Errorf("no figure: %s, failed: %s", rows[0][2].fill, rows[1][2].fill)
	}
	middle := func(column, row int) (x, y float64) {
		return first[0] + (float64(column)+0.5)*wide, first[1] + (float64(row)+0.5)*high
	}
	stands := func(column, row int, is func(shown) bool) bool {
		x, y := middle(column, row)
		return slices.ContainsFunc(all, func(s shown) bool {
			if s.picture != nil || !is(s) {
				return false
			}
			gotX, gotY := s.middle()
			return math.Abs(gotX-x) < 0.1 && math.Abs(gotY-y) < 0.1
		})
	}
	if !stands(1, 0, func(s shown) bool { return len(s.path) == 20 && s.fill == "#FFFFFF" }) {
		t.Error("no star at the best cell")
	}
	if !stands(0, 1, func(s shown) bool { return s.round && s.fill == "#FFFFFF" }) {
		t.Error("no disc at the present one")
	}
	if !stands(2, 1, func(s shown) bool { return len(s.path) == 4 && s.fill == "none" }) {
		t.Error("no cross where it failed")
	}
	for _, text := range []string{">best<", ">now<", ">failed<", ">γ<", ">μ<", ">0.25<", ">4<", ">0.01<", ">0.1<", ">0.2<",
		">1.6<", ">rmse of plain, 5 folds<", ">a title<"} {
		if !strings.Contains(file, text) {
			t.Errorf("the file lacks %s", text)
		}
	}
}

func TestPNGShowsTheCells(t *testing.T) {
	h := losses()
	h.Marks = nil
	all, _ := svgOf(t, h)
	picture := pngOf(t, h)
	for row, cells := range cellsOf(t, h, all) {
		for column, s := range cells {
			if got := dotAt(picture, s.path[0]+20, s.path[1]+20); !alike(got, s.fill) {
				t.Errorf("the cell at %d, %d is %s, in SVG %s", column, row, got, s.fill)
			}
		}
	}
}

// TestMarksOfOneCellStandSideBySide, or one would hide the other.
func TestMarksOfOneCellStandSideBySide(t *testing.T) {
	h := losses()
	h.Marks[1].Column, h.Marks[1].Row = 1, 0
	all, _ := svgOf(t, h)
	var at []float64
	for _, s := range all {
		if (len(s.path) == 20 || s.round) && s.fill == "#FFFFFF" {
			x, _ := s.middle()
			at = append(at, x)
		}
	}
	cell := cellsOf(t, h, all)[0][1].path
	if len(at) != 4 || at[1]-at[0] < 10 || at[0] < cell[0] || at[1] > cell[2] {
		t.Errorf("marks are at %.0f, the cell is from %.0f to %.0f; the last two are of the legend", at, cell[0], cell[2])
	}
}

// TestLabelsOfCellsHaveRoom: of many columns some have none.
func TestLabelsOfCellsHaveRoom(t *testing.T) {
	h := losses()
	h.X.Values = nil
	for i := range 30 {
		h.X.Values = append(h.X.Values, 1.23e-8*math.Pow(3, float64(i)))
	}
	_, file := svgOf(t, h)
	if n := strings.Count(file, "·10<"); n < 1 || n > 8 {
		t.Errorf("%d labels", n)
	}
	for _, v := range h.Values {
		v[0], v[1] = 0.5, 0.5
	}
	h.X.Values = []float64{math.NaN()} // a kernel without γ
	if _, file := svgOf(t, h); strings.Count(file, ">0.5<") != 1 {
		t.Error("a map of one figure has no bar of one figure")
	}
}

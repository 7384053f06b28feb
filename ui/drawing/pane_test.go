package drawing

import (
	"image"
	"image/color"
	"testing"

	"gramscope/ui/chart"
)

func paneInks() Inks {
	return Inks{Paper: color.NRGBA{0x10, 0x14, 0x1a, 0xff}, Text: color.NRGBA{0xd0, 0xd0, 0xd0, 0xff},
		Series: []color.NRGBA{{0xff, 0, 0, 0xff}, {0, 0xff, 0, 0xff}}}
}

// TestPaneIsWhereTheTextIs: a sample is drawn in the cell in which the text has its marker, a cell of a map where a
// click on the text finds it.
func TestPaneIsWhereTheTextIs(t *testing.T) {
	const cols, rows = 60, 20
	cell := image.Pt(8, 16)
	lines := chart.Lines{X: chart.Axis{Lo: 0, Hi: 10, Title: "m"}, Y: chart.Axis{Lo: 0, Hi: 1, Title: "error"},
		Series: []chart.Series{{X: []float64{10}, Y: []float64{1}, NoLine: true},
			{X: []float64{3, 0}, Y: []float64{0.25, 0}, Color: 1, NoLine: true}}}
	drawn, err := Pane(lines, cols, rows, cell, paneInks())
	if err != nil {
		t.Fatal(err)
	}
	if drawn.Bounds() != image.Rect(0, 0, cols*cell.X, rows*cell.Y) {
		t.Fatalf("the picture has %v", drawn.Bounds())
	}
	area := lines.AreaOf(cols, rows, chart.Braille)
	for i, s := range lines.Series {
		for k := range s.X {
			u, v := s.X[k]/10, s.Y[k]
			x, y := float64(area.Left)+u*float64(area.Cols-1)+0.5, float64(area.Top)+(1-v)*float64(area.Rows-1)+0.5
			if got, want := drawn.RGBAAt(int(x*float64(cell.X)), int(y*float64(cell.Y))),
				color.RGBAModel.Convert(paneInks().Series[i]); got != want {
				t.Errorf("the sample at %g, %g: %v, want %v", s.X[k], s.Y[k], got, want)
			}
		}
	}
	heat := chart.Heat{X: chart.HeatAxis{Values: []float64{1, 2, 3}, Title: "γ"},
		Y: chart.HeatAxis{Values: []float64{1, 2}, Title: "μ"}, Values: [][]float64{{1, 2, 3}, {4, 5, 6}}}
	drawn, err = Pane(heat, cols, rows, cell, paneInks())
	if err != nil {
		t.Fatal(err)
	}
	scale, _ := heat.Scale()
	for y := range rows {
		for x := range cols {
			column, row, ok := heat.Cell(x, y, cols, rows+1, chart.Braille) // with the bar of colours
			// the edges of the text are rounded to cells
			if neighbour, _, _ := heat.Cell(x+1, y, cols, rows+1, chart.Braille); !ok || neighbour != column {
				continue
			}
			if _, below, _ := heat.Cell(x, y+1, cols, rows+1, chart.Braille); below != row {
				continue
			}
			got, want := drawn.RGBAAt(x*cell.X+7, y*cell.Y+8), chart.Viridis(1-scale.Badness(heat.Value(column, row)))
			if x > 0 && (got.R != want.R || got.G != want.G || got.B != want.B) {
				t.Fatalf("cell %d, %d of the text: %v, want %v", x, y, got, want)
			}
		}
	}
}

// TestPaneHasTheTerminalsColors: the background is transparent, and of the colours of slides none is left.
func TestPaneHasTheTerminalsColors(t *testing.T) {
	lines := chart.Lines{X: chart.Axis{Title: "m"},
		Series: []chart.Series{{X: []float64{1, 5}, Y: []float64{1, 2}, Lo: []float64{0.5, 1}, Hi: []float64{2, 3}}},
		VLines: []chart.VLine{{X: 2, Label: "m=2"}}}
	drawn, err := Pane(lines, 60, 20, image.Pt(8, 16), paneInks())
	if err != nil {
		t.Fatal(err)
	}
	if got := drawn.RGBAAt(1, 1); got.A != 0 {
		t.Errorf("the corner is %v", got)
	}
	blue := chart.OkabeIto()[0]
	red := 0
	for i := 0; i < len(drawn.Pix); i += 4 {
		p := [4]uint8(drawn.Pix[i:])
		if p == [4]uint8{blue.R, blue.G, blue.B, 0xff} || p == [4]uint8{0, 0, 0, 0xff} ||
			p == [4]uint8{0xff, 0xff, 0xff, 0xff} {
			t.Fatalf("a pixel is %v", p)
		}
		if p == [4]uint8{0xff, 0, 0, 0xff} {
			red++
		}
	}
	if red < 100 {
		t.Errorf("%d pixels of the curve", red)
	}
}

// TestPaneWithoutRoom: a chart that is empty, or whose pane is small, is an error and no panic.
func TestPaneWithoutRoom(t *testing.T) {
	lines := chart.Lines{Series: []chart.Series{{X: []float64{1, 5}, Y: []float64{1, 2}}}}
	m := chart.Matrix{Values: [][]float64{{1, 2}, {3, 4}}}
	heat := chart.Heat{X: chart.HeatAxis{Values: make([]float64, 99)}, Y: chart.HeatAxis{Values: []float64{1}},
		Values: [][]float64{make([]float64, 99)}}
	for cols := range 40 {
		at := chart.Arrange(2, cols, max(cols/3, 1))
		for _, of := range []chart.Chart{lines, chart.Panes{Charts: []chart.Lines{{}}, At: at}, heat,
			chart.Matrices{List: []chart.Matrix{m, m}[:at.Count], At: at},
			chart.Lines{}, chart.Panes{}, chart.Heat{}, chart.Matrices{}} {
			drawn, err := Pane(of, cols, max(cols/3, 1), image.Pt(8, 16), paneInks())
			if (drawn == nil) == (err == nil) {
				t.Errorf("%T of %d columns: %v", of, cols, err)
			}
		}
	}
}

// drawnPane draws a chart in 60×20 cells.
func drawnPane(t *testing.T, of chart.Chart) *image.RGBA {
	t.Helper()
	drawn, err := Pane(of, 60, 20, image.Pt(8, 16), paneInks())
	if err != nil {
		t.Fatal(err)
	}
	return drawn
}

// differing returns the smallest rectangle with all pixels in which two images differ.
func differing(a, b *image.RGBA) (r image.Rectangle) {
	for y := range a.Bounds().Dy() {
		for x := range a.Bounds().Dx() {
			if a.RGBAAt(x, y) != b.RGBAAt(x, y) {
				r = r.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	return r
}

// TestPaneHasMarkers: those of curves are drawn at their samples.
func TestPaneHasMarkers(t *testing.T) {
	of := func(marker rune) *image.RGBA {
		return drawnPane(t, chart.Lines{X: chart.Axis{Lo: 0, Hi: 2}, Y: chart.Axis{Lo: 0, Hi: 2},
			Series: []chart.Series{{X: []float64{1}, Y: []float64{1}, Marker: marker, NoLine: true}}})
	}
	if r := differing(of('●'), of('◆')); r.Dx() < 3 || r.Dx() > 12 || r.Dy() > 16 {
		t.Errorf("a disc and a diamond differ in %v", r)
	}
}

// TestPaneHasWholeTitles: the title of the x axis ends before the pane does.
func TestPaneHasWholeTitles(t *testing.T) {
	for _, title := range []string{"m", "W", "mmmm", "points"} {
		drawn := drawnPane(t, chart.Lines{X: chart.Axis{Lo: 0, Hi: 200, Title: title},
			Series: []chart.Series{{X: []float64{0, 200}, Y: []float64{1, 2}}}})
		for y := range drawn.Bounds().Dy() {
			if c := drawn.RGBAAt(drawn.Bounds().Dx()-1, y); c.A > 0 {
				t.Fatalf("%q: pixel %d of the last column is %v", title, y, c)
			}
		}
	}
}

// TestMatricesStandInTheirCells: where a click on the text finds them, in rows of any number, under long titles.
func TestMatricesStandInTheirCells(t *testing.T) {
	cell := image.Pt(5, 10)
	for _, size := range []image.Point{{60, 20}, {40, 24}, {160, 48}, {200, 20}} {
		for _, n := range []int{2, 3, 5, 8} {
			at := chart.Arrange(n, size.X, size.Y-1)
			if n%2 == 0 && size.X > 20*n/2 {
				at = chart.Multiples{Count: n, Across: n / 2, W: (size.X - n/2 + 1) / (n / 2), H: (size.Y - 1) / 2}
			}
			of := func(other int) *image.RGBA {
				of := chart.Matrices{At: at}
				for k := range at.Count {
					values := [][]float64{{float64(k + 1), 9}, {9, 9}}
					if k == other {
						values = [][]float64{{9, 0}, {0, 0}}
					}
					of.List = append(of.List, chart.Matrix{Title: "nystrom, m=20: up to 0.31", Full: 9, Values: values})
				}
				drawn, err := Pane(of, size.X, size.Y, cell, paneInks())
				if err != nil {
					t.Fatal(size, at, err)
				}
				return drawn
			}
			same := of(-1)
			for k := range at.Count {
				area := at.Area(k)
				cells := image.Rect(area.Left*cell.X, area.Top*cell.Y, (area.Left+area.Cols)*cell.X, (area.Top+area.Rows)*cell.Y)
				if r := differing(same, of(k)); !r.In(cells) || r.Dx() < 8 {
					t.Errorf("%v, %v: picture %d is at %v, its cells at %v", size, at, k, r, cells)
				}
			}
		}
	}
}

// TestNamesAmongTheCurves: a curve that ends before the right has its name beside its end, where the text has it, too.
func TestNamesAmongTheCurves(t *testing.T) {
	const cols, rows = 100, 20
	cell := image.Pt(8, 16)
	for _, end := range []float64{3, 8} { // the name stands at its right, or at its left
		lines := chart.Lines{X: chart.Axis{Lo: 0, Hi: 10, Title: "m"}, Y: chart.Axis{Lo: 0, Hi: 1, Title: "error"},
			Series: []chart.Series{{X: []float64{0, end}, Y: []float64{0.5, 0.5}, NoMarkers: true},
				{X: []float64{0, 10}, Y: []float64{0.1, 0.1}, Color: 1, NoMarkers: true}}}
		var drawn [2]*image.RGBA
		for i, name := range []string{"", "a long name of a curve"} {
			var err error
			lines.Series[0].Name = name
			if drawn[i], err = Pane(lines, cols, rows, cell, paneInks()); err != nil {
				t.Fatal(err)
			}
		}
		area := lines.AreaOf(cols, rows, chart.Braille)
		at, beside, elsewhere := (area.Left+int(end/10*float64(area.Cols)))*cell.X, 0, 0
		for y := range drawn[0].Bounds().Dy() {
			for x := range drawn[0].Bounds().Dx() {
				switch {
				case drawn[0].RGBAAt(x, y) == drawn[1].RGBAAt(x, y):
				case (end > 5) == (x < at):
					beside++
				default:
					elsewhere++
				}
			}
		}
		if beside < 100 || elsewhere > 0 {
			t.Errorf("the name of the curve to %g has %d pixels beside its end and %d elsewhere", end, beside, elsewhere)
		}
	}
}

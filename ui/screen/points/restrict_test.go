package points

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gramscope/data"
	"gramscope/model/lab"
	"gramscope/ui/chart"
	"gramscope/ui/screen"
	"gramscope/ui/screen/screentest"
)

// realPoints is the screen with points of a built-in set, standardised.
func realPoints(t *testing.T) (*screentest.Bench[*Screen], *Cast) {
	t.Helper()
	m := screentest.New(t, New, screentest.Methods(), "plain", "eager")
	m.Change(func(s *lab.Setting) { s.Spec.Scale.Standardize = true })
	m.Settle()
	c, stale := m.Screen.seen()
	if stale || c.Cloud == nil || c.Clusters == nil || c.scaling() == nil {
		t.Fatal("no points are computed, or they are not scaled")
	}
	return m, c
}

// The region by which points are marked tells other rows: all of a set like the points themselves.
func TestOtherRowsAreToldByTheRegion(t *testing.T) {
	m, c := realPoints(t)
	n := c.count()
	for name, region := range map[string]lab.Region{
		"cluster": {Cluster: 2, Of: len(c.Clusters.Sizes)},
		"box":     {X: "pc1", Y: c.Cloud.Columns[0], From: [2]float64{-10, 0.1}, To: [2]float64{10, 0.6}},
		"target":  {X: c.Cloud.Target, Y: "pc2", From: [2]float64{-10, -10}, To: [2]float64{0.1, 10}},
	} {
		in := c.holds(region)
		var rows []int
		for i := range n {
			if in(c.Cloud.X.RawRowView(i), c.Cloud.Y[i]) {
				rows = append(rows, i)
			}
		}
		if len(rows) == 0 || len(rows) == n {
			t.Fatalf("%s: %d of %d points", name, len(rows), n)
		}
		told := c.inRegion(lab.Marks{Rows: rows, By: region})
		if told == nil {
			t.Fatalf("%s: the region of the points tells nothing", name)
		}
		p, _ := m.PictureOf([]string{"plain"})
		plan, err := p.Prepare()
		if err != nil {
			t.Fatal(err)
		}
		draw := plan.Cells[0].Draw
		set, _, err := m.Setting().Store.Source().Draw(draw.N, 0, draw.Rand())
		if err != nil {
			t.Fatal(err)
		}
		for i, is := range told(set) { // the training set itself, in the units of the data
			if _, marked := slices.BinarySearch(rows, i); is != marked {
				t.Errorf("%s: row %d is told to be in it: %t", name, i, is)
			}
		}
		if c.inRegion(lab.Marks{Rows: rows[1:], By: region}) != nil {
			t.Errorf("%s: other points are marked than those in the region, and it tells", name)
		}
	}
	if c.inRegion(lab.Marks{Rows: []int{1}}) != nil || c.holds(lab.Region{Cluster: 1, Of: 99}) != nil || c.holds(lab.Region{X: "nothing", Y: "pc1"}) != nil {
		t.Error("a region that is not there tells rows")
	}
}

// What has happened to which rows is said.
func TestRestrictedSaysWhichRows(t *testing.T) {
	m, _ := realPoints(t)
	draw := data.Drawn{N: 40, Test: 0.2, Rand: stream}
	for _, c := range []struct {
		test   float64
		others func(*data.Set) []bool
		by     lab.Region
		only   bool
		want   string
	}{
		{0.2, half, lab.Region{Cluster: 3}, false, "10 points dropped, and 5 test rows nearest to the centre of cluster 3: n = 30, 5 test rows; no other row changed sides; u takes them back"},
		{0.2, half, lab.Region{X: "pc1"}, false, "no other row changed sides in repetition 1; u takes"},
		{0.2, half, lab.Region{X: "pc1"}, true, "cropped to 10 points, and to 5 test rows in the same box; u takes the others back"},
		{0.2, nil, lab.Region{X: "pc1"}, false, "n = 30; all 10 test rows stay, as it can't be told which are in the same box"},
		{0.2, nil, lab.Region{X: "pc1"}, true, "cropped to 10 points, without test rows, as it can't be told"},
		{0, half, lab.Region{}, false, "10 points dropped: n = 30; u takes them back"},
		{0, half, lab.Region{}, true, "cropped to 10 points; u takes the others back"},
	} {
		draw.Test = c.test
		some, err := data.Restrict(m.Setting().Store.Source(), draw, []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, c.others, c.only)
		if err != nil {
			t.Fatal(err)
		}
		r := restricted{source: some, by: c.by, told: c.others != nil, only: c.only, reps: 1}
		if c.by.X != "" {
			r.reps = 2
		}
		if got := r.use()[0].(screen.Keep); !strings.Contains(got.Says, c.want) || got.Rows != some {
			t.Errorf("%q, want %q", got.Says, c.want)
		}
	}
}

// half is a choice of every other row.
func half(s *data.Set) []bool {
	n, _ := s.X.Dims()
	in := make([]bool, n)
	for i := range in {
		in[i] = i%2 == 0
	}
	return in
}

func stream() *rand.Rand { return rand.New(rand.NewPCG(1, 2)) }

// Landmarks among marked points stand out, and others give way to marked points in their cells.
func TestLandmarksGiveWayToMarks(t *testing.T) {
	m := fewPoints(t)
	m.Mark(lab.Marks{Rows: []int{27}})
	c, _ := m.Screen.seen()
	d := m.Screen.dots(c, "plain", false)
	for k, row := range c.Rests["plain"].Rows {
		want := m.Screen.number("plain")
		if row == 27 {
			want = chart.MarkColor
		}
		if d.Marks[k].Color != want {
			t.Errorf("the landmark of row %d has colour %d, want %d", row, d.Marks[k].Color, want)
		}
	}
	at := func(x, y float64, color int) chart.Point { return chart.Point{X: x, Y: y, Marker: '@', Color: color} }
	all := chart.Dots{Dots: []chart.Dot{{X: 0, Y: 0, Level: 2}, {X: 1, Y: 1, Level: 2}, {X: 2, Y: 2}}, Marks: []chart.Point{at(0, 0, 3), at(1, 1, chart.MarkColor), at(2, 2, 3)}}
	for brushed, want := range map[bool]int{true: 2, false: 3} {
		all.Brushed = brushed
		if text := all.Render(40, 12, chart.Braille, nil); strings.Count(text, "@") != want {
			t.Errorf("brushed %t: there are not %d landmarks in\n%s", brushed, want, text)
		}
	}
}

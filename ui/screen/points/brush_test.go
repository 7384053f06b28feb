package points

import (
	"gramscope/model/lab"
	"slices"
	"strings"
	"testing"

	"gramscope/model/job"
	"gramscope/ui/chart"
	"gramscope/ui/curve"
	"gramscope/ui/screen"
	"gramscope/ui/screen/screentest"
)

// dragBox draws a box on the first chart with the mouse, between positions on its axes.
func dragBox(t *testing.T, s *Screen, u0, v0, u1, v1 float64, do func([]screen.Do)) {
	t.Helper()
	const w, h = 60, 24
	c, _ := s.seen()
	above, below := s.around(c, h)
	area := s.dots(c, s.who(0), false).AreaOf(w, h-above-below, s.look.Glyphs)
	area.Lower(above)
	at := func(u, v float64) [2]int {
		return [2]int{area.Left + int(u*float64(area.Cols-1)+0.5), area.Top + area.Rows - 1 - int(v*float64(area.Rows-1)+0.5)}
	}
	drag := s.Panes().Charts[0].Drag
	do(drag(at(u0, v0), at(u0, v0), w, h, false))
	do(drag(at(u0, v0), at(u1, v1), w, h, false))
	if text := s.text(0, w, h, nil); !strings.Contains(text, "┌") || !strings.Contains(text, "┘") {
		t.Errorf("no box is drawn:\n%s", text)
	}
	do(drag(at(u0, v0), at(u1, v1), w, h, true))
}

func TestBoxMarksThePointsInIt(t *testing.T) {
	m := fewPoints(t)
	s := m.Screen
	s.x, s.y = "length", "width" // the row's number and its remainder by 5
	do := func(list []screen.Do) {
		for _, d := range list {
			if rows, is := d.(screen.Mark); is {
				m.Mark(lab.Marks(rows))
			}
		}
	}
	dragBox(t, s, 0, 0, 1, 1, do)
	if got := m.Marked(); len(got) != 40 {
		t.Fatalf("all points are %v", got)
	}
	dragBox(t, s, 0.5, 0.6, 0, 0, do) // from a corner to the opposite one, in any order
	var want []int
	c, _ := s.seen()
	settled, _ := s.dots(c, "plain", false).Settled()
	for i := range 40 {
		u, _ := settled.X.Map(float64(i + 1))
		v, _ := settled.Y.Map(float64(i % 5))
		if u <= 0.51 && v <= 0.62 {
			want = append(want, i)
		}
	}
	if got := m.Marked(); !slices.Equal(got, want) || len(want) == 0 || len(want) == 40 {
		t.Errorf("marked %v, in the box are %v", got, want)
	}
	if text := m.Text(0, 60, 24); strings.Contains(text, "┐") {
		t.Errorf("the box stays:\n%s", text)
	}
}

// m marks clusters in turn, and the line above the chart counts points, landmarks and the share of the error.
func TestMarkedCluster(t *testing.T) {
	m := fewPoints(t)
	m.Press(0, "m")
	if got := m.Marked(); !slices.Equal(got, []int{7, 17, 27, 37}) {
		t.Fatalf("the smallest cluster is %v", got)
	}
	if text := m.Text(0, 110, 24); !strings.Contains(text, "marked: 4 of 40 points, 1 of 6 landmarks, … of ‖K−K̃‖²_F") {
		t.Errorf("without the errors:\n%s", text)
	}
	values := make([]float64, 40)
	for i := range values {
		values[i] = 1
	}
	values[27] = 5
	m.Send(RowErrors{Method: "plain", Values: values}, RowErrors{Method: "eager", Missing: "no memory"})
	for side, want := range []string{", 1 of 6 landmarks, 18.2 % of ‖K−K̃‖²_F", "marked: 4 of 40 points, an unknown part of"} {
		if text := m.Text(side, 110, 24); !strings.Contains(text, want) {
			t.Errorf("with the errors there is no %q:\n%s", want, text)
		}
	}
	c, _ := m.Screen.seen()
	for i, d := range m.Screen.dots(c, "plain", false).Dots {
		if heavy := d.Level == chart.DotLevels-1; heavy != (c.Drawn[i]%10 == 7) {
			t.Errorf("row %d has level %d", c.Drawn[i], d.Level)
		}
	}
	m.Press(0, "m")
	if got := m.Marked(); len(got) != c.Clusters.Sizes[0] || got[0] != 0 {
		t.Errorf("the next cluster is %v", got)
	}
	m.Press(0, "M")
	if got := m.Marked(); len(got) != 0 || strings.Contains(m.Text(0, 110, 24), "marked") {
		t.Errorf("cleared: %v", got)
	}
	m.Press(0, "]", "m")
	if got := m.Marked(); !slices.Contains(got, c.row(0)) {
		t.Errorf("the cluster of the crosshair's row %d is %v", c.row(0), got)
	}
}

// The errors are computed once points are marked, and not before.
func TestRowErrorsAreComputedForMarks(t *testing.T) {
	m := fewPoints(t)
	launched := m.Idle()
	m.Follow()
	before := *launched
	m.Press(0, "m")
	m.Follow()
	m.Follow()
	if *launched != before+1 {
		t.Errorf("%d jobs for the marks, want 1", *launched-before)
	}
	m.Send(job.Finished{})
	m.Follow()
	if *launched != before+1 {
		t.Errorf("%d jobs after the end of the first", *launched-before)
	}
}

// m before there are clusters marks the smallest once they are there.
func TestMarkWaitsForClusters(t *testing.T) {
	of := fewPoints(t)
	points := of.Screen.Now.Points
	m := screentest.New(t, New, screentest.Methods(), "plain", "eager")
	m.Idle()
	m.Press(0, "m")
	if note := m.Note.Text; !strings.Contains(note, "marked once they are there") {
		t.Errorf("before there are clusters m says %q", note)
	}
	m.Note.Text = ""
	if m.Press(0, "D"); !strings.Contains(m.Note.Text, "until the smallest is marked") {
		t.Errorf("before there are clusters D says %q", m.Note.Text)
	}
	m.Send(points)
	if got := m.Marked(); !slices.Equal(got, []int{7, 17, 27, 37}) {
		t.Errorf("marked are %v", got)
	}
	m.Press(0, "M")
	m.Send(points)
	if got := m.Marked(); len(got) > 0 {
		t.Errorf("once more %v are marked", got)
	}
}

// A box on a part of the plane marks the points that are seen in it, and no others. Those outside are neither drawn nor pointed at.
func TestBoxOfAPart(t *testing.T) {
	m := fewPoints(t)
	s := m.Screen
	s.x, s.y = "length", "width" // the row's number and its remainder by 5
	c, _ := s.seen()
	whole, ok := s.whole()
	s.axes.Zoom.X = curve.Range{Lo: 9.5, Hi: 20.5}
	dots := s.dots(c, "plain", false)
	if !ok || len(dots.Dots) != 11 || len(whole.Series[0].X) != 40 || dots.X.Lo != 9.5 || dots.Thinned() != "" {
		t.Fatalf("%d of %d dots from %v: %s", len(dots.Dots), len(whole.Series[0].X), dots.X.Lo, dots.Thinned())
	}
	for _, mark := range dots.Marks {
		if mark.X < 9.5 || mark.X > 20.5 {
			t.Errorf("a landmark at %v is drawn", mark.X)
		}
	}
	dragBox(t, s, 0, 0, 1, 1, func(list []screen.Do) {
		for _, d := range list {
			if rows, is := d.(screen.Mark); is {
				m.Mark(lab.Marks(rows))
			}
		}
	})
	if got := m.Marked(); len(got) != 11 || got[0] != 9 || got[10] != 19 {
		t.Errorf("the box marks %v", got)
	}
}

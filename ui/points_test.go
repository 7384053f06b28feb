package ui

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gramscope/approx"
	"gramscope/data/synthetic"
	"gramscope/model/inspect"
	"gramscope/model/job"
	"gramscope/model/lab"
	"gramscope/model/sweep"
	"gramscope/ui/drawing"
	"gramscope/ui/frame"
	"gramscope/ui/screen/points"
)

// feedPoints gives 40 made-up points in three groups, the last a small one.
func feedPoints(m *explorer) {
	x, owner := mat.NewDense(40, 3, nil), make([]int, 40)
	scores := make([]float64, 40)
	for i := range 40 {
		owner[i] = []int{0, 0, 0, 1}[i%4]
		if i%10 == 7 {
			owner[i] = 2
		}
		x.SetRow(i, []float64{float64(4*owner[i]) + float64(i%7)/3, float64(3*owner[i]%5) + float64(i%5)/2, float64(i)})
		scores[i] = []float64{0.1, 0.25, 0.9}[owner[i]] - float64(i)/1000
	}
	cloud := &inspect.Cloud{X: x, Columns: []string{"length", "width", "age"}, Target: "price", Y: scores, Principal: mat.DenseCopyOf(x.Slice(0, 40, 0, 2)), Share: [2]float64{0.6, 0.3}}
	sizes := make([]int, 3)
	for _, s := range owner {
		sizes[s]++
	}
	clusters := &inspect.Clusters{Owner: owner, Sizes: sizes}
	m.receive(points.Jobs, points.PointsOf(cloud, clusters))
	m.receive(points.Jobs, points.LandmarksOf("plain", []int{0, 1, 2, 12, 27, 31}, clusters))
	m.receive(points.Jobs, points.Landmarks{Method: "eager", Missing: "eager rests on no points of the data"})
	m.receive(points.Jobs, points.ScoresOf(scores))
	m.receive(points.Jobs, job.Finished{})
}

// feedManyPoints gives n points of ten columns, every twentieth in the second cluster, with a
// landmark in every hundredth row.
func feedManyPoints(m *explorer, n int) {
	x, owner := mat.NewDense(n, 10, nil), make([]int, n)
	var landmarks []int
	for i := range n {
		for j := range 10 {
			x.Set(i, j, float64((i*(j+3))%1009))
		}
		if i%20 == 0 {
			owner[i] = 1
		}
		if i%(n/100) == 0 {
			landmarks = append(landmarks, i)
		}
	}
	clusters := &inspect.Clusters{Owner: owner, Sizes: []int{n - n/20, n / 20}}
	cloud := &inspect.Cloud{X: x, Columns: strings.Split("abcdefghij", ""), Principal: mat.DenseCopyOf(x.Slice(0, n, 0, 2))}
	m.points().Now.Scores = points.Scores{} // as beyond the exact limit
	m.receive(points.Jobs, points.PointsOf(cloud, clusters))
	m.receive(points.Jobs, points.LandmarksOf("plain", landmarks, clusters))
	m.receive(points.Jobs, points.LandmarksOf("eager", landmarks[:50], clusters))
	m.receive(points.Jobs, job.Finished{})
}

// TestManyPointsAreThinned: ten times as many points are no more to draw, of which the
// charts tell.
func TestManyPointsAreThinned(t *testing.T) {
	var spent []uint64
	for _, n := range []int{20000, 200000} {
		m := pictureToy(t, "3", "braille", "none", 140, 40)
		feedManyPoints(m, n)
		m.Update(nil)
		press(m, "]")
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		for _, key := range []string{"]", "}", "[", "{"} {
			press(m, key)
			m.View()
		}
		runtime.ReadMemStats(&after)
		spent = append(spent, after.TotalAlloc-before.TotalAlloc)
		for side := range 2 {
			d := m.charts()[side].Figure().(drawing.Dots)
			want := fmt.Sprintf("10000 of %d points drawn", n)
			if len(d.Dots.Dots) != 10000 || d.Thinned() != want || len(d.Marks) != []int{100, 50}[side] {
				t.Errorf("chart %d of %d points: %d dots and %d landmarks are drawn; it tells %q", side, n, len(d.Dots.Dots), len(d.Marks), d.Thinned())
			}
			if view := m.View(); strings.Count(view, want) != 2 {
				t.Errorf("the charts do not tell %q:\n%s", want, view)
			}
		}
	}
	if spent[1] > spent[0]*5/4 {
		t.Errorf("four keys take %d bytes at 20000 points and %d at 200000", spent[0], spent[1])
	}
}

func TestCrosshairGoesByLeverage(t *testing.T) {
	m := pictureToy(t, "3", "braille", "none", 140, 40)
	if strings.Contains(m.View(), "row 8:") {
		t.Fatal("a crosshair before it was asked for")
	}
	press(m, "]")
	if view := m.View(); !strings.Contains(view, "row 8: τ=0.893, 1st of 40") || !strings.Contains(view, "pc1=8 pc2=2 length=8") || !strings.Contains(view, "cluster 3 of 4 points") || strings.Count(view, "╳") != 3 {
		t.Errorf("the first point\n%s", view)
	}
	press(m, "]", "[", "[", "[")
	if !strings.Contains(m.View(), "1st of 40") {
		t.Errorf("after going back\n%s", m.View())
	}
	press(m, "}", "}", "}", "}", "}")
	if !strings.Contains(m.View(), "40th of 40") {
		t.Errorf("at the end\n%s", m.View())
	}
}

// What screen 3 is for: uniform sampling misses the small cluster of bimodal, and
// sampling by leverage scores does not.
func TestUniformSamplingMissesTheSmallCluster(t *testing.T) {
	m := newToyWith(t, approx.Methods(), "braille", "none", 140, 40)
	editSetting(m, func(s *lab.Setting) { s.Spec.N, s.Spec.Methods = 400, []string{"nystrom"} })
	m.Setting().Spec.Values["m"] = 20
	m.Point(m.MethodIndex("nystrom"))
	editSetting(m, func(s *lab.Setting) { s.Store = sweep.NewStore(synthetic.Generators()[0]) })
	press(m, "3")
	runPicture(t, m)
	if left, right := m.points().Pair(); left != "nystrom" || right != "rls" {
		t.Fatalf("%s beside %s", left, right)
	}
	uniform, size, all, ok := m.points().Now.SmallHits("nystrom")
	scored, _, _, okToo := m.points().Now.SmallHits("rls")
	if !ok || !okToo || all != 20 || size > 60 || uniform > 4 || scored < 3*max(uniform, 1) {
		t.Errorf("of %d points: %d of nystrom's %d landmarks, %d of those by scores", size, uniform, all, scored)
	}
	m.Update(nil)
	for _, want := range []string{fmt.Sprintf("nystrom: %d landmarks in the smallest cluster (%d points)", uniform, size), fmt.Sprintf("rls: %d landmarks in cluster 5 (%d points)", scored, size)} {
		if !strings.Contains(m.View(), want) {
			t.Errorf("no %q in\n%s", want, m.View())
		}
	}
}

// TestTheOnlyChartFollowsThePointer: where there is room for one scatter it is that of
// the method pointed at.
func TestTheOnlyChartFollowsThePointer(t *testing.T) {
	m := pictureToy(t, "3", "braille", "none", 60, 16)
	left, _ := m.points().Pair()
	for _, at := range []int{1, 0, 2} {
		for m.Pointed() != at {
			m.pointMethod(at - m.Pointed())
		}
		want := frame.First
		if m.Methods()[at].Name != left {
			want = frame.Second
		}
		if m.charted != want || m.layout.Panes[frame.First].W*m.layout.Panes[frame.Second].W != 0 {
			t.Errorf("at %s: chart %d is shown, want %d", m.Methods()[at].Name, m.charted, want)
		}
	}
}

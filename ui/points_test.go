package ui

import (
	"testing"

	"gonum.org/v1/gonum/mat"

	"gramscope/model/inspect"
	"gramscope/model/job"
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

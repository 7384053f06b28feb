package points

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gramscope/data"
	"gramscope/model/inspect"
	"gramscope/model/trial"
	"gramscope/ui/chart"
	"gramscope/ui/screen/screentest"
)

func TestPlaneOfFewColumns(t *testing.T) {
	column := func(d int, y []float64) *Cast {
		train := &data.Set{X: mat.NewDense(3, d, nil), Columns: []string{"a", "b", "c"}[:d], Y: y, Target: "t"}
		cloud := &inspect.Cloud{Rows: &trial.Rows{Train: train}, Principal: mat.NewDense(3, 2, nil)}
		return &Cast{Points: Points{Cloud: cloud}}
	}
	for _, tt := range []struct {
		c    *Cast
		x, y string
	}{
		{column(1, nil), "a", ""}, {column(1, []float64{1, 2, 3}), "a", "t"}, {column(2, nil), "a", "b"},
		{column(3, nil), "pc1", "pc2"},
	} {
		s := New(nil, nil)
		s.Now = *tt.c
		if x, y := s.plane(); x.name != tt.x || y.name != tt.y || math.IsNaN(x.at(2)+y.at(2)) {
			t.Errorf("%s and %s, want %s and %s", x.name, y.name, tt.x, tt.y)
		}
	}
}

func TestLevelsOfLeverage(t *testing.T) {
	for score, want := range map[float64]int{0.1: 0, 0.5: 1, 0.9: 1, 1: 2} {
		if got := level(score, 0.5); got != want || got >= chart.DotLevels {
			t.Errorf("score %v at the mean 0.5: level %d, want %d", score, got, want)
		}
	}
}

// TestAFewStandForManyPoints: of each cluster as many as it has of all, and of a small one
// more, so that it is seen; always the same.
func TestAFewStandForManyPoints(t *testing.T) {
	c := &inspect.Clusters{Owner: make([]int, 200000), Sizes: []int{149000, 50000, 980, 20}}
	for i := range c.Owner {
		switch {
		case i%10000 == 7:
			c.Owner[i] = 3
		case i >= 100000 && i < 100980+1 && i%10000 != 7:
			c.Owner[i] = 2
		case i%4 == 0:
			c.Owner[i] = 1
		}
	}
	clear(c.Sizes)
	for _, s := range c.Owner {
		c.Sizes[s]++
	}
	rows := drawn(c, 10000)
	of := make([]int, 4)
	for k, i := range rows {
		of[c.Owner[i]]++
		if k > 0 && rows[k-1] >= i {
			t.Fatalf("row %d after %d", i, rows[k-1])
		}
	}
	for s, size := range c.Sizes {
		if want := max(size/20, min(size, 200)); of[s] != want {
			t.Errorf("%d of the %d points of cluster %d are drawn, want %d", of[s], size, s, want)
		}
	}
	if again := drawn(c, 10000); !slices.Equal(again, rows) {
		t.Error("another time other points are drawn")
	}
	few := &inspect.Clusters{Owner: make([]int, 10000), Sizes: []int{10000}}
	if rows := drawn(few, 10000); len(rows) != 10000 || rows[9999] != 9999 {
		t.Errorf("%d of 10000 points are drawn, want all", len(rows))
	}
}

// TestNoLandmarks: a method without a landmark in the smallest cluster has an empty bar.
func TestNoLandmarks(t *testing.T) {
	m := screentest.New(t, New, screentest.Methods(), "plain", "eager")
	m.Settle()
	c, _ := m.Screen.seen()
	elsewhere := slices.IndexFunc(c.Clusters.Owner, func(k int) bool { return k != c.Clusters.Smallest() })
	c.Rests["plain"] = LandmarksOf("plain", []int{elsewhere}, c.Clusters)
	if head := m.Screen.heading(c, "plain", 60); !strings.Contains(head, "   0    ┊") {
		t.Errorf("%q", head)
	}
}

// TestColumnsAreInTheUnitsOfTheData: where the kernel sees standardised columns, the coordinates are those of the file,
// and the components say of what they are.
func TestColumnsAreInTheUnitsOfTheData(t *testing.T) {
	train := &data.Set{X: mat.NewDense(2, 2, []float64{-1, 1, 1, -1}), Columns: []string{"a", "b"}}
	scaling := &data.Scaling{Mean: []float64{10, 100}, Deviation: []float64{2, 5}}
	cloud := &inspect.Cloud{Rows: &trial.Rows{Train: train, Scaling: scaling}, Principal: mat.NewDense(2, 2, nil)}
	list := (&Cast{Points: Points{Cloud: cloud}}).coordinates()
	if a, b := list[2], list[3]; a.at(0) != 8 || a.at(1) != 12 || b.at(0) != 105 || b.at(1) != 95 {
		t.Errorf("a is %v and %v, b %v and %v", a.at(0), a.at(1), b.at(0), b.at(1))
	}
	if !strings.Contains(list[0].doc, "principal component 1 of the standardised columns: ") {
		t.Errorf("the first component: %q", list[0].doc)
	}
}

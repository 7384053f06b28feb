package points

import (
	"testing"

	"gonum.org/v1/gonum/mat"

	"gramscope/model/inspect"
	"gramscope/ui/chart"
)

func TestPlaneOfFewColumns(t *testing.T) {
	column := func(d int, y []float64) *Cast {
		return &Cast{Cloud: &inspect.Cloud{X: mat.NewDense(3, d, nil), Columns: []string{"a", "b", "c"}[:d], Y: y, Target: "t", Principal: mat.NewDense(3, 2, nil)}}
	}
	for _, tt := range []struct {
		c    *Cast
		x, y string
	}{
		{column(1, nil), "a", ""}, {column(1, []float64{1, 2, 3}), "a", "t"}, {column(2, nil), "a", "b"}, {column(3, nil), "pc1", "pc2"},
	} {
		s := New(nil, nil)
		s.Now = *tt.c
		if x, y := s.plane(); x.name != tt.x || y.name != tt.y || len(y.values) != 3 {
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

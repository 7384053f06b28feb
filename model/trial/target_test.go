package trial

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"gramscope/data"
	"gramscope/model/linalg"
)

// TestClasses: a text target has its own classes, even if no row has some of them. Otherwise the classes
// are the distinct values in both sets, ascending, at most 50.
func TestClasses(t *testing.T) {
	many := make([]float64, mostValues+1)
	for i := range many {
		many[i] = float64(-i)
	}
	for what, c := range map[string]struct {
		train, test *data.Set
		want        Classes
	}{
		"text": {&data.Set{Y: []float64{2, 0, 2}, Classes: []string{"a", "b", "c", "d"}},
			&data.Set{Y: []float64{1}}, Classes{[]int{2, 0, 2}, []int{1}, 4}},
		"numbers": {&data.Set{Y: []float64{7, -1.5, 7}}, &data.Set{Y: []float64{3, -1.5}},
			Classes{[]int{2, 0, 2}, []int{1, 0}, 3}},
		"no test rows":      {&data.Set{Y: []float64{7, -1.5, 7}}, nil, Classes{[]int{1, 0, 1}, nil, 2}},
		"text without test": {&data.Set{Y: []float64{1, 0}, Classes: []string{"a", "b"}}, nil, Classes{[]int{1, 0}, nil, 2}},
		"as many as may be": {&data.Set{Y: many[:mostValues]}, nil, Classes{descending(mostValues), nil, mostValues}},
	} {
		got, err := ClassesOf(c.train, c.test)
		if err != nil || !slices.Equal(got.Train, c.want.Train) || !slices.Equal(got.Test, c.want.Test) ||
			got.Count != c.want.Count {
			t.Errorf("%s: %+v, %v, want %+v", what, got, err, c.want)
		}
	}
	var wrong *data.Error
	if _, err := ClassesOf(&data.Set{Y: many[:30], Target: "price"}, &data.Set{Y: many[25:]}); !errors.As(err, &wrong) ||
		!strings.Contains(err.Error(), "price has 51 distinct values, more than 50") {
		t.Errorf("51 values in two sets: %v", err)
	}
}

// descending returns count−1, …, 0.
func descending(count int) []int {
	all := make([]int, count)
	for i := range all {
		all[i] = count - 1 - i
	}
	return all
}

// TestTargetsWhoseSquaresOverflow: CheckTarget finds values that are too large in each of the sets, some of
// which may be nil. Sums of squares of all other values, and of their differences, are finite.
func TestTargetsWhoseSquaresOverflow(t *testing.T) {
	good, bad := &data.Set{Y: []float64{1e150, -1e150}, Target: "good"}, &data.Set{Y: []float64{0, -1e160}, Target: "bad"}
	for _, sets := range [][]*data.Set{{}, {nil}, {good, nil}, {nil, good}} {
		if err := CheckTarget(sets...); err != nil {
			t.Error(err)
		}
	}
	for _, sets := range [][]*data.Set{{bad}, {nil, bad}, {good, bad}} {
		var wrong *data.Error
		if err := CheckTarget(sets...); !errors.As(err, &wrong) || !strings.Contains(err.Error(), "bad contains -1e+160") {
			t.Errorf("%v, want an error about bad", err)
		}
	}
	for _, n := range []int{1, 3, 1000} {
		limit := linalg.LargestSquare(n)
		if sum := float64(n) * (2 * limit) * (2 * limit); math.IsInf(sum, 0) {
			t.Errorf("%d squares of differences of %g overflow", n, limit)
		}
		if sum := float64(n) * (10 * limit) * (10 * limit); !math.IsInf(sum, 0) {
			t.Errorf("%d squares of %g are far from overflowing", n, 10*limit)
		}
	}
}

// TestNamesAreNoClasses: from 51 on, classes that have fewer than two rows on average are refused.
func TestNamesAreNoClasses(t *testing.T) {
	for _, c := range []struct {
		rows, classes int
		refused       bool
	}{{3, 3, false}, {3, 4, true}, {60, 50, false}, {60, 51, true}, {102, 51, false}, {7407, 3704, true}} {
		s := &data.Set{Target: "who", Y: make([]float64, c.rows), Classes: make([]string, c.classes)}
		for i := range s.Y {
			s.Y[i] = float64(i % c.classes)
		}
		if err := CheckLearning(LearnLogistic, s, nil); (err != nil) != c.refused {
			t.Errorf("%d classes of %d rows: %v", c.classes, c.rows, err)
		}
	}
}

package trial

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/data"
	"gramscope/data/synthetic"
	"gramscope/model/kernel"
)

// TestRowsOf: with standardize both sets are scaled by the training rows; without it there is no
// scaling. A warning names a column with a single value.
func TestRowsOf(t *testing.T) {
	sets := func() (train, test *data.Set) {
		columns := []string{"a", "b"}
		return &data.Set{X: mat.NewDense(4, 2, []float64{1, 9, 2, 9, 4, 9, 5, 9}), Columns: columns},
			&data.Set{X: mat.NewDense(1, 2, []float64{8, 9}), Columns: columns}
	}
	deviation := math.Sqrt(2.5) // of 1, 2, 4, 5 about 3
	for _, withTest := range []bool{true, false} {
		train, test := sets()
		if !withTest {
			test = nil
		}
		r, err := RowsOf(train, test, Scale{Standardize: true})
		if err != nil {
			t.Fatal(err)
		}
		if !near(mat.Col(nil, 0, r.Train.X), []float64{-2 / deviation, -1 / deviation, 1 / deviation, 2 / deviation},
			1e-12) || withTest && !near(r.Test.X.RawRowView(0), []float64{5 / deviation, 0}, 1e-12) {
			t.Errorf("scaled to %v and %v", r.Train.X, r.Test)
		}
		if r.Scaling == nil || r.Scaling.Mean[0] != 3 || len(r.Warnings) != 1 || r.Landmarks != nil {
			t.Errorf("scaling %v, warnings %v", r.Scaling, r.Warnings)
		}
	}
	train, test := sets()
	r, err := RowsOf(train, test, Scale{})
	if err != nil || r.Scaling != nil || r.Warnings != nil || r.Train.X.At(0, 0) != 1 || r.Test.X.At(0, 0) != 8 {
		t.Errorf("rows as they are: %+v, %v", r, err)
	}
	test.X.Set(0, 1, math.MaxFloat64)
	var overflow *data.Error
	if _, err := RowsOf(train, test, Scale{}); !errors.As(err, &overflow) || !strings.Contains(err.Error(), "1.79") {
		t.Errorf("a test row that overflows: %v", err)
	}
}

// failing is a source whose draws fail.
type failing struct {
	data.Source
	err error
}

func (s failing) Draw(int, float64, *rand.Rand) (*data.Set, *data.Set, error) { return nil, nil, s.err }

// TestTroubleOfTheSource: rows, matrices and fits return the source's error, and the next call tries
// again.
func TestTroubleOfTheSource(t *testing.T) {
	failure := errors.New("the disk is gone")
	s := NewStore(failing{synthetic.Generators()[0], failure})
	of := Setting{Draw: Draw{N: 20, Rep: 1}, Kernel: kernel.Families()[0].Member(kernel.Values{"gamma": 1})}
	if _, err := s.Rows(of.Draw); !errors.Is(err, failure) {
		t.Error(err)
	}
	if m, err := s.Matrix(t.Context(), of, true, 1); !errors.Is(err, failure) || m != nil {
		t.Error(m, err)
	}
	if f, err := s.Fit("a", func() (*Fit, error) { return nil, failure }); !errors.Is(err, failure) || f != nil {
		t.Error(f, err)
	}
	if f, err := s.Fit("a", func() (*Fit, error) { return &Fit{Rank: 3}, nil }); err != nil || f.Rank != 3 {
		t.Error(f, err)
	}
}

// TestDistancesOfOneGeometry: matrices of one geometry share their distances, which are dropped when a
// matrix of another geometry is used.
func TestDistancesOfOneGeometry(t *testing.T) {
	r := twice(t, 20, false)
	gram := func(family string) any {
		f, _ := kernel.Lookup(family)
		return r.Gram(f.Member(kernel.Values{"gamma": 1})).Points()
	}
	first := gram("gaussian")
	if gram("matern32") != first {
		t.Error("two kernels of Euclidean distances have distances of their own")
	}
	manhattan := gram("laplacian")
	if r.points.order.Len() != 1 || r.points.Bytes() != 1 || gram("laplacian") != manhattan || gram("gaussian") == first {
		t.Errorf("distances of %d geometries are kept", r.points.order.Len())
	}
}

// TestKeep: a value is cached until 32 other keys have been used. A value that failed is computed again.
func TestKeep(t *testing.T) {
	type number int
	r, calls := twice(t, 10, false), 0
	keep := func(key int) int {
		v, err := Cached(r, number(key), func() (int, error) { calls++; return 2 * key, nil })
		if err != nil || v != 2*key {
			t.Errorf("%d of %d, %v", v, key, err)
		}
		return calls
	}
	for key := range 32 {
		keep(key)
	}
	if keep(0) != 32 || keep(1) != 32 {
		t.Error("computed again although there are no more than 32")
	}
	for key := 32; key < 63; key++ { // 31 others
		keep(key)
	}
	if keep(1) != 63 {
		t.Error("gone after 31 others")
	}
	if keep(0) != 64 {
		t.Error("kept beside 32 others")
	}
	failure := errors.New("no luck")
	if v, err := Cached(r, "text", func() (string, error) { return "half", failure }); v != "" ||
		!errors.Is(err, failure) {
		t.Errorf("%q, %v", v, err)
	}
	if v, err := Cached(r, "text", func() (string, error) { return "whole", nil }); v != "whole" || err != nil {
		t.Errorf("%q, %v", v, err)
	}
}

// TestPick: Pick copies some or all rows with their targets; the copy of a nil set is nil.
func TestPick(t *testing.T) {
	s := &data.Set{X: mat.NewDense(3, 1, []float64{1, 2, 3}), Y: []float64{10, 20, 30}, Truth: []float64{11, 21, 31},
		Target: "y", Noise: 2}
	if Pick(nil, nil) != nil || Pick(nil, []int{1}) != nil {
		t.Error("rows of no set")
	}
	some := Pick(s, []int{2, 0})
	if !slices.Equal(some.X.RawMatrix().Data, []float64{3, 1}) || !slices.Equal(some.Y, []float64{30, 10}) ||
		some.Truth != nil || some.Target != "y" || some.Noise != 2 {
		t.Errorf("rows 2 and 0 are %+v", some)
	}
	all := Pick(s, nil)
	all.X.Set(0, 0, 99)
	if s.X.At(0, 0) != 1 || !floats.Equal(all.Y, s.Y) || !slices.Equal(all.Truth, s.Truth) {
		t.Errorf("all rows are %+v", all)
	}
}

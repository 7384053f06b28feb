package trial

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gramscope/data"
	"gramscope/data/remedy"
	"gramscope/model"
	"gramscope/model/kernel"
	"gramscope/model/linalg"
)

// Rows are the rows of a draw, as the kernel sees them: scaled as the draw asks for. The sets are shared and must not
// be changed. Rows is safe for concurrent use.
type Rows struct {
	Train, Test *data.Set     // Test may be nil
	Scaling     *data.Scaling // of the drawn rows; nil if they are not scaled
	Warnings    []remedy.Note // about the scaling
	Landmarks   *mat.Dense    // given landmarks of Train, scaled like the rows; nil if there are none

	points Memo[model.Geometry, *model.Points] // only of the last geometry
	kept   Memo[any, any]                      // see Keep
}

// NewRows draws rows. The error is that of the source, or a *data.Error where values are too large.
func NewRows(source data.Source, d Draw) (*Rows, error) {
	train, test, err := source.Draw(d.N, d.Test, d.Rand())
	if err != nil {
		return nil, err
	}
	return RowsOf(train, test, d.Scale)
}

// RowsOf returns the rows of drawn sets; test may be nil. It scales both sets in place. The error is a
// *data.Error where values are too large, or that of another number of widths than of features.
func RowsOf(train, test *data.Set, scale Scale) (*Rows, error) {
	r := &Rows{Train: train, Test: test}
	var err error
	if r.Scaling, r.Warnings, err = scale.of(train); err != nil {
		return nil, err
	}
	sets := []*data.Set{test, train}
	if train.Landmarks != nil {
		r.Landmarks = mat.DenseCopyOf(train.Landmarks)
		sets = append(sets, &data.Set{X: r.Landmarks, Columns: train.Columns})
	}
	for _, set := range sets {
		if set == nil {
			continue
		}
		if r.Scaling != nil {
			r.Scaling.Apply(set.X)
		}
		if err := checkSquares(set); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// Gram returns the kernel matrix of the training rows, with the given landmarks. Kernels of the same
// geometry share the stored distances.
func (r *Rows) Gram(k kernel.Member) *model.Gram {
	function := k.Function()
	if m := r.Train.Matrix; m != nil {
		function = &model.Precomputed{Row: m.Row, Symmetric: true}
	}
	geometry := function.Geometry()
	p, _ := r.points.Get(geometry, 1, 1, func() (*model.Points, error) {
		return model.NewPoints(r.Train.X, geometry), nil
	})
	g := model.NewGram(p, function)
	if r.Landmarks != nil {
		g.Give(r.Landmarks)
	}
	return g
}

// Cached returns the cached value of a key, or computes it and caches it with the rows. The type of the key must be
// private to the caller. A value is dropped after 32 other keys have been used.
func Cached[T any](r *Rows, key any, compute func() (T, error)) (T, error) {
	v, err := r.kept.Get(key, 1, 32, func() (any, error) { return compute() })
	if err != nil {
		var none T
		return none, err
	}
	return v.(T), nil
}

// checkSquares returns an error if the squared norm of a row may overflow.
func checkSquares(set *data.Set) error {
	n, d := set.X.Dims()
	limit := linalg.LargestSquare(d)
	for i := range n {
		for j, v := range set.X.RawRowView(i) {
			if math.Abs(v) > limit {
				const problem = "column %s contains %g, and the squares of such values overflow"
				return &data.Error{Problem: fmt.Sprintf(problem, set.Columns[j], v),
					Remedies: remedy.Do("rescale it").Or(remedy.By("standardise the features", "standardize", ""))}
			}
		}
	}
	return nil
}

// Pick returns a copy of some rows of a set, without the truth. If rows is nil, only X is a copy, and the rest is
// shared, with the truth. The copy of a nil set is nil.
func Pick(s *data.Set, rows []int) *data.Set {
	if s == nil {
		return nil
	}
	out := *s
	if rows == nil {
		out.X = mat.DenseCopyOf(s.X)
		return &out
	}
	out.X, out.Y, out.Truth = linalg.Rows(s.X, rows), make([]float64, len(rows)), nil
	for r, i := range rows {
		out.Y[r] = s.Y[i]
	}
	return &out
}

// Scale says how the features of drawn rows are scaled before a kernel sees them: first standardised, then divided
// by their widths.
type Scale struct {
	Standardize bool          `json:"standardize"`
	Widths      kernel.Widths `json:"widths,omitempty"` // one for each feature; empty for none
}

// of returns the scaling of the features by the mean and the standard deviation of train, with warnings about them; nil
// if the features stay as they are. It is an error if there is another number of widths than of features.
func (s Scale) of(train *data.Set) (*data.Scaling, []remedy.Note, error) {
	if s == (Scale{}) {
		return nil, nil, nil
	}
	_, d := train.X.Dims()
	widths := s.Widths.Numbers()
	if widths != nil && len(widths) != d {
		return nil, nil, kernel.MiscountedWidths(len(widths), d)
	}
	scaling := data.Scaling{Mean: make([]float64, d), Deviation: slices.Repeat([]float64{1}, d)}
	var warnings []remedy.Note
	if s.Standardize {
		scaling, warnings = data.NewScaling(train)
	}
	for j, width := range widths {
		scaling.Deviation[j] *= width
	}
	return &scaling, warnings, nil
}

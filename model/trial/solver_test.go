package trial

import (
	"context"
	"errors"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/learn"
)

// TestFalkonOnLandmarks: falkon finds the regression on K̃ if K̃ is the projection on
// landmarks, with and without test rows. For other K̃ it returns an error.
func TestFalkonOnLandmarks(t *testing.T) {
	const mu = 0.1
	for _, test := range []bool{true, false} {
		tr := trialOn(t, twice(t, 60, test), "nystrom", SolverFalkon, model.Values{"m": 12, "tolerance": 1e-12})
		f := fitted(t, tr)
		l, err := tr.LearnOnLandmarks(t.Context(), f, mu)
		if err != nil {
			t.Fatal(err)
		}
		train := tr.Rows.Train
		chosen, err := tr.LandmarksOf(t.Context(), f)
		if err != nil {
			t.Fatal(err)
		}
		approximate := func(z *mat.Dense) *mat.Dense { // k̃(Z, X) = k(Z, I)·K[I, I]⁻¹·k(I, X)
			var core, out mat.Dense
			if err := core.Solve(gaussian(chosen, chosen), gaussian(chosen, train.X)); err != nil {
				t.Fatal(err)
			}
			out.Mul(gaussian(z, chosen), &core)
			return &out
		}
		z := train.X
		if test {
			z = tr.Rows.Test.X
		}
		fitted, predicted := regressed(t, approximate(train.X), approximate(z), train.Y, mu)
		if !near(l.Fitted, fitted, 1e-7) || test && !near(l.Predicted, predicted, 1e-7) || !test && l.Predicted != nil {
			t.Error("other values than the regression on K̃")
		}
		p, offsets, err := l.Predictor(t.Context(), f)
		if err != nil {
			t.Fatal(err)
		}
		values := p.Predict(train.X).RawMatrix().Data
		floats.AddConst(offsets[0], values)
		if !near(values, fitted, 1e-7) || l.Mu != mu {
			t.Errorf("μ = %v: the predictor gives other values", l.Mu)
		}
		if iterations, residual := iterationOf(t, tr, f, mu); l.Iterations != iterations || l.Residual != residual ||
			residual > 1e-12 {
			t.Errorf("%v iterations to %v, want %v and %v", l.Iterations, l.Residual, iterations, residual)
		}
	}
	for name, values := range map[string]model.Values{
		"fourier": {"m": 12},            // no landmarks
		"bka":     {},                   // nor a projection
		"nystrom": {"m": 12, "rank": 4}, // less than the projection
		"best":    {"rank": 5, "m": 5},  // no landmarks
	} {
		tr := trialOn(t, twice(t, 60, false), name, SolverFalkon, values)
		f := fitted(t, tr)
		var unsuited *UnsuitedError
		if _, err := tr.LearnOnLandmarks(t.Context(), f, mu); !errors.As(err, &unsuited) || unsuited.Solver != SolverFalkon {
			t.Errorf("%s: %v, want an UnsuitedError", name, err)
		}
	}
}

// iterationOf returns the iterations and the residual of the trial's solver on the fit's landmarks.
func iterationOf(t *testing.T, tr *Trial, f *Fit, mu float64) (iterations, residual float64) {
	t.Helper()
	_, centred := learn.Centred(tr.Rows.Train.Y)
	landmarks, options := f.Approx.Landmarks(), learn.Options{Tolerance: tr.Tolerance}
	_, info, err := learn.Falkon(t.Context(), tr.Gram.View(), landmarks, centred, mu, options)
	if err != nil {
		t.Fatal(err)
	}
	return float64(info.Iterations), info.Residual
}

// resting is K̃ = scale·K with a given rank and given landmarks.
type resting struct {
	model.Approximation
	k         *mat.Dense
	scale     float64
	rank      int
	landmarks []int
	extension *model.Extension
	err       error
}

func (a resting) Landmarks() []int { return a.landmarks }
func (a resting) Rank() int        { return a.rank }

func (a resting) Diag(dst []float64) {
	for i := range dst {
		dst[i] = a.scale * a.k.At(i, i)
	}
}

func (a resting) Block(dst *mat.Dense, rows, cols []int) {
	for i, r := range rows {
		for j, c := range cols {
			dst.Set(i, j, a.scale*a.k.At(r, c))
		}
	}
}

func (a resting) Extension(context.Context) (*model.Extension, error) { return a.extension, a.err }

// TestProjectionsAreSeen: K̃ is the projection on its landmarks if it equals K at the landmarks and its
// rank is at most their number.
func TestProjectionsAreSeen(t *testing.T) {
	tr := trialOn(t, twice(t, 20, false), "nystrom", SolverFalkon, nil)
	k := gaussian(tr.Rows.Train.X, tr.Rows.Train.X)
	many := []int{2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19}
	for what, c := range map[string]struct {
		a    model.Approximation
		want []int
	}{
		"no landmarks":           {resting{k: k, scale: 1, rank: 3}, nil},
		"one landmark":           {resting{k: k, scale: 1, rank: 1, landmarks: []int{4}}, []int{4}},
		"the projection":         {resting{k: k, scale: 1, rank: 3, landmarks: []int{4, 2, 9}}, []int{4, 2, 9}},
		"of a lower rank":        {resting{k: k, scale: 1, rank: 2, landmarks: []int{4, 2, 9}}, []int{4, 2, 9}},
		"of a higher rank":       {resting{k: k, scale: 1, rank: 4, landmarks: []int{4, 2, 9}}, nil},
		"K but for rounding":     {resting{k: k, scale: 1 + 1e-9, rank: 3, landmarks: []int{4, 2, 9}}, []int{4, 2, 9}},
		"many, but for rounding": {resting{k: k, scale: 1 + 1e-7, rank: 18, landmarks: many}, many},
		"some millionths more":   {resting{k: k, scale: 1 + 5e-6, rank: 18, landmarks: many}, nil},
		"exact regression":       {nil, nil},
	} {
		got, err := tr.landmarkRows(c.a)
		if !slices.Equal(got, c.want) || (err == nil) != (c.want != nil) {
			t.Errorf("%s: %v (%v), want %v", what, got, err, c.want)
		}
	}
}

// TestLandmarksOfAFit: the landmarks are the rows that the method returns, in its order, the first m given
// points, or those of K̃'s features. They are nil for methods without landmarks, if all rows are
// landmarks, and after Forget.
func TestLandmarksOfAFit(t *testing.T) {
	rows := twice(t, 20, false)
	rows.Landmarks = mat.NewDense(3, 10, nil)
	for j := range 3 {
		rows.Landmarks.SetRow(j, rows.Train.X.RawRowView(5+j))
	}
	points := mat.NewDense(2, 10, nil)
	product := &model.Extension{Product: true, Parts: []model.Part{{Landmarks: points}, {}}}
	failure := errors.New("no extension")
	nystrom, given, fourier := trialOn(t, rows, "nystrom", "", nil), trialOn(t, rows, "given", "", model.Values{"m": 2}),
		trialOn(t, rows, "fourier", "", nil)
	more := trialOn(t, rows, "given", "", model.Values{"m": 7})
	some := mat.NewDense(2, 10, nil)
	some.SetRow(0, rows.Train.X.RawRowView(9))
	some.SetRow(1, rows.Train.X.RawRowView(3))
	for what, c := range map[string]struct {
		tr   *Trial
		a    model.Approximation
		want *mat.Dense
		err  error
	}{
		"rows":         {nystrom, resting{landmarks: []int{9, 3}, extension: product}, some, nil},
		"points":       {nystrom, resting{extension: product}, points, nil},
		"no product":   {nystrom, resting{extension: &model.Extension{Parts: product.Parts}}, nil, nil},
		"no extension": {nystrom, resting{err: failure}, nil, failure},
		"given":        {given, resting{}, mat.DenseCopyOf(rows.Landmarks.Slice(0, 2, 0, 10)), nil},
		"fewer than m": {more, resting{}, rows.Landmarks, nil},
		"of no method": {fourier, resting{landmarks: []int{9, 3}, extension: product}, nil, nil},
		"forgotten":    {nystrom, nil, nil, nil},
	} {
		got, err := c.tr.LandmarksOf(t.Context(), &Fit{Approx: c.a})
		if !errors.Is(err, c.err) || (got == nil) != (c.want == nil) || got != nil && !mat.Equal(got, c.want) {
			t.Errorf("%s: %v, %v", what, got, err)
		}
	}
}

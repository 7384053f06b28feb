package passes

import (
	"context"
	"math"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/approx"
	"gramscope/data"
	"gramscope/model"
	"gramscope/model/learn"
)

func init() {
	register.DoFn5x1[context.Context, string, frame, landmarks, func(sums), error](&sumsFn{})
	register.Emitter1[sums]()
	register.Combiner1[sums](&mergeSums{})
	register.DoFn4x2[context.Context, sums, frame, landmarks, solution, error](&solveFn{})
	register.DoFn6x1[context.Context, string, frame, landmarks, solution, func(scores), error](&scoreFn{})
	register.Emitter1[scores]()
	register.Combiner1[scores](&mergeScores{})
	registerGob[sums](encodeSums, decodeSums)
	registerGob[solution](encodeSolution, decodeSolution)
	registerGob[scores](encodeScores, decodeScores)
}

// tileRows is how many rows are worked on at a time.
const tileRows = 512

// sums are the normal equations of some parts: what learn.NormalEquations has, to be sent.
type sums struct {
	Rows  int
	Gram  []float64 // q×q, the upper triangle
	Right []float64 // q
}

func encodeSums(s sums) ([]byte, error) { return encode(s) }
func decodeSums(b []byte) (sums, error) { return decode[sums](b) }

func (s *sums) equations() *learn.NormalEquations {
	return &learn.NormalEquations{Rows: s.Rows, Gram: mat.NewSymDense(len(s.Right), s.Gram), Right: s.Right}
}

func sumsOf(e *learn.NormalEquations) sums {
	return sums{e.Rows, e.Gram.RawSymmetric().Data, e.Right}
}

// features are those of the landmarks.
func (s *Settings) features(ctx context.Context, in *frame, z *landmarks) (*model.Extension, error) {
	k, err := s.kernel(in.Shape)
	if err != nil {
		return nil, err
	}
	return approx.OnLandmarks(ctx, k, z.matrix())
}

// sumsFn adds up the training rows of a part.
type sumsFn struct{ S Settings }

func (f *sumsFn) ProcessElement(ctx context.Context, path string, in frame, z landmarks, emit func(sums)) error {
	e, err := f.S.features(ctx, &in, &z)
	if err != nil {
		return err
	}
	out := learn.NewNormalEquations(e.Parts[0].Width)
	rows := tile{width: z.Width}
	add := func() error {
		x, y := rows.take(in.Scaling)
		if x == nil {
			return nil
		}
		floats.AddConst(-in.Mean, y)
		for lo, phi := range e.Parts[0].Pieces(e.Kernel, x) {
			n, _ := phi.Dims()
			if err := out.Add(ctx, phi, y[lo:lo+n]); err != nil {
				return err
			}
		}
		return nil
	}
	err = f.S.training(ctx, path, in.Coding, func(x []float64, y float64) error {
		if rows.add(x, y); len(rows.y) == tileRows {
			return add()
		}
		return nil
	})
	if err == nil {
		err = add()
	}
	emit(sumsOf(out))
	return err
}

type mergeSums struct{}

func (*mergeSums) MergeAccumulators(a, b sums) sums {
	e := a.equations()
	e.Merge(b.equations())
	return sumsOf(e)
}

// solution is the regression.
type solution struct {
	W     []float64 // of the features
	DF    float64   // degrees of freedom
	Error float64   // estimate of ‖K−K̃‖_F/‖K‖_F, from Pairs of rows
	Pairs int
}

func encodeSolution(s solution) ([]byte, error) { return encode(s) }
func decodeSolution(b []byte) (solution, error) { return decode[solution](b) }

// solveFn solves the normal equations.
type solveFn struct{ S Settings }

func (f *solveFn) ProcessElement(ctx context.Context, all sums, in frame, z landmarks) (solution, error) {
	e, err := f.S.features(ctx, &in, &z)
	if err != nil {
		return solution{}, err
	}
	w, err := all.equations().At(ctx, f.S.Mu)
	if err != nil {
		return solution{}, err
	}
	out := solution{W: w.W, DF: w.DF}
	out.Error, out.Pairs = relativeError(e, in.sample(), in.Rows)
	return out, nil
}

// errorRows is how many rows relativeError looks at.
const errorRows = 1000

// relativeError estimates ‖K−K̃‖_F/‖K‖_F of n rows from a uniform sample of them: the sums over pairs of
// different rows and over the diagonal, each by its mean. It is of all rows where these are the sample.
func relativeError(e *model.Extension, sample *mat.Dense, n int) (estimate float64, pairs int) {
	rows, d := sample.Dims()
	rows = min(rows, errorRows)
	x := sample.Slice(0, rows, 0, d).(*mat.Dense)
	k, phi := model.Cross(e.Kernel, x, x), mat.DenseCopyOf(e.Parts[0].Features(e.Kernel, x))
	var approximate mat.Dense
	approximate.Mul(phi, phi.T())
	squares := func(of func(i, j int) float64) float64 {
		diagonal, others := 0.0, 0.0
		for i := range rows {
			for j := range rows {
				if v := of(i, j); i == j {
					diagonal += v * v
				} else {
					others += v * v
				}
			}
		}
		total := diagonal * float64(n) / float64(rows)
		if rows > 1 {
			total += others * (float64(n) / float64(rows)) * (float64(n-1) / float64(rows-1))
		}
		return total
	}
	return math.Sqrt(squares(func(i, j int) float64 { return k.At(i, j) - approximate.At(i, j) }) / squares(k.At)), rows * (rows - 1) / 2
}

// scores are the errors of the regression on some parts.
type scores struct{ Train, Test score }

type score struct {
	Rows    int
	Squares float64 // of the residuals
}

func encodeScores(s scores) ([]byte, error) { return encode(s) }
func decodeScores(b []byte) (scores, error) { return decode[scores](b) }

// rmse is NaN without rows.
func (s score) rmse() float64 { return math.Sqrt(s.Squares / float64(s.Rows)) }

// scoreFn predicts the rows of a part.
type scoreFn struct{ S Settings }

func (f *scoreFn) ProcessElement(ctx context.Context, path string, in frame, z landmarks, w solution, emit func(scores)) error {
	e, err := f.S.features(ctx, &in, &z)
	if err != nil {
		return err
	}
	predictor := e.Predictor(mat.NewDense(len(w.W), 1, w.W))
	var out scores
	parts := []struct {
		rows tile
		to   *score
	}{{tile{width: z.Width}, &out.Train}, {tile{width: z.Width}, &out.Test}}
	add := func(side int) {
		x, y := parts[side].rows.take(in.Scaling)
		if x == nil {
			return
		}
		values := predictor.Predict(x)
		for i, v := range y {
			residual := v - in.Mean - values.At(i, 0)
			parts[side].to.Squares += residual * residual
		}
		parts[side].to.Rows += len(y)
	}
	err = f.S.sound(ctx, path, in.Coding, func(r *data.Rows, x []float64, y float64) error {
		side := 0
		if f.S.isHeldOut(r) {
			side = 1
		}
		if parts[side].rows.add(x, y); len(parts[side].rows.y) == tileRows {
			add(side)
		}
		return nil
	}, func(*data.Error) {})
	add(0)
	add(1)
	emit(out)
	return err
}

type mergeScores struct{}

func (*mergeScores) MergeAccumulators(a, b scores) scores {
	for _, side := range []struct{ to, from *score }{{&a.Train, &b.Train}, {&a.Test, &b.Test}} {
		side.to.Rows += side.from.Rows
		side.to.Squares += side.from.Squares
	}
	return a
}

// learned is the regression on the landmarks, and its errors.
func learned(s beam.Scope, with Settings, parts, frames, chosen beam.PCollection) (solutions, errors beam.PCollection) {
	seen, at := beam.SideInput{Input: frames}, beam.SideInput{Input: chosen}
	all := beam.Combine(s, &mergeSums{}, beam.ParDo(s, &sumsFn{with}, parts, seen, at))
	solutions = beam.ParDo(s, &solveFn{with}, all, seen, at)
	return solutions, beam.Combine(s, &mergeScores{}, beam.ParDo(s, &scoreFn{with}, parts, seen, at, beam.SideInput{Input: solutions}))
}

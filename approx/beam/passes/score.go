package passes

import (
	"context"
	"math"
	"reflect"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"gonum.org/v1/gonum/mat"

	"gramscope/model/fitted"
	"gramscope/model/learn"
)

func init() {
	beam.RegisterType(reflect.TypeFor[scoreFn]())
	beam.RegisterType(reflect.TypeFor[mergeScores]())
	registerGob[scores](encodeScores, decodeScores)
}

// scores are the errors of what was learned on some parts.
type scores struct{ Train, Test score }

// score is about some rows, by what the target is.
type score struct {
	Rows    int
	Squares float64 // of the residuals
	Right   int     // classes that were predicted
	Loss    float64 // Σ −log p of the true classes
}

func encodeScores(s scores) ([]byte, error) { return encode(s) }
func decodeScores(b []byte) (scores, error) { return decode[scores](b) }

// add takes rows in, as the kernel sees them.
func (s *score) add(m *fitted.Model, x *mat.Dense, y []float64) error {
	values, err := m.Outputs(x)
	if err != nil {
		return err
	}
	s.Rows += len(y)
	if m.Names() == nil {
		for i, v := range y {
			s.Squares += math.Pow(v-values.At(i, 0), 2)
		}
		return nil
	}
	truth := make([]int, len(y))
	for i, predicted := range m.Decide(values) {
		if truth[i] = int(y[i]); truth[i] == predicted {
			s.Right++
		}
	}
	s.Loss += float64(len(y)) * learn.LogLoss(m.Chances(values), truth)
	return nil
}

func (s *score) merge(other score) {
	s.Rows, s.Right = s.Rows+other.Rows, s.Right+other.Right
	s.Squares, s.Loss = s.Squares+other.Squares, s.Loss+other.Loss
}

// Means over the rows; NaN without any.
func (s score) rmse() float64     { return math.Sqrt(s.Squares / float64(s.Rows)) }
func (s score) accuracy() float64 { return float64(s.Right) / float64(s.Rows) }
func (s score) logLoss() float64  { return s.Loss / float64(s.Rows) }

// scoreFn predicts the rows of a part.
type scoreFn struct{ S Settings }

func (f *scoreFn) ProcessElement(ctx context.Context, path string, in frame, z landmarks, w solution, emit func(scores)) error {
	m, err := f.S.model(ctx, &in, &z, &w)
	if err != nil {
		return err
	}
	var out scores
	train, test := tile{width: z.Width}, tile{width: z.Width}
	empty := func(rows *tile, to *score) error {
		if x, y := rows.take(in.Scaling); x != nil {
			return to.add(m, x, y)
		}
		return nil
	}
	err = f.S.sound(ctx, path, in.Coding, func(r *row) error {
		rows, to := &train, &out.Train
		if r.HeldOut {
			rows, to = &test, &out.Test
		}
		if rows.add(r.X, r.Y); len(rows.y) == tileRows {
			return empty(rows, to)
		}
		return nil
	}, rest{})
	if err == nil {
		err = empty(&train, &out.Train)
	}
	if err == nil {
		err = empty(&test, &out.Test)
	}
	emit(out)
	return err
}

type mergeScores struct{}

func (*mergeScores) MergeAccumulators(a, b scores) scores {
	a.Train.merge(b.Train)
	a.Test.merge(b.Test)
	return a
}

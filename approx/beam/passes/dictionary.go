package passes

import (
	"context"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"gonum.org/v1/gonum/mat"

	"gramscope/approx"
	"gramscope/data"
	"gramscope/model/kernel"
)

func init() {
	register.DoFn4x1[context.Context, string, frame, func(dictionary), error](&dictionaryFn{})
	register.Emitter1[dictionary]()
	register.Combiner1[dictionary](&mergeDictionaries{})
	register.DoFn3x2[context.Context, dictionary, frame, landmarks, error](&landmarksFn{})
	register.DoFn3x2[context.Context, string, frame, landmarks, error](&givenFn{})
	registerGob[dictionary](encodeDictionary, decodeDictionary)
	registerGob[landmarks](encodeLandmarks, decodeLandmarks)
}

var (
	merges = beam.NewCounter("gramscope", "merges within parts")
	held   = beam.NewDistribution("gramscope", "points in the dictionary of a part")
)

// dictionary is that of the training rows of some parts, as the kernel of that shape sees them.
type dictionary struct {
	Partial approx.Partial
	Shape   kernel.Shape
}

func encodeDictionary(d dictionary) ([]byte, error) { return encode(d) }
func decodeDictionary(b []byte) (dictionary, error) { return decode[dictionary](b) }

// merged is DICT-MERGE. What it draws depends on the two and on the seed alone, so that a bundle that is
// tried again comes to the same.
func (s *Settings) merged(a dictionary, b *approx.Partial) (dictionary, error) {
	k, err := s.kernel(a.Shape)
	if err != nil {
		return a, err
	}
	p, err := s.disqueak().Merge(k, &a.Partial, b, s.Seed)
	if err != nil {
		return a, err
	}
	return dictionary{*p, a.Shape}, nil
}

// dictionaryFn makes the dictionary of a part: it fills a leaf and merges it with what there is, time after time.
type dictionaryFn struct{ S Settings }

func (f *dictionaryFn) ProcessElement(ctx context.Context, path string, in frame, emit func(dictionary)) error {
	out := dictionary{Shape: in.Shape}
	leaf := tile{width: len(in.Coding.Features())}
	shrink := func() error {
		x, _ := leaf.take(in.Scaling)
		if x == nil {
			return nil
		}
		var err error
		out, err = f.S.merged(out, f.S.disqueak().Leaf(x))
		merges.Inc(ctx, 1)
		held.Update(ctx, int64(len(out.Partial.Copies)))
		return err
	}
	err := f.S.training(ctx, path, in.Coding, func(x []float64, y float64) error {
		if leaf.add(x, y); len(leaf.y) == f.S.disqueak().LeafSize() {
			return shrink()
		}
		return nil
	})
	if err == nil {
		err = shrink()
	}
	emit(out)
	return err
}

// training goes through the training rows of a part.
func (s *Settings) training(ctx context.Context, path string, c data.Coding, each func(x []float64, y float64) error) error {
	return s.sound(ctx, path, c, func(r *data.Rows, x []float64, y float64) error {
		if s.isHeldOut(r) {
			return nil
		}
		return each(x, y)
	}, func(*data.Error) {})
}

type mergeDictionaries struct{ S Settings }

func (f *mergeDictionaries) MergeAccumulators(a, b dictionary) (dictionary, error) {
	return f.S.merged(a, &b.Partial)
}

// landmarks are points as the kernel sees them, and what they come from.
type landmarks struct {
	Points []float64 // m×d, row after row
	Width  int       // d
	Method string
	Ridge  float64 // the ridge the dictionary has come to; 0 of given landmarks
	Held   int     // points in the dictionary before it was filled up
}

func encodeLandmarks(l landmarks) ([]byte, error) { return encode(l) }
func decodeLandmarks(b []byte) (landmarks, error) { return decode[landmarks](b) }

func (l *landmarks) matrix() *mat.Dense {
	return mat.NewDense(len(l.Points)/l.Width, l.Width, l.Points)
}

// landmarksFn fills the dictionary of all rows up.
type landmarksFn struct{ S Settings }

func (f *landmarksFn) ProcessElement(ctx context.Context, of dictionary, in frame) (landmarks, error) {
	k, err := f.S.kernel(in.Shape)
	if err != nil {
		return landmarks{}, err
	}
	x, err := f.S.disqueak().Landmarks(ctx, k, &of.Partial, in.sample(), f.S.Seed)
	if err != nil {
		return landmarks{}, err
	}
	_, d := x.Dims()
	return landmarks{x.RawMatrix().Data, d, "disqueak", of.Partial.Ridge, len(of.Partial.Copies)}, nil
}

// givenFn reads landmarks from a file: a column for each feature, in the units of the data.
type givenFn struct{ S Settings }

func (f *givenFn) ProcessElement(ctx context.Context, path string, in frame) (landmarks, error) {
	names := in.Coding.Features()
	points := tile{width: len(names)}
	coding := data.Coding{Width: len(names)}
	for j, name := range names {
		coding.Columns = append(coding.Columns, data.CodedColumn{Name: name, Number: j + 1})
	}
	x := make([]float64, len(names))
	rows, err := eachRow(ctx, path, string(data.HeaderYes), func(r *data.Rows, bad *data.Error) error {
		if bad == nil && len(r.Names) == len(names) {
			if _, bad = r.Coded(coding, x); bad == nil {
				points.add(x, 0)
			}
		}
		if bad != nil {
			return bad
		}
		return nil
	})
	if err == nil {
		err = sameNames(path, rows.Names, names)
	}
	if err != nil {
		return landmarks{}, err
	}
	z, _ := points.take(in.Scaling)
	if z == nil {
		return landmarks{}, &data.Error{File: path, Problem: "no landmarks in it", Want: "one or more rows"}
	}
	return landmarks{Points: z.RawMatrix().Data, Width: len(names), Method: "given"}, nil
}

// selected are the landmarks of the parts.
func selected(s beam.Scope, with Settings, parts, frames beam.PCollection) beam.PCollection {
	seen := beam.SideInput{Input: frames}
	if with.Landmarks != "" {
		return beam.ParDo(s, &givenFn{with}, beam.Create(s, with.Landmarks), seen)
	}
	all := beam.Combine(s, &mergeDictionaries{with}, beam.ParDo(s, &dictionaryFn{with}, parts, seen))
	return beam.ParDo(s, &landmarksFn{with}, all, seen)
}

package passes

import (
	"context"
	"reflect"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"gonum.org/v1/gonum/mat"

	"gramscope/approx"
	"gramscope/data"
	"gramscope/model/kernel"
)

func init() {
	beam.RegisterType(reflect.TypeFor[dictionaryFn]())
	beam.RegisterType(reflect.TypeFor[mergeDictionaries]())
	beam.RegisterType(reflect.TypeFor[landmarksFn]())
	beam.RegisterType(reflect.TypeFor[givenFn]())
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
	Failure string // see told
}

func encodeDictionary(d dictionary) ([]byte, error) { return encode(d) }
func decodeDictionary(b []byte) (dictionary, error) { return decode[dictionary](b) }

// merged is DICT-MERGE. What it draws depends on the two and on the seed alone, so that a bundle that is
// tried again comes to the same.
func (s *Settings) merged(a, b dictionary) dictionary {
	if err := failed(a.Failure, b.Failure); err != nil {
		return dictionary{Failure: err.Error()}
	}
	k, err := s.kernel(a.Shape)
	if err != nil {
		return dictionary{Failure: err.Error()}
	}
	p, err := s.disqueak().Merge(k, &a.Partial, &b.Partial, s.Seed)
	if err != nil {
		return dictionary{Failure: err.Error()}
	}
	return dictionary{Partial: *p, Shape: a.Shape}
}

// dictionaryFn makes the dictionary of a part: it fills a leaf and merges it with what there is, time after time.
type dictionaryFn struct{ S Settings }

func (f *dictionaryFn) ProcessElement(ctx context.Context, path string, in frame, emit func(dictionary)) error {
	if in.Failure != "" {
		emit(dictionary{Failure: in.Failure})
		return nil
	}
	out := dictionary{Shape: in.Shape}
	leaf := tile{width: len(in.Coding.Features())}
	shrink := func() {
		x, _ := leaf.take(in.Scaling)
		if x == nil {
			return
		}
		out = f.S.merged(out, dictionary{Partial: *f.S.disqueak().Leaf(x), Shape: in.Shape})
		merges.Inc(ctx, 1)
		held.Update(ctx, int64(len(out.Partial.Copies)))
	}
	err := f.S.training(ctx, path, in.Coding, func(x []float64, y float64) error {
		if leaf.add(x, y); len(leaf.y) == f.S.disqueak().LeafSize() {
			shrink()
		}
		return nil
	})
	shrink()
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

func (f *mergeDictionaries) MergeAccumulators(a, b dictionary) dictionary {
	return f.S.merged(a, b)
}

// landmarks are points as the kernel sees them, and what they come from.
type landmarks struct {
	Points []float64 // m×d, row after row
	Width  int       // d
	Method string
	Ridge  float64 // the ridge the dictionary has come to; 0 of given landmarks
	Held   int     // points in the dictionary before it was filled up

	Failure string // see told
}

func encodeLandmarks(l landmarks) ([]byte, error) { return encode(l) }
func decodeLandmarks(b []byte) (landmarks, error) { return decode[landmarks](b) }

func (l *landmarks) matrix() *mat.Dense {
	return mat.NewDense(len(l.Points)/l.Width, l.Width, l.Points)
}

// landmarksFn fills the dictionary of all rows up.
type landmarksFn struct{ S Settings }

func (f *landmarksFn) ProcessElement(ctx context.Context, of dictionary, in frame) landmarks {
	z, err := f.landmarks(ctx, of, in)
	return f.S.usable(ctx, &in, z, err)
}

// usable are landmarks that features can be made of, or the failure.
func (s *Settings) usable(ctx context.Context, in *frame, z landmarks, err error) landmarks {
	if err == nil {
		_, err = s.features(ctx, in, &z)
	}
	if err != nil {
		return landmarks{Failure: err.Error()}
	}
	return z
}

func (f *landmarksFn) landmarks(ctx context.Context, of dictionary, in frame) (landmarks, error) {
	if err := failed(in.Failure, of.Failure); err != nil {
		return landmarks{}, err
	}
	k, err := f.S.kernel(in.Shape)
	if err != nil {
		return landmarks{}, err
	}
	x, err := f.S.disqueak().Landmarks(ctx, k, &of.Partial, in.sample(), f.S.Seed)
	if err != nil {
		return landmarks{}, err
	}
	_, d := x.Dims()
	return landmarks{Points: x.RawMatrix().Data, Width: d, Method: "disqueak", Ridge: of.Partial.Ridge, Held: len(of.Partial.Copies)}, nil
}

// givenFn reads landmarks from a file: a column for each feature, in the units of the data.
type givenFn struct{ S Settings }

func (f *givenFn) ProcessElement(ctx context.Context, path string, in frame) (landmarks, error) {
	z, err := f.landmarks(ctx, path, in)
	if failure, other := told(err); failure != "" || other != nil {
		return landmarks{Failure: failure}, other
	}
	return f.S.usable(ctx, &in, z, nil), nil
}

func (f *givenFn) landmarks(ctx context.Context, path string, in frame) (landmarks, error) {
	if in.Failure != "" {
		return landmarks{}, &data.Error{Problem: in.Failure}
	}
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

package passes

import (
	"context"
	"reflect"
	"slices"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"gonum.org/v1/gonum/mat"

	"gramscope/approx"
	"gramscope/data"
	"gramscope/model"
)

func init() {
	beam.RegisterType(reflect.TypeFor[dictionaryLandmarksFn]())
	beam.RegisterType(reflect.TypeFor[uniformLandmarksFn]())
	beam.RegisterType(reflect.TypeFor[givenLandmarksFn]())
	registerGob[landmarks](encodeLandmarks, decodeLandmarks)
}

// landmarks are points as the kernel sees them, and what they come from.
type landmarks struct {
	Points []float64 // m×d, row after row
	Width  int       // d
	Ridge  float64   // the ridge the dictionary has come to; 0 of others
	Held   int       // points in the dictionary before it was filled up

	Failure string // see told
}

func encodeLandmarks(l landmarks) ([]byte, error) { return encode(l) }
func decodeLandmarks(b []byte) (landmarks, error) { return decode[landmarks](b) }

func (l *landmarks) matrix() *mat.Dense {
	return mat.NewDense(len(l.Points)/l.Width, l.Width, l.Points)
}

// features are those of the landmarks.
func (s *Settings) features(ctx context.Context, in *frame, z *landmarks) (*model.Extension, error) {
	if err := failed(in.Failure, z.Failure); err != nil {
		return nil, err
	}
	k, err := s.kernel(in.Shape)
	if err != nil {
		return nil, err
	}
	return approx.OnLandmarks(ctx, k, z.matrix())
}

// usable are landmarks that features can be made of, or the failure.
func (s *Settings) usable(ctx context.Context, in *frame, z landmarks, err error) landmarks {
	if err == nil {
		_, err = s.features(ctx, in, &z)
	}
	if err != nil {
		return landmarks{Failure: said(err)}
	}
	return z
}

// dictionaryLandmarksFn fills the dictionary of all rows up.
type dictionaryLandmarksFn struct{ S Settings }

func (f *dictionaryLandmarksFn) ProcessElement(ctx context.Context, of dictionary, in frame) landmarks {
	z, err := f.landmarks(ctx, of, in)
	return f.S.usable(ctx, &in, z, err)
}

func (f *dictionaryLandmarksFn) landmarks(ctx context.Context, of dictionary, in frame) (landmarks, error) {
	if err := failed(in.Failure, of.Failure); err != nil {
		return landmarks{}, err
	}
	k, err := f.S.kernel(in.Shape)
	if err != nil {
		return landmarks{}, err
	}
	x, err := f.S.disqueak().Landmarks(ctx, k, &of.Partial, in.sample(), f.S.Spec.Seed)
	if err != nil {
		return landmarks{}, err
	}
	_, d := x.Dims()
	return landmarks{Points: x.RawMatrix().Data, Width: d, Ridge: of.Partial.Ridge, Held: len(of.Partial.Copies)}, nil
}

// uniformLandmarksFn takes those that were drawn while the moments were.
type uniformLandmarksFn struct{ S Settings }

func (f *uniformLandmarksFn) ProcessElement(ctx context.Context, in frame) landmarks {
	return f.S.usable(ctx, &in, landmarks{Points: in.Drawn, Width: len(in.Coding.Features())}, nil)
}

// givenLandmarksFn reads landmarks from a file: a column for each feature, in the units of the data. Of more than
// --m the first are taken.
type givenLandmarksFn struct{ S Settings }

func (f *givenLandmarksFn) ProcessElement(ctx context.Context, path string, in frame) (landmarks, error) {
	z, err := f.landmarks(ctx, path, in)
	if failure, other := told(err); failure != "" || other != nil {
		return landmarks{Failure: failure}, other
	}
	return f.S.usable(ctx, &in, z, nil), nil
}

func (f *givenLandmarksFn) landmarks(ctx context.Context, path string, in frame) (landmarks, error) {
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
	most, isLimited := f.S.Spec.Values["m"]
	rows, err := eachRow(ctx, path, string(data.HeaderYes), func(r *data.Rows, bad *data.Error) error {
		if isLimited && len(points.y) >= int(most) {
			return nil
		}
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
	if err == nil && !slices.Equal(rows.Names, names) {
		err = &data.Error{File: path, Problem: "its columns are " + strings.Join(rows.Names, ", "), Want: "the features " + strings.Join(names, ", ") + " in this order"}
	}
	if err != nil {
		return landmarks{}, err
	}
	z, _ := points.take(in.Scaling)
	if z == nil {
		return landmarks{}, &data.Error{File: path, Problem: "no landmarks in it", Want: "one or more rows"}
	}
	return landmarks{Points: z.RawMatrix().Data, Width: len(names)}, nil
}

// selected are the landmarks of the parts.
func selected(s beam.Scope, with Settings, parts, frames beam.PCollection) beam.PCollection {
	seen := beam.SideInput{Input: frames}
	switch with.selection() {
	case given:
		return beam.ParDo(s, &givenLandmarksFn{with}, beam.Create(s, with.Landmarks), seen)
	case uniform:
		return beam.ParDo(s, &uniformLandmarksFn{with}, frames)
	}
	all := beam.Combine(s, &mergeDictionaries{with}, beam.ParDo(s, &dictionaryFn{with}, parts, seen))
	return beam.ParDo(s, &dictionaryLandmarksFn{with}, all, seen)
}

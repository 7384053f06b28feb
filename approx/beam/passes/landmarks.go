package passes

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"gonum.org/v1/gonum/mat"

	"gramscope/approx"
	"gramscope/data"
	"gramscope/model"
	"gramscope/model/kernel"
)

// landmarks are points, scaled as the kernel takes them, and where they come from.
type landmarks struct {
	Points []float64 // m×d, row after row
	Width  int       // d
	Ridge  float64   // final ridge of the dictionary; 0 for other landmarks
	Size   int       // points in the dictionary before it was filled up

	Failure string // see asFailure
}

func (l *landmarks) matrix() *mat.Dense {
	return mat.NewDense(len(l.Points)/l.Width, l.Width, l.Points)
}

// features returns the features of Nyström's projection on the landmarks.
func (s *Settings) features(ctx context.Context, in *frame, z *landmarks) (*model.Extension, error) {
	if err := failed(in.Failure, z.Failure); err != nil {
		return nil, err
	}
	return approx.OnLandmarks(ctx, s.kernel(in.Values), z.matrix())
}

// usable returns the landmarks, or a failure if no features can be made of them.
func (s *Settings) usable(ctx context.Context, in *frame, z landmarks) landmarks {
	if _, err := s.features(ctx, in, &z); err != nil {
		return landmarks{Failure: said(err)}
	}
	return z
}

var (
	merges = beam.NewCounter("gramscope", "merges within parts")
	sizes  = beam.NewDistribution("gramscope", "points in the dictionary of a part")
)

// dictionary is the dictionary of the training rows of some parts, for the kernel with these values.
type dictionary struct {
	Partial approx.Partial
	Values  kernel.Values
	Failure string // see asFailure
}

// dictionaryFn makes the dictionary of a part. It fills one leaf after the other, and merges each with the dictionary
// so far.
type dictionaryFn struct{ S Settings }

func (f *dictionaryFn) ProcessElement(ctx context.Context, path string, in frame, emit func(dictionary)) error {
	if in.Failure != "" {
		emit(dictionary{Failure: in.Failure})
		return nil
	}
	out, tree, merge := dictionary{Values: in.Values}, f.S.disqueak(), &mergeDictionaries{f.S}
	err := f.S.tiled(ctx, path, &in, tree.LeafSize(), func(x *mat.Dense, _ []float64) error {
		out = merge.MergeAccumulators(out, dictionary{Partial: *tree.Leaf(x), Values: in.Values})
		merges.Inc(ctx, 1)
		sizes.Update(ctx, int64(len(out.Partial.Copies)))
		return nil
	}, nil)
	emit(out)
	return err
}

// mergeDictionaries is DICT-MERGE. Its draws depend only on the two dictionaries and the seed, so that a
// bundle that is retried gives the same result.
type mergeDictionaries struct{ S Settings }

func (f *mergeDictionaries) MergeAccumulators(a, b dictionary) dictionary {
	if failure := cmp.Or(a.Failure, b.Failure); failure != "" {
		return dictionary{Failure: failure}
	}
	p, err := f.S.disqueak().Merge(f.S.kernel(a.Values), &a.Partial, &b.Partial, f.S.Spec.Seed)
	if err != nil {
		return dictionary{Failure: said(err)}
	}
	return dictionary{Partial: *p, Values: a.Values}
}

// dictionaryLandmarksFn fills up the dictionary of all rows.
type dictionaryLandmarksFn struct{ S Settings }

func (f *dictionaryLandmarksFn) ProcessElement(ctx context.Context, of dictionary, in frame) landmarks {
	if failure := cmp.Or(in.Failure, of.Failure); failure != "" {
		return landmarks{Failure: failure}
	}
	x, err := f.S.disqueak().Landmarks(ctx, f.S.kernel(in.Values), &of.Partial, in.sample(), f.S.Spec.Seed)
	if err != nil {
		return landmarks{Failure: said(err)}
	}
	_, d := x.Dims()
	z := landmarks{Points: x.RawMatrix().Data, Width: d, Ridge: of.Partial.Ridge, Size: len(of.Partial.Copies)}
	return f.S.usable(ctx, &in, z)
}

// uniformLandmarksFn returns the landmarks that were drawn uniformly in the pass that computed the moments.
type uniformLandmarksFn struct{ S Settings }

func (f *uniformLandmarksFn) ProcessElement(ctx context.Context, in frame) landmarks {
	return f.S.usable(ctx, &in, landmarks{Points: in.Drawn, Width: len(in.Coding.Features())})
}

// givenLandmarksFn reads landmarks from a file with a column for each feature, in the units of the data. If
// there are more than --m, it takes the first.
type givenLandmarksFn struct{ S Settings }

func (f *givenLandmarksFn) ProcessElement(ctx context.Context, path string, in frame) (landmarks, error) {
	if in.Failure != "" {
		return landmarks{Failure: in.Failure}, nil
	}
	points, err := f.points(ctx, path, in.Coding.Features())
	if err != nil {
		failure, other := asFailure(err)
		return landmarks{Failure: failure}, other
	}
	in.scale(points)
	return f.S.usable(ctx, &in, landmarks{Points: points, Width: len(in.Coding.Features())}), nil
}

// points returns the points of the file, one after the other.
func (f *givenLandmarksFn) points(ctx context.Context, path string, features []string) (points []float64, err error) {
	coding := data.Coding{Width: len(features)}
	for j, name := range features {
		coding.Columns = append(coding.Columns, data.CodedColumn{Name: name, Number: j + 1})
	}
	x := make([]float64, len(features))
	most, isLimited := f.S.Spec.Values[model.BudgetName]
	rows, err := eachRow(ctx, path, string(data.HeaderYes), func(p *part) error {
		if isLimited && len(points) >= int(most)*len(x) {
			return nil
		}
		bad := p.bad
		if bad == nil && len(p.Names) == len(x) {
			if _, bad = p.coded(coding, x); bad == nil {
				points = append(points, x...)
			}
		}
		if bad != nil {
			return bad
		}
		return nil
	})
	switch {
	case err != nil:
		return nil, err
	case !slices.Equal(rows.Names, features):
		return nil, &data.Error{File: path, Problem: "its columns are " + strings.Join(rows.Names, ", "),
			Want: "the features " + strings.Join(features, ", ") + " in this order"}
	case points == nil:
		return nil, &data.Error{File: path, Problem: "no landmarks in it", Want: "one or more rows"}
	}
	return points, nil
}

// selected returns the landmarks, by the selected method.
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

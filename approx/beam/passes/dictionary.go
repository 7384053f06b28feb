package passes

import (
	"context"
	"reflect"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"gramscope/approx"
	"gramscope/model/kernel"
)

func init() {
	beam.RegisterType(reflect.TypeFor[dictionaryFn]())
	beam.RegisterType(reflect.TypeFor[mergeDictionaries]())
	registerGob[dictionary](encodeDictionary, decodeDictionary)
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
		return dictionary{Failure: said(err)}
	}
	k, err := s.kernel(a.Shape)
	if err != nil {
		return dictionary{Failure: said(err)}
	}
	p, err := s.disqueak().Merge(k, &a.Partial, &b.Partial, s.Spec.Seed)
	if err != nil {
		return dictionary{Failure: said(err)}
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
	size := f.S.disqueak().LeafSize()
	shrink := func() {
		x, _ := leaf.take(in.Scaling)
		if x == nil {
			return
		}
		out = f.S.merged(out, dictionary{Partial: *f.S.disqueak().Leaf(x), Shape: in.Shape})
		merges.Inc(ctx, 1)
		held.Update(ctx, int64(len(out.Partial.Copies)))
	}
	err := f.S.training(ctx, path, in.Coding, func(r *row) error {
		if leaf.add(r.X, r.Y); len(leaf.y) == size {
			shrink()
		}
		return nil
	})
	shrink()
	emit(out)
	return err
}

type mergeDictionaries struct{ S Settings }

func (f *mergeDictionaries) MergeAccumulators(a, b dictionary) dictionary {
	return f.S.merged(a, b)
}

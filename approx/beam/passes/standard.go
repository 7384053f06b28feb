package passes

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/log"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"gonum.org/v1/gonum/mat"

	"gramscope/data"
	"gramscope/model"
	"gramscope/model/kernel"
)

func init() {
	register.DoFn5x1[context.Context, string, columns, func(standard), func(string), error](&standardFn{})
	register.Emitter1[standard]()
	register.Emitter1[string]()
	register.Combiner1[standard](&mergeStandard{})
	register.DoFn3x2[context.Context, standard, columns, frame, error](&frameFn{})
	registerGob[standard](encodeStandard, decodeStandard)
	registerGob[frame](encodeFrame, decodeFrame)
}

// standard is what standardising and the kernel's width take of some parts, and of how many rows
// nothing could be taken.
type standard struct {
	Moments data.Moments // of the features and then the target, over training rows
	Sample  []sampled    // uniform, ascending by Draw
	HeldOut int
	Bad     int
	First   badRow // by place
}

// sampled is a training row that was drawn: of all those with the least numbers.
type sampled struct {
	Draw float64
	X    []float64
}

// badRow is one that could not be read.
type badRow struct {
	File   string
	Line   int
	Reason string
}

func encodeStandard(s standard) ([]byte, error) { return encode(s) }
func decodeStandard(b []byte) (standard, error) { return decode[standard](b) }

// standardFn reads a part once its columns are known.
type standardFn struct{ S Settings }

func (f *standardFn) ProcessElement(ctx context.Context, path string, all columns, emit func(standard), bad func(string)) error {
	coding, err := f.S.coding(all)
	if err != nil {
		return err
	}
	var out standard
	var row []float64
	err = f.S.sound(ctx, path, coding, func(r *data.Rows, x []float64, y float64) error {
		if f.S.isHeldOut(r) {
			out.HeldOut++
			return nil
		}
		row = append(append(row[:0], x...), y)
		out.Moments.Add(row)
		if draw := f.S.drawnAt(path, r.Line()); out.wants(draw, f.S.sampleSize()) {
			out.sample(sampled{draw, slices.Clone(x)}, f.S.sampleSize())
		}
		return nil
	}, func(wrong *data.Error) {
		if out.Bad++; out.Bad == 1 {
			out.First = badRow{path, wrong.Line, wrong.Error()}
		}
		badRows.Inc(ctx, 1)
		bad(wrong.Error())
	})
	emit(out)
	return err
}

// coding is how columns become features, and a target of numbers.
func (s *Settings) coding(all columns) (data.Coding, error) {
	coding, err := all.Kinds.Coding(s.choice())
	switch {
	case err != nil:
		return coding, err
	case coding.Target.Name == "":
		return coding, &data.Error{File: all.Kinds.File, Problem: "no target to learn; name one with --target"}
	case coding.Target.Texts != nil:
		return coding, &data.Error{File: all.Kinds.File, Problem: fmt.Sprintf("the target %q is text, of the classes %s", coding.Target.Name, shortened(coding.Target.Texts)),
			Want: "numbers: this is ridge regression; write the classes as numbers, or take gramscope fit on a sample"}
	}
	return coding, nil
}

func shortened(texts []string) string {
	if len(texts) > 6 {
		return fmt.Sprintf("%q and %d more", texts[:6], len(texts)-6)
	}
	return fmt.Sprintf("%q", texts)
}

func (s *standard) wants(draw float64, size int) bool {
	return len(s.Sample) < size || draw < s.Sample[len(s.Sample)-1].Draw
}

func (s *standard) sample(row sampled, size int) {
	at, _ := slices.BinarySearchFunc(s.Sample, row, compareSampled)
	s.Sample = slices.Insert(s.Sample, at, row)
	s.Sample = s.Sample[:min(size, len(s.Sample))]
}

func compareSampled(a, b sampled) int {
	return cmp.Or(cmp.Compare(a.Draw, b.Draw), slices.Compare(a.X, b.X))
}

// mergeStandard adds up parts.
type mergeStandard struct{ Size int }

func (f *mergeStandard) MergeAccumulators(a, b standard) standard {
	a.Moments.Merge(&b.Moments)
	a.Sample = slices.SortedFunc(slices.Values(slices.Concat(a.Sample, b.Sample)), compareSampled)
	a.Sample = a.Sample[:min(f.Size, len(a.Sample))]
	if a.Bad == 0 || b.Bad > 0 && cmp.Or(cmp.Compare(b.First.File, a.First.File), b.First.Line-a.First.Line) < 0 {
		a.First = b.First
	}
	a.HeldOut, a.Bad = a.HeldOut+b.HeldOut, a.Bad+b.Bad
	return a
}

// frame is what all rows are seen in, once the data are known: how they become features, their
// scale, the kernel.
type frame struct {
	Coding  data.Coding
	Scaling *data.Scaling
	Shape   kernel.Shape
	Mean    float64 // of the target
	Rows    int     // for training
	HeldOut int
	Bad     int
	Sample  []float64 // training rows, scaled, one after the other
}

func encodeFrame(f frame) ([]byte, error) { return encode(f) }
func decodeFrame(b []byte) (frame, error) { return decode[frame](b) }

// frameFn decides, and stops where too many rows are bad.
type frameFn struct{ S Settings }

func (f *frameFn) ProcessElement(ctx context.Context, all standard, cols columns) (frame, error) {
	if all.Bad > f.S.MaxBad {
		return frame{}, fmt.Errorf("%d bad rows, of which --max-bad allows %d; the first: %s", all.Bad, f.S.MaxBad, all.First.Reason)
	}
	coding, err := f.S.coding(cols)
	if err != nil {
		return frame{}, err
	}
	if all.Moments.Rows < 2 {
		return frame{}, &data.Error{File: f.S.Input, Problem: fmt.Sprintf("%d training rows", all.Moments.Rows), Want: "at least 2"}
	}
	names := coding.Features()
	out := frame{Coding: coding, Mean: all.Moments.Mean[len(names)], Rows: all.Moments.Rows, HeldOut: all.HeldOut, Bad: all.Bad}
	if f.S.Standardize {
		scaling, warnings, err := all.Moments.Scaling(names)
		if err != nil {
			return frame{}, err
		}
		for _, w := range warnings {
			log.Warn(ctx, w.Text)
		}
		out.Scaling = &scaling
	}
	rows := tile{width: len(names)}
	for _, row := range all.Sample {
		rows.add(row.X, 0)
	}
	x, _ := rows.take(out.Scaling)
	out.Sample, out.Shape.Gamma = x.RawMatrix().Data, f.S.Gamma
	if f.S.Gamma == 0 {
		family, _ := kernel.Lookup(f.S.Kernel)
		median, _ := kernel.PairwiseDistance(x, family.Geometry, rand.New(rand.NewPCG(f.S.Seed, 0)))
		out.Shape.Gamma = family.GammaOf(median)
	}
	_, err = f.S.kernel(out.Shape)
	return out, err
}

func (s *Settings) kernel(shape kernel.Shape) (model.Kernel, error) {
	family, _ := kernel.Lookup(s.Kernel)
	return family.Kernel(shape)
}

// sample is a uniform sample of the training rows, as the kernel sees them.
func (f *frame) sample() *mat.Dense {
	d := len(f.Coding.Features())
	return mat.NewDense(len(f.Sample)/d, d, f.Sample)
}

// standardised is the frame of the parts, and the places of bad rows.
func standardised(s beam.Scope, with Settings, parts, cols beam.PCollection) (frames, bad beam.PCollection) {
	each, bad := beam.ParDo2(s, &standardFn{with}, parts, beam.SideInput{Input: cols})
	all := beam.Combine(s, &mergeStandard{with.sampleSize()}, each)
	return beam.ParDo(s, &frameFn{with}, all, beam.SideInput{Input: cols}), bad
}

package passes

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"gramscope/data"
)

// standard is what standardising, the kernel's width and a uniform selection take of some parts, and of
// how many rows nothing could be taken.
type standard struct {
	Moments data.Moments // of the features and then the target, over training rows
	Classes []int        // training rows of each; nil for a target of numbers
	Sample  reservoir    // of training rows, by their places
	Drawn   reservoir    // landmarks, by what they say
	HeldOut int
	Dropped int
	Bad     int      // rows; lines where a bad row takes several, each of which may have been one
	Wrong   []badRow // the first by place

	Failure string // see told
}

// badRow is one that could not be read.
type badRow struct {
	File   string
	Line   int
	Lines  int // of the file that it takes
	Reason string
}

func (r badRow) String() string {
	if r.Lines == 1 {
		return r.Reason
	}
	return fmt.Sprintf("%s (read as one row with the %d lines below it)", r.Reason, r.Lines-1)
}

func (r badRow) compare(q badRow) int {
	return cmp.Or(cmp.Compare(r.File, q.File), cmp.Compare(r.Line, q.Line), cmp.Compare(r.Reason, q.Reason))
}

// standardFn reads a part once its columns are known.
type standardFn struct{ S Settings }

func (f *standardFn) ProcessElement(ctx context.Context, path string, all columns, emit func(standard)) error {
	coding, err := f.S.coding(all)
	if err != nil {
		failure, other := told(err)
		emit(standard{Failure: failure})
		return other
	}
	var out standard
	if coding.Target.Texts != nil {
		out.Classes = make([]int, len(coding.Target.Texts))
	}
	sample, landmarks, listed := f.S.sampleSize(), 0, f.S.listed()
	if f.S.selection() == uniform {
		landmarks = f.S.budget()
	}
	var numbers []float64
	err = f.S.rows(ctx, path, coding, func(r *row) error {
		switch {
		case r.Bad != nil:
			if out.Bad += r.Lines; len(out.Wrong) < listed {
				out.Wrong = append(out.Wrong, badRow{path, r.Bad.Line, r.Lines, said(r.Bad)})
			}
			badRows.Inc(ctx, int64(r.Lines))
		case r.Dropped:
			out.Dropped++
		case r.HeldOut:
			out.HeldOut++
		default:
			numbers = append(append(numbers[:0], r.X...), r.Y)
			out.Moments.Add(numbers)
			if out.Classes != nil {
				out.Classes[int(r.Y)]++
			}
			out.Sample.add(f.S.drawnAt(path, r.Line), r.X, sample)
			out.Drawn.add(f.S.drawnAs(r), r.X, landmarks)
		}
		return nil
	})
	emit(out)
	return err
}

// mergeStandard adds up parts.
type mergeStandard struct{ S Settings }

func (f *mergeStandard) MergeAccumulators(a, b standard) standard {
	a.Moments.Merge(&b.Moments)
	if a.Classes == nil {
		a.Classes, b.Classes = b.Classes, nil
	}
	for class, n := range b.Classes {
		a.Classes[class] += n
	}
	a.Sample.merge(b.Sample, f.S.sampleSize())
	a.Drawn.merge(b.Drawn, f.S.budget())
	a.Wrong = slices.SortedFunc(slices.Values(slices.Concat(a.Wrong, b.Wrong)), badRow.compare)
	a.Wrong = a.Wrong[:min(f.S.listed(), len(a.Wrong))]
	a.Failure = cmp.Or(a.Failure, b.Failure)
	a.HeldOut, a.Dropped, a.Bad = a.HeldOut+b.HeldOut, a.Dropped+b.Dropped, a.Bad+b.Bad
	return a
}

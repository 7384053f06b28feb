package passes

import (
	"cmp"
	"context"
	"fmt"
	"slices"
)

// standard has sums over some parts, for standardising, the kernel's width and a uniform selection of
// landmarks, and counts of the rows that are not used.
type standard struct {
	Moments moments   // of the features and then the target, over training rows
	Classes []int     // training rows of each class; nil for a target of numbers
	Sample  reservoir // of training rows, drawn by their places
	Drawn   reservoir // landmarks, drawn by their content
	HeldOut int
	Dropped int
	Bad     int      // bad rows; one that takes several lines counts once for each line, as each may have been a row
	Wrong   []badRow // the first bad rows, by place

	Failure string // see asFailure
}

// badRow is a row that could not be read.
type badRow struct {
	File   string
	Line   int
	Lines  int // number of lines in the file
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

// standardFn reads a part, once the columns are known.
type standardFn struct{ S Settings }

func (f *standardFn) ProcessElement(ctx context.Context, path string, all columns, emit func(standard)) error {
	coding, err := f.S.coding(all)
	if err != nil {
		failure, other := asFailure(err)
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
			out.Moments.add(numbers)
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

// mergeStandard adds the sums of parts.
type mergeStandard struct{ S Settings }

func (f *mergeStandard) MergeAccumulators(a, b standard) standard {
	a.Moments.merge(&b.Moments)
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

package passes

import (
	"cmp"
	"context"
	"reflect"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"gramscope/data"
)

func init() {
	beam.RegisterType(reflect.TypeFor[columnsFn]())
	beam.RegisterType(reflect.TypeFor[mergeColumns]())
	registerGob[columns](encodeColumns, decodeColumns)
}

// columns are what the columns of some parts hold.
type columns struct {
	Kinds   data.Kinds
	Failure string // see told
}

func encodeColumns(c columns) ([]byte, error) { return encode(c) }
func decodeColumns(b []byte) (columns, error) { return decode[columns](b) }

// columnsFn looks at the columns of a part.
type columnsFn struct{ S Settings }

func (f *columnsFn) ProcessElement(ctx context.Context, path string, emit func(columns)) error {
	var kinds *data.Kinds
	rows, err := eachRow(ctx, path, f.S.Header, func(r *data.Rows, bad *data.Error) error {
		if kinds == nil {
			kinds = data.NewKinds(r)
		}
		if bad == nil {
			kinds.Add(r) // of bad rows the pass tells that knows what columns are for
		}
		return nil
	})
	if err != nil {
		failure, other := told(err)
		emit(columns{Failure: failure})
		return other
	}
	if kinds == nil {
		kinds = data.NewKinds(rows)
	}
	emit(columns{Kinds: *kinds})
	return nil
}

type mergeColumns struct{}

func (*mergeColumns) MergeAccumulators(a, b columns) columns {
	if err := a.Kinds.Merge(&b.Kinds); err != nil {
		a.Failure = err.Error()
	}
	a.Failure = cmp.Or(min(a.Failure, b.Failure), a.Failure, b.Failure)
	return a
}

func allColumns(s beam.Scope, with Settings, parts beam.PCollection) beam.PCollection {
	return beam.Combine(s, &mergeColumns{}, beam.ParDo(s, &columnsFn{with}, parts))
}

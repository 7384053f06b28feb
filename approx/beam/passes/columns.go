package passes

import (
	"context"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"gramscope/data"
)

func init() {
	register.DoFn3x1[context.Context, string, func(columns), error](&columnsFn{})
	register.Emitter1[columns]()
	register.Combiner1[columns](&mergeColumns{})
	registerGob[columns](encodeColumns, decodeColumns)
}

// columns are what the columns of some parts hold.
type columns struct{ Kinds data.Kinds }

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
		return err
	}
	if kinds == nil {
		kinds = data.NewKinds(rows)
	}
	emit(columns{*kinds})
	return nil
}

type mergeColumns struct{}

func (*mergeColumns) MergeAccumulators(a, b columns) (columns, error) {
	err := a.Kinds.Merge(&b.Kinds)
	return a, err
}

func allColumns(s beam.Scope, with Settings, parts beam.PCollection) beam.PCollection {
	return beam.Combine(s, &mergeColumns{}, beam.ParDo(s, &columnsFn{with}, parts))
}

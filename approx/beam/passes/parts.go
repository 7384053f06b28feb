package passes

import (
	"context"
	"hash/fnv"
	"io"
	"math"
	"strconv"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	"gonum.org/v1/gonum/mat"

	"gramscope/data"
)

var (
	rowsRead = beam.NewCounter("gramscope", "rows read, in all passes")
	badRows  = beam.NewCounter("gramscope", "bad rows")
)

// eachRow goes through a part. bad says that the present line is no row.
func eachRow(ctx context.Context, path, header string, each func(r *data.Rows, bad *data.Error) error) (*data.Rows, error) {
	fs, err := filesystem.New(ctx, path)
	if err != nil {
		return nil, err
	}
	defer fs.Close()
	file, err := fs.OpenRead(ctx, path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	rows, err := data.NewRows(file, path, data.Header(header))
	if err != nil {
		return nil, err
	}
	count := int64(0)
	defer func() { rowsRead.Inc(ctx, count) }()
	for {
		bad, err := rows.Next()
		if err == io.EOF {
			return rows, nil
		}
		if err != nil {
			return nil, err
		}
		count++
		if err := each(rows, bad); err != nil {
			return nil, err
		}
	}
}

// sound goes through the rows of a part that have the coding, by what is said of the others. x is used anew for each row.
func (s *Settings) sound(ctx context.Context, path string, c data.Coding, each func(r *data.Rows, x []float64, y float64) error, bad func(*data.Error)) error {
	x := make([]float64, len(c.Features()))
	_, err := eachRow(ctx, path, s.Header, func(r *data.Rows, wrong *data.Error) error {
		var y float64
		if wrong == nil {
			y, wrong = r.Coded(c, x)
		}
		if wrong != nil {
			bad(wrong)
			return nil
		}
		return each(r, x, y)
	})
	return err
}

// isHeldOut tells whether a row is for testing. It depends on what its cells say alone, so that equal
// rows are on the same side, wherever they stand.
func (s *Settings) isHeldOut(r *data.Rows) bool {
	h := fnv.New64a()
	for j := range r.Names {
		io.WriteString(h, r.Cell(j))
		h.Write([]byte{0})
	}
	return fraction(h.Sum64(), s.Seed) < s.Test
}

// drawnAt is a number in [0, 1) of a place, by which rows are sampled.
func (s *Settings) drawnAt(path string, line int) float64 {
	h := fnv.New64a()
	io.WriteString(h, path+"\x00"+strconv.Itoa(line))
	return fraction(h.Sum64(), s.Seed+1)
}

// fraction turns a hash into a number in [0, 1): the finaliser of SplitMix64, as the
// hashes of texts that differ little differ little in their leading bits.
func fraction(hash, seed uint64) float64 {
	z := hash + (seed+1)*0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return float64((z^z>>31)>>11) * math.Ldexp(1, -53)
}

// tile collects rows for work that is done on many at a time.
type tile struct {
	width int
	x     []float64
	y     []float64
}

func (t *tile) add(x []float64, y float64) { t.x, t.y = append(t.x, x...), append(t.y, y) }

// matrix is what was collected, and the tile is empty; nil for no rows. It is good until the next row.
func (t *tile) take(scaling *data.Scaling) (x *mat.Dense, y []float64) {
	if len(t.y) == 0 {
		return nil, nil
	}
	x, y = mat.NewDense(len(t.y), t.width, t.x), t.y
	t.x, t.y = t.x[:0], t.y[:0]
	if scaling != nil {
		scaling.Apply(x)
	}
	return x, y
}

package passes

import (
	"context"
	"hash"
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

// row is one of the data.
type row struct {
	X       []float64 // used anew for the next
	Y       float64   // number of the class where the target is text
	Line    int
	Hash    uint64 // of what its cells say
	HeldOut bool
}

// rest is what becomes of those that are none; either may be nil.
type rest struct {
	bad     func(*data.Error)
	dropped func() // for a missing value
}

// sound goes through the rows of a part that have the coding.
func (s *Settings) sound(ctx context.Context, path string, c data.Coding, each func(*row) error, others rest) error {
	one := row{X: make([]float64, len(c.Features()))}
	hashed := hasher{of: fnv.New64a()}
	_, err := eachRow(ctx, path, s.Header, func(r *data.Rows, wrong *data.Error) error {
		if wrong == nil && s.Choice.DropMissing && r.Misses(c) {
			if others.dropped != nil {
				others.dropped()
			}
			return nil
		}
		if wrong == nil {
			one.Y, wrong = r.Coded(c, one.X)
		}
		if wrong != nil {
			if others.bad != nil {
				others.bad(wrong)
			}
			return nil
		}
		one.Line, one.Hash = r.Line(), hashed.row(r)
		one.HeldOut = fraction(one.Hash, s.Spec.Seed) < s.Spec.Test
		return each(&one)
	})
	return err
}

// training goes through the training rows of a part.
func (s *Settings) training(ctx context.Context, path string, c data.Coding, each func(*row) error) error {
	return s.sound(ctx, path, c, func(r *row) error {
		if r.HeldOut {
			return nil
		}
		return each(r)
	}, rest{})
}

// hasher hashes what the cells of a row say and nothing else, so that equal rows are on the same side
// of a split, wherever they stand.
type hasher struct {
	of    hash.Hash64
	bytes []byte
}

func (h *hasher) row(r *data.Rows) uint64 {
	h.bytes = h.bytes[:0]
	for j := range r.Names {
		h.bytes = append(append(h.bytes, r.Cell(j)...), 0)
	}
	h.of.Reset()
	h.of.Write(h.bytes)
	return h.of.Sum64()
}

// drawnAt is a number in [0, 1) of a place.
func (s *Settings) drawnAt(path string, line int) float64 {
	h := fnv.New64a()
	io.WriteString(h, path+"\x00"+strconv.Itoa(line))
	return fraction(h.Sum64(), s.Spec.Seed+1)
}

// drawnAs is a number in [0, 1) of what a row says.
func (s *Settings) drawnAs(r *row) float64 { return fraction(r.Hash, s.Spec.Seed+2) }

// fraction turns a hash into a number in [0, 1): the finaliser of SplitMix64, as the
// hashes of texts that differ little differ little in their leading bits.
func fraction(hash, seed uint64) float64 {
	z := hash + (seed+1)*0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return float64((z^z>>31)>>11) * math.Ldexp(1, -53)
}

// tileRows is how many rows are worked on at a time.
const tileRows = 512

// tile collects rows for work that is done on many at a time.
type tile struct {
	width int
	x     []float64
	y     []float64
}

func (t *tile) add(x []float64, y float64) { t.x, t.y = append(t.x, x...), append(t.y, y) }

// take gives what was collected, and the tile is empty; nil for no rows. It is good until the next row.
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

// tiled goes through the training rows of a part, scaled, many at a time.
func (s *Settings) tiled(ctx context.Context, path string, in *frame, each func(x *mat.Dense, y []float64) error) error {
	rows := tile{width: len(in.Coding.Features())}
	empty := func() error {
		if x, y := rows.take(in.Scaling); x != nil {
			return each(x, y)
		}
		return nil
	}
	err := s.training(ctx, path, in.Coding, func(r *row) error {
		if rows.add(r.X, r.Y); len(rows.y) == tileRows {
			return empty()
		}
		return nil
	})
	if err == nil {
		err = empty()
	}
	return err
}

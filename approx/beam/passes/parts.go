package passes

import (
	"context"
	"hash/fnv"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	"gonum.org/v1/gonum/mat"

	"gramscope/data"
)

var (
	rowsRead = beam.NewCounter("gramscope", "rows read, in all passes")
	badRows  = beam.NewCounter("gramscope", "bad rows")
)

// eachRow calls each for every row of a part, until it returns io.EOF, and returns the part.
func eachRow(ctx context.Context, path, header string, each func(p *part) error) (*part, error) {
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
	rows, err := data.NewRows(file, path, data.Dialect{Header: data.Header(header)})
	if err != nil {
		return nil, err
	}
	p := &part{Rows: rows, path: path}
	count := int64(0)
	defer func() { rowsRead.Inc(ctx, count) }()
	for {
		err := p.next()
		if err == nil {
			count++
			err = each(p)
		}
		if err == io.EOF {
			return p, nil
		}
		if err != nil {
			return nil, err
		}
	}
}

// row is a row of the data.
type row struct {
	X       []float64 // its memory is reused for the next row
	Y       float64   // number of the class if the target is text
	Line    int
	Hash    uint64 // of the cells only, so that equal rows are on the same side of a split
	HeldOut bool

	Bad     *data.Error // why the row can't be used; nil if it can
	Lines   int         // number of lines in the file
	Dropped bool        // left out for a missing value
}

// rows calls each for every row of a part, coded by c.
func (s *Settings) rows(ctx context.Context, path string, c data.Coding, each func(*row) error) error {
	x, cells, hash, needed := make([]float64, len(c.Features())), []byte(nil), fnv.New64a(), used(c)
	_, err := eachRow(ctx, path, s.Header, func(p *part) error {
		one := row{X: x, Line: p.line(), Lines: p.lines(), Bad: p.bad}
		if p.bad != nil {
			return each(&one)
		}
		if one.Dropped = s.Choice.DropMissing && p.misses(needed); !one.Dropped {
			one.Y, one.Bad = p.coded(c, x)
		}
		cells = cells[:0]
		for _, cell := range p.Cells {
			cells = append(append(cells, strings.TrimSpace(cell)...), 0)
		}
		hash.Reset()
		hash.Write(cells)
		one.Hash = hash.Sum64()
		one.HeldOut = fraction(one.Hash, s.Spec.Seed) < s.Spec.Test
		return each(&one)
	})
	return err
}

// drawnAt returns a pseudo-random number in [0, 1) that depends on the place of a row and on the seed.
func (s *Settings) drawnAt(path string, line int) float64 {
	h := fnv.New64a()
	io.WriteString(h, path+"\x00"+strconv.Itoa(line))
	return fraction(h.Sum64(), s.Spec.Seed+1)
}

// drawnAs returns a pseudo-random number in [0, 1) that depends on the content of a row and on the seed.
func (s *Settings) drawnAs(r *row) float64 { return fraction(r.Hash, s.Spec.Seed+2) }

// fraction maps a hash to a number in [0, 1) by the finaliser of SplitMix64. The hashes of similar texts
// may have similar leading bits.
func fraction(hash, seed uint64) float64 {
	z := hash + (seed+1)*0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return float64((z^z>>31)>>11) * math.Ldexp(1, -53)
}

// tileRows is the number of rows that are processed at a time.
const tileRows = 512

// tile collects rows that are processed together.
type tile struct {
	x, y []float64
	work func(x *mat.Dense, y []float64) error // nil for rows that are not processed
}

// empty scales and processes the collected rows.
func (t *tile) empty(in *frame) error {
	if len(t.y) == 0 {
		return nil
	}
	in.scale(t.x)
	err := t.work(mat.NewDense(len(t.y), len(t.x)/len(t.y), t.x), t.y)
	t.x, t.y = t.x[:0], t.y[:0]
	return err
}

// tiled processes the rows of a part, scaled, size at a time, by one function for training rows and one for rows held
// out.
func (s *Settings) tiled(ctx context.Context, path string, in *frame, size int,
	training, heldOut func(x *mat.Dense, y []float64) error) error {
	train, test := tile{work: training}, tile{work: heldOut}
	err := s.rows(ctx, path, in.Coding, func(r *row) error {
		t := &train
		if r.HeldOut {
			t = &test
		}
		if r.Bad != nil || r.Dropped || t.work == nil {
			return nil
		}
		t.x, t.y = append(t.x, r.X...), append(t.y, r.Y)
		if len(t.y) < size {
			return nil
		}
		return t.empty(in)
	})
	if err == nil {
		err = train.empty(in)
	}
	if err == nil {
		err = test.empty(in)
	}
	return err
}

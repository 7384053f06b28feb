package data

import (
	"encoding/binary"
	"fmt"
	"hash/crc64"
	"math"
)

// Fingerprint returns a checksum of everything that the rows of a source depend on: of a file its cells, the
// choice of its columns and rows, of a built-in set its name, of rows in memory their features, and of both the given landmarks. It takes time
// proportional to the cells.
func Fingerprint(s Source) uint64 {
	sum := &checksum{table: crc64.MakeTable(crc64.ECMA)}
	sum.text("%q %d %d %q %t", s.Name(), s.Rows(), s.Dims(), s.Classes(), s.HasTarget())
	if sub, is := s.(*Subset); is {
		s = sub.Source
	}
	if p, is := s.(*pool); is {
		for i := range p.Rows() {
			for _, v := range p.set.X.RawRowView(i) {
				sum.number(math.Float64bits(v))
			}
		}
	}
	if file, is := s.(*File); is {
		sum.text("%s", file.Target())
		for j, f := range file.features {
			sum.text("%q", f.name)
			if f.code > 0 && j > 0 { // a text of the column before
				continue
			}
			sum.column(f.cells, file.table.Rows)
		}
		if file.values != nil {
			sum.column(file.values, file.table.Rows)
		}
		for i := range file.rows {
			sum.number(uint64(file.rows[i]))
		}
	}
	if l := s.Landmarks(); l != nil {
		for i := range l.Count() {
			for _, v := range l.X.RawRowView(i) {
				sum.number(math.Float64bits(v))
			}
		}
	}
	sum.flush()
	return sum.value
}

// checksum is a checksum of texts and numbers.
type checksum struct {
	table  *crc64.Table
	value  uint64
	buffer []byte
}

func (c *checksum) text(format string, args ...any) {
	c.buffer = fmt.Appendf(c.buffer, format, args...)
}

func (c *checksum) number(bits uint64) {
	if c.buffer = binary.LittleEndian.AppendUint64(c.buffer, bits); len(c.buffer) >= 1<<15 {
		c.flush()
	}
}

// column adds the nonzero cells, with their rows.
func (c *checksum) column(of cells, rows int) {
	each(of, 0, rows, func(row int, v float64) {
		c.number(uint64(row))
		c.number(math.Float64bits(v))
	})
}

func (c *checksum) flush() {
	c.value = crc64.Update(c.value, c.table, c.buffer)
	c.buffer = c.buffer[:0]
}

package data

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"hash/crc64"
	"math"
)

// Fingerprint returns a checksum of everything that the rows of a source depend on: of a file its cells, the
// choice of its columns and rows, of a built-in set its name, of rows in memory their features, and of both the given
// landmarks. It takes time proportional to the cells.
func Fingerprint(s Source) uint64 {
	sum := crc64.New(crc64.MakeTable(crc64.ECMA))
	out := bufio.NewWriterSize(sum, 1<<15) // it has no errors, as a checksum has none
	number := func(bits uint64) { out.Write(binary.LittleEndian.AppendUint64(out.AvailableBuffer(), bits)) }
	fmt.Fprintf(out, "%q %d %d %q %t", s.Name(), s.Rows(), s.Dims(), s.Classes(), s.HasTarget())
	if file, is := s.(*File); is {
		column := func(of cells) { // the nonzero cells, with their rows
			each(of, 0, file.table.Rows, func(row int, v float64) {
				number(uint64(row))
				number(math.Float64bits(v))
			})
		}
		out.WriteString(file.Target())
		for j, f := range file.features {
			fmt.Fprintf(out, "%q", f.name)
			if f.code > 0 && j > 0 { // a text of the column before
				continue
			}
			column(f.cells)
		}
		if file.values != nil {
			column(file.values)
		}
		for _, row := range file.rows {
			number(uint64(row))
		}
	}
	if l := s.Landmarks(); l != nil {
		for i := range l.Count() {
			for _, v := range l.X.RawRowView(i) {
				number(math.Float64bits(v))
			}
		}
	}
	out.Flush()
	return sum.Sum64()
}

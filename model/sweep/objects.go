package sweep

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"

	"gramscope/data"
	"gramscope/data/remedy"
	"gramscope/model"
)

// readObjects adds the rows of a file in the json format: one object a line.
func (r *Results) readObjects(file io.Reader, name string, limit int64) (CutShort, error) {
	in := bufio.NewReaderSize(file, longestRow)
	var header *fileHeader // of the last row
	for number := 1; ; number++ {
		line, err := in.ReadSlice('\n')
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			return 0, &data.Error{File: name, Line: number, Problem: "the row that begins here is longer than " + model.Bytes(longestRow), Want: "a line of a results file"}
		case errors.Is(err, io.EOF) && len(line) > 0:
			return CutShort(number), nil
		case errors.Is(err, io.EOF):
			return 0, nil
		case err != nil:
			return 0, fmt.Errorf("%s: %s", name, data.Cause(err))
		case len(bytes.TrimSpace(line)) == 0:
			continue
		}
		names, cells, err := jsonCells(line)
		if err != nil {
			return 0, fmt.Errorf("%s:%d: %w; mend it or remove the line", name, number, err)
		}
		if header == nil || !slices.Equal(header.names, names) {
			for _, needed := range []string{"method", "error"} {
				if !slices.Contains(names, needed) {
					return 0, &data.Error{File: name, Line: number, Problem: "these are not the columns of gramscope's results: " + needed + " is missing",
						Want: "a results file", Remedies: remedy.By("write one as CSV", "format", "csv")}
				}
			}
			header = newFileHeader(names)
			for _, column := range names {
				if !slices.Contains(r.Header, column) {
					r.Header = append(r.Header, column)
				}
			}
		}
		row, err := header.result(cells)
		if err != nil {
			return 0, fmt.Errorf("%s:%d: %w; mend it or remove the line", name, number, err)
		}
		if r.memory += resultMemory(cells); r.memory > limit {
			return 0, tooManyRows(fmt.Sprintf("the first %d rows", len(r.Rows)+1), limit)
		}
		r.Rows = append(r.Rows, row)
	}
}

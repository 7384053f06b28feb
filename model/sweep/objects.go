package sweep

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"

	"gramscope/data"
)

// readObjects adds the rows of a file in the json format: one object a line.
func (r *Results) readObjects(file io.Reader, name string, limit int64) (CutShort, error) {
	in := bufio.NewReaderSize(file, longestRow)
	var header *fileHeader // of the last row
	for number := 1; ; number++ {
		line, err := in.ReadSlice('\n')
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			return 0, rowTooLong(name, number)
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
			if err := checkHeader(names, name, number); err != nil {
				return 0, err
			}
			header = newFileHeader(names)
			for _, column := range names {
				if !slices.Contains(r.Header, column) {
					r.Header = append(r.Header, column)
				}
			}
		}
		err = r.add(header, cells, limit)
		if full := (*data.Error)(nil); errors.As(err, &full) {
			return 0, err
		}
		if err != nil {
			return 0, fmt.Errorf("%s:%d: %w; mend it or remove the line", name, number, err)
		}
	}
}

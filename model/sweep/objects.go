package sweep

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
)

// readObjects is Read for the json format: one object a line, of which each may have other columns.
func (r *Results) readObjects(text []byte, name string, limit int64) error {
	var header *fileHeader // of the last row
	number := 0
	for line := range bytes.Lines(text) {
		if number++; len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		names, cells, err := jsonCells(line)
		if err == nil && (header == nil || !slices.Equal(header.names, names)) {
			header, err = newFileHeader(names, name, number)
			for _, column := range names {
				r.column(column, Place{})
			}
		}
		var row Result
		if err == nil {
			row, err = header.result(cells)
		}
		if err == nil {
			err = r.add(row, limit)
		}
		if err != nil {
			return placed(name, [2]int{number}, err)
		}
	}
	return nil
}

// jsonCells returns the names of the columns of a row in JSON, in their order, and its cells as in CSV.
func jsonCells(row []byte) (names, cells []string, err error) {
	in := json.NewDecoder(bytes.NewReader(row))
	in.UseNumber()
	if open, err := in.Token(); err != nil || open != json.Delim('{') {
		return nil, nil, errors.New("this is not a JSON object")
	}
	for in.More() {
		name, wrong := in.Token()
		value, err := in.Token()
		if err := cmp.Or(wrong, err); err != nil {
			return nil, nil, jsonError(err)
		}
		column := name.(string) // package json allows nothing else as a key
		if slices.Contains(names, column) {
			return nil, nil, fmt.Errorf("column %s is there twice", column)
		}
		if _, nested := value.(json.Delim); nested {
			return nil, nil, fmt.Errorf("column %s holds a list or an object, expected a number or text", column)
		}
		names, cells = append(names, column), append(cells, "")
		if value != nil {
			cells[len(cells)-1] = fmt.Sprint(value)
		}
	}
	if _, err := in.Token(); err != nil { // the closing brace
		return nil, nil, jsonError(err)
	}
	if _, err := in.Token(); err != io.EOF {
		return nil, nil, errors.New("something follows the JSON object")
	}
	return names, cells, nil
}

func jsonError(err error) error { return fmt.Errorf("this is not a JSON object: %w", err) }

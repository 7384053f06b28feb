package sweep

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
)

// readObjects is readRows for the json format: one object a line, of which each may have other columns.
func readObjects(text []byte, name string, take func(*fileHeader, Result) error) (CutShort, error) {
	var header *fileHeader // of the last row
	for number := 1; len(text) > 0; number++ {
		line, rest, whole := bytes.Cut(text, []byte("\n"))
		if text = rest; len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		if !whole {
			return CutShort(number), nil
		}
		names, cells, err := jsonCells(line)
		if err != nil {
			return 0, placed(name, [2]int{number}, err)
		}
		if header == nil || !slices.Equal(header.names, names) {
			if header, err = newFileHeader(names, name, number); err != nil {
				return 0, err
			}
			if err := take(header, Result{}); err != nil {
				return 0, err
			}
		}
		row, err := header.result(cells)
		if err == nil {
			err = take(header, row)
		}
		if err != nil {
			return 0, placed(name, [2]int{number}, err)
		}
	}
	return 0, nil
}

// jsonCells returns the names of the columns of a row in JSON, in their order, and its cells as in CSV.
func jsonCells(row []byte) (names, cells []string, err error) {
	in := json.NewDecoder(bytes.NewReader(row))
	in.UseNumber()
	if open, err := in.Token(); err != nil || open != json.Delim('{') {
		return nil, nil, errors.New("this is not a JSON object")
	}
	for in.More() {
		name, err := in.Token()
		if err != nil {
			return nil, nil, jsonError(err)
		}
		value, err := in.Token()
		if err != nil {
			return nil, nil, jsonError(err)
		}
		column := name.(string) // package json allows nothing else as a key
		if slices.Contains(names, column) {
			return nil, nil, fmt.Errorf("column %s is there twice", column)
		}
		cell := ""
		switch v := value.(type) {
		case string:
			cell = v
		case json.Number:
			cell = v.String()
		case bool:
			cell = strconv.FormatBool(v)
		case json.Delim:
			return nil, nil, fmt.Errorf("column %s holds a list or an object, expected a number or text", column)
		}
		names, cells = append(names, column), append(cells, cell)
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

package sweep

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"gramscope/data/remedy"
)

// Writer writes rows, and flushes after each row.
type Writer interface {
	// Write writes a row of one value a column: a string, bool, int64 or float64, or nil or NaN
	// if there is no value. See [Values].
	Write(values []any) error
	// WriteText writes a row that [Plan.Finished] has read. A CSV writer writes every cell
	// unchanged.
	WriteText(Record) error
}

// Values returns a result's values in the columns.
func Values(columns []Column, r *Result) []any {
	values := make([]any, len(columns))
	for i, c := range columns {
		values[i] = c.value(r)
	}
	return values
}

// NewRecord returns the text of values, one for each column.
func NewRecord(columns []Column, values []any) Record {
	rec := make(Record, len(columns))
	for i, c := range columns {
		rec[c.Name] = text(values[i])
	}
	return rec
}

// Record is a row of a results file: the text of each cell by the name of its column.
type Record map[string]string

// Formats returns the names of the formats of [NewWriter].
func Formats() []string { return []string{"csv", "json"} }

// NewWriter returns a writer of rows with those columns: csv with a header line, or json, one object
// a line. An unknown format is a *SpecError.
func NewWriter(w io.Writer, format string, columns []Column) (Writer, error) {
	switch format {
	case "csv":
		c := csvWriter{csv.NewWriter(w), columns}
		return c, c.w.WriteAll([][]string{namesOf(columns)})
	case "json":
		return jsonWriter{w, columns}, nil
	}
	return nil, &SpecError{fmt.Sprintf("unknown format %q", format), remedy.Do("choose one of " + strings.Join(Formats(), ", "))}
}

// text returns a value in the shortest form that reads back the same, "" if there is none.
func text(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case bool:
		return strconv.FormatBool(v)
	case int64:
		return strconv.FormatInt(v, 10)
	case float64:
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return ""
		}
		return strconv.FormatFloat(v, 'g', -1, 64)
	}
	return ""
}

func record(columns []Column, r Result) Record { return NewRecord(columns, Values(columns, &r)) }

type csvWriter struct {
	w       *csv.Writer
	columns []Column
}

func (c csvWriter) Write(values []any) error { return c.WriteText(NewRecord(c.columns, values)) }

func (c csvWriter) WriteText(rec Record) error {
	cells := make([]string, len(c.columns))
	for i, col := range c.columns {
		cells[i] = rec[col.Name]
	}
	return c.w.WriteAll([][]string{cells}) // WriteAll flushes
}

type jsonWriter struct {
	w       io.Writer
	columns []Column
}

// Write writes the columns in their order. Marshalling a map would sort them.
func (j jsonWriter) Write(values []any) error {
	var cells []string
	for i, v := range values {
		if f, ok := v.(float64); ok && (math.IsNaN(f) || math.IsInf(f, 0)) {
			v = nil
		}
		cell, err := json.Marshal(v)
		if err != nil {
			return err
		}
		cells = append(cells, fmt.Sprintf("%q:%s", j.columns[i].Name, cell))
	}
	_, err := fmt.Fprintf(j.w, "{%s}\n", strings.Join(cells, ","))
	return err
}

func (j jsonWriter) WriteText(rec Record) error {
	r, err := rec.Result()
	if err != nil {
		return err
	}
	return j.Write(Values(j.columns, &r))
}

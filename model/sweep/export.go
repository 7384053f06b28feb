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

// Writer writes rows as they come.
type Writer interface {
	// Write writes one row, and flushes it.
	Write(*Result) error
	// WriteText writes a row whose cells are known as text already, as Plan.Finished
	// has read it; only a CSV writer takes every text as it stands.
	WriteText(Record) error
}

// Record is a row of a results file, by column.
type Record map[string]string

// Formats are the names of the formats NewWriter knows.
func Formats() []string { return []string{"csv", "json"} }

// NewWriter writes the columns to w: csv with a header line, or json, an object a line.
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

// text is a value in the shortest form that reads back the same; "" where it does not apply.
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

func record(columns []Column, r Result) Record {
	rec := make(Record, len(columns))
	for _, c := range columns {
		rec[c.Name] = text(c.value(&r))
	}
	return rec
}

type csvWriter struct {
	w       *csv.Writer
	columns []Column
}

func (c csvWriter) Write(r *Result) error { return c.WriteText(record(c.columns, *r)) }

func (c csvWriter) WriteText(rec Record) error {
	cells := make([]string, len(c.columns))
	for i, col := range c.columns {
		cells[i] = rec[col.Name]
	}
	return c.w.WriteAll([][]string{cells}) // which flushes
}

type jsonWriter struct {
	w       io.Writer
	columns []Column
}

// Write writes the columns in order, which a map would not keep.
func (j jsonWriter) Write(r *Result) error {
	var cells []string
	for _, c := range j.columns {
		v := c.value(r)
		if f, ok := v.(float64); ok && (math.IsNaN(f) || math.IsInf(f, 0)) {
			v = nil
		}
		cell, err := json.Marshal(v)
		if err != nil {
			return err
		}
		cells = append(cells, fmt.Sprintf("%q:%s", c.Name, cell))
	}
	_, err := fmt.Fprintf(j.w, "{%s}\n", strings.Join(cells, ","))
	return err
}

func (j jsonWriter) WriteText(rec Record) error {
	r, err := rec.Result()
	if err != nil {
		return err
	}
	return j.Write(&r)
}

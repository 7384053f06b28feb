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
type Writer interface{ Write(*Result) error }

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

type csvWriter struct {
	w       *csv.Writer
	columns []Column
}

func (c csvWriter) Write(r *Result) error {
	cells := make([]string, len(c.columns))
	for i, col := range c.columns {
		cells[i] = col.Text(r)
	}
	return c.w.WriteAll([][]string{cells}) // WriteAll flushes
}

type jsonWriter struct {
	w       io.Writer
	columns []Column
}

// Write writes the columns in their order. Marshalling a map would sort them.
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

package command

import (
	"bufio"
	"context"
	"fmt"
	"io"

	"gramscope/data"
	"gramscope/model/fitted"
)

// openNew opens the rows that a model is to predict. For a model on a kernel matrix DATA holds kernel values,
// and the table the numbers of its rows.
func openNew(ctx context.Context, m *fitted.Model, name string, stdin io.Reader, options data.Options, scored bool) (*data.Table, error) {
	if m.Matrix == 0 {
		return data.Open(ctx, name, stdin, options)
	}
	if scored {
		return nil, &usageError{"--score needs the target beside the features, and DATA holds kernel values", "leave it out"}
	}
	cross, table, err := data.OpenCross(ctx, name, stdin, options)
	if err != nil {
		return nil, err
	}
	note, err := m.Bind(cross)
	table.Notes = append(table.Notes, note)
	return table, err
}

// writeRows writes the rows of the kernel matrix that a model depends on, one a line.
func (p *program) writeRows(m *fitted.Model) error {
	if m.Matrix == 0 {
		return &usageError{"--rows is for a model on a kernel matrix, and this one was fitted to points", "leave it out"}
	}
	out := bufio.NewWriter(p.stdout)
	for _, row := range m.MatrixRows() {
		fmt.Fprintln(out, row)
	}
	return out.Flush()
}

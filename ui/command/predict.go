package command

import (
	"bufio"
	"context"
	"encoding/csv"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"slices"
	"strconv"

	"gonum.org/v1/gonum/mat"

	"gramscope/data"
	"gramscope/data/legible"
	"gramscope/data/remedy"
	"gramscope/data/synthetic"
	"gramscope/model"
	"gramscope/model/fitted"
	"gramscope/model/learn"
)

// predict writes the predictions of a model for the rows of DATA, one per line.
func (p *program) predict(ctx context.Context, c command, args []string) error {
	f := newFlags(c)
	f.group("output")
	var probabilities, scored bool
	f.addBool("probabilities", "write the probability of every class, under a header with their names (logistic models only)", &probabilities)
	f.addBool("score", "compare the predictions with the target in DATA; the score goes to standard error", &scored)
	var listed bool
	f.addBool("rows", "only write the rows of the kernel matrix, from 1, with which DATA must have the kernel of each new point, in the order of its columns (models on a kernel matrix only)", &listed)
	var bars errorBars
	f.addWord("std", "write mean and standard deviation, separated by a comma: of the function, or with --std target of a new target, which has noise as well", []string{ofFunction, ofTarget}, &bars.of)
	f.add("interval", "P", "write the ends of the interval that holds a new target with probability P, such as 0.95, or with --std function the function, after mean and standard deviation", bars.interval)
	f.group("data")
	var dialect data.Dialect
	defineDialect(f, &dialect)
	var allowed int64
	f.memory("refuse a model or data that need more memory than this", &allowed)
	modelName, name, helped, err := f.readTwo(args, &listed, p.stdout, "DATA needs the columns that the model was fitted on, in any order. Other columns are ignored, and so is the target without --score.\n"+
		"Control characters in the name of a class are escaped, a line break as \\n and others as in \\x1b, so that every row is one line.")
	if helped || err != nil {
		return err
	}
	limitMemory(allowed)
	options := data.Options{OneRow: true, Dialect: dialect, MaxBytes: model.UsableMemory(allowed)}
	m, err := await(ctx, func() (*fitted.Model, error) { return fitted.Read(modelName, options.MaxBytes) })
	if err != nil {
		return err
	}
	if listed {
		return p.writeRows(m)
	}
	if probabilities && m.Learner != learn.LearnerLogistic {
		return &usageError{"--probabilities is for logistic models, and this is " + learnerTitle(m.Learner), "leave it out, or fit with --learner logistic"}
	}
	if err := bars.prepare(ctx, m, options.MaxBytes); err != nil {
		return err
	}
	table, err := openNew(ctx, m, name, p.stdin, options, scored)
	if errors.Is(err, fs.ErrNotExist) && isGenerator(name) {
		return &usageError{fmt.Sprintf("predict reads the rows of a file, and %s is a built-in set", name), "name a file, or - for standard input"}
	}
	if err != nil {
		return err
	}
	rows, err := await(ctx, func() (*data.File, error) { return table.Match(m.Coding, scored) })
	if none := (*data.Error)(nil); errors.As(err, &none) && errors.Is(err, data.ErrNoTarget) {
		none.Remedies = none.Remedies.Or(remedy.Change(remedy.Omit, "score"))
	}
	if err != nil {
		return err
	}
	p.notes(slices.Concat(table.Notes, rows.Notes()))
	out := bufio.NewWriter(p.stdout)
	w := &predictions{model: m, out: out, table: csv.NewWriter(out), probabilities: probabilities, scored: scored, bars: &bars}
	if err := w.write(ctx, name, rows); err != nil {
		return err
	}
	if m.Scaling != nil {
		p.notes(w.departures.Notes(m.Scaling, m.Coding.Features()))
	}
	if scored {
		n := len(w.truth)
		p.say(rowCount(n, "") + ": " + score(m, mat.NewDense(n, len(w.outputs)/n, w.outputs), w.truth) + w.bars.score(w.outputs, w.truth))
	}
	return nil
}

// predictions writes predictions for some rows at a time.
type predictions struct {
	model         *fitted.Model
	out           *bufio.Writer
	table         *csv.Writer // to out
	probabilities bool
	scored        bool
	bars          *errorBars

	truth, outputs []float64 // of all rows, if scored
	departures     data.Departures
}

const (
	partRows  = 8192
	partBytes = 64 << 20 // largest size of the features of a part
)

func (w *predictions) write(ctx context.Context, name string, rows *data.File) error {
	if w.probabilities {
		if err := w.table.Write(w.model.Names()); err != nil {
			return err
		}
	}
	for lo, set := range w.parts(rows) {
		values, err := await(ctx, func() (*mat.Dense, error) { return w.model.Values(set.X) })
		if err != nil {
			return inRow(name, lo, err)
		}
		var bad *fitted.RowError
		if err := w.writeValues(set.X, values); errors.As(err, &bad) {
			return inRow(name, lo, err)
		} else if err != nil {
			return err
		}
		if w.model.Scaling != nil {
			w.departures.Add(w.model.Scaling, set.X)
		}
		if w.scored {
			w.truth, w.outputs = append(w.truth, set.Y...), append(w.outputs, values.RawMatrix().Data...)
		}
	}
	return nil
}

// parts yields the rows some at a time, with the number of the first.
func (w *predictions) parts(rows *data.File) iter.Seq2[int, *data.Set] {
	return func(yield func(int, *data.Set) bool) {
		part := min(partRows, max(1, partBytes/(8*len(w.model.Coding.Features()))))
		for lo := 0; lo < rows.Rows(); lo += part {
			if !yield(lo, rows.Range(lo, min(lo+part, rows.Rows()))) {
				return
			}
		}
	}
}

// inRow returns the error of rows of a file of which lo is the first.
func inRow(name string, lo int, err error) error {
	if bad := (*fitted.RowError)(nil); errors.As(err, &bad) {
		bad.Row += lo
	}
	return fmt.Errorf("%s: %w", name, err)
}

func (w *predictions) writeValues(x, values *mat.Dense) error {
	rows, _ := values.Dims()
	switch names := w.model.Names(); {
	case w.probabilities:
		chances := w.model.Chances(values)
		cells := make([]string, len(names))
		for i := range rows {
			for j, p := range chances.RawRowView(i) {
				cells[j] = strconv.FormatFloat(p, 'g', -1, 64)
			}
			if err := w.table.Write(cells); err != nil {
				return err
			}
		}
		w.table.Flush()
	case names != nil:
		for _, class := range w.model.Decide(values) {
			w.out.WriteString(legible.Text(names[class]))
			w.out.WriteByte('\n')
		}
	case w.bars.asked():
		if err := w.bars.write(w.out, x, values); err != nil {
			return err
		}
	default:
		for i := range rows {
			w.out.Write(strconv.AppendFloat(w.out.AvailableBuffer(), values.At(i, 0), 'g', -1, 64))
			w.out.WriteByte('\n')
		}
	}
	return w.out.Flush()
}

// readTwo parses the flags and two other arguments, a model and data, or the model alone if that flag is set.
func (f *flags) readTwo(args []string, alone *bool, w io.Writer, more ...string) (modelName, name string, helped bool, err error) {
	rest, err := f.parse(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return "", "", true, f.help(w, more...)
	case err != nil:
		return "", "", false, err
	case *alone && len(rest) == 1:
		return rest[0], "", false, nil
	case *alone:
		return "", "", false, &usageError{fmt.Sprintf("--rows takes a model alone, and %d names are given", len(rest)), "leave the others out"}
	case len(rest) != 2:
		return "", "", false, &usageError{fmt.Sprintf("a model and data are needed: two names, not %d", len(rest)), "write " + f.command.usage()}
	}
	return rest[0], rest[1], false, nil
}

func isGenerator(name string) bool {
	_, ok, _ := synthetic.Find(name)
	return ok
}

package command

import (
	"bufio"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
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

// predict is the command that writes the predictions of a model for the rows of DATA, one per line.
func (p *program) predict() *flags {
	f := newFlags("predict [flags] MODEL.json DATA", "predict the rows of DATA with a model of `gramscope fit`, one prediction per line")
	f.arguments(aFile(), aFile())
	s := &predictSettings{}
	f.group("output")
	f.addBool("probabilities", "write the probability of every class, under a header with their names (logistic models only)", &s.probabilities)
	f.addBool("score", "compare the predictions with the target in DATA; the score goes to standard error", &s.scored)
	f.addBool("rows", "only write the rows of the kernel matrix, from 1, with which DATA must have the kernel of each new point, in the order of its columns (models on a kernel matrix only)", &s.listed)
	f.addWord("std", "write mean and standard deviation, separated by a comma: of the function, or with --std target of a new target, which has noise as well", []string{ofFunction, ofTarget}, &s.bars.of)
	f.add("interval", "P", "write the ends of the interval that holds a new target with probability P, such as 0.95, or with --std function the function, after mean and standard deviation", s.bars.interval)
	f.group("data")
	defineDialect(f, &s.dialect)
	f.memory("refuse a model or data that need more memory than this", &s.allowed)
	f.Long = "DATA needs the columns that the model was fitted on, in any order. Other columns are ignored, and so is the target without --score.\n" +
		"Control characters in the name of a class are escaped, a line break as \\n and others as in \\x1b, so that every row is one line."
	f.show("gramscope predict model.json new.csv > predictions.txt\n"+
		"gramscope predict --score model.json labelled.csv\n"+
		"gramscope predict --std target --interval 0.95 model.json new.csv",
		"score", "probabilities", "std", "interval", "rows", "header", "separator", "skip-lines", "decimal", "max-memory")
	f.any(func(ctx context.Context, names []string) error {
		switch {
		case s.listed && len(names) == 1:
			return p.predictRows(ctx, s, names[0], "")
		case s.listed:
			return &usageError{fmt.Sprintf("--rows takes a model alone, and %d names are given", len(names)), "leave the others out"}
		case len(names) != 2:
			return &usageError{fmt.Sprintf("a model and data are needed: two names, not %d", len(names)), "write " + f.UseLine()}
		}
		return p.predictRows(ctx, s, names[0], names[1])
	})
	return f
}

// predictSettings holds the flags of predict.
type predictSettings struct {
	probabilities, scored, listed bool
	bars                          errorBars
	dialect                       data.Dialect
	allowed                       int64 // memory in bytes
}

// predictRows writes the predictions of a model for the rows of DATA.
func (p *program) predictRows(ctx context.Context, s *predictSettings, modelName, name string) error {
	limitMemory(s.allowed)
	options := data.Options{OneRow: true, Dialect: s.dialect, MaxBytes: model.UsableMemory(s.allowed)}
	m, err := await(ctx, func() (*fitted.Model, error) { return fitted.Read(modelName, options.MaxBytes) })
	if err != nil {
		return err
	}
	if s.listed {
		return p.writeRows(m)
	}
	if s.probabilities && m.Learner != learn.LearnerLogistic {
		return &usageError{"--probabilities is for logistic models, and this is " + learnerTitle(m.Learner), "leave it out, or fit with --learner logistic"}
	}
	if err := s.bars.prepare(ctx, m, options.MaxBytes); err != nil {
		return err
	}
	table, err := openNew(ctx, m, name, p.stdin, options, s.scored)
	if errors.Is(err, fs.ErrNotExist) && isGenerator(name) {
		return &usageError{fmt.Sprintf("predict reads the rows of a file, and %s is a built-in set", name), "name a file, or - for standard input"}
	}
	if err != nil {
		return err
	}
	rows, err := await(ctx, func() (*data.File, error) { return table.Match(m.Coding, s.scored) })
	if none := (*data.Error)(nil); errors.As(err, &none) && errors.Is(err, data.ErrNoTarget) {
		none.Remedies = none.Remedies.Or(remedy.Change(remedy.Omit, "score"))
	}
	if err != nil {
		return err
	}
	p.notes(slices.Concat(table.Notes, rows.Notes()))
	out := bufio.NewWriter(p.stdout)
	w := &predictions{model: m, out: out, table: csv.NewWriter(out), probabilities: s.probabilities, scored: s.scored, bars: &s.bars}
	if err := w.write(ctx, name, rows); err != nil {
		return err
	}
	if m.Scaling != nil {
		p.notes(w.departures.Notes(m.Scaling, m.Coding.Features()))
	}
	if s.scored {
		n := len(w.truth)
		p.say(count(n, "row", "rows") + ": " + score(m, mat.NewDense(n, len(w.outputs)/n, w.outputs), w.truth) + w.bars.score(w.outputs, w.truth))
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

func isGenerator(name string) bool {
	_, ok, _ := synthetic.Find(name)
	return ok
}

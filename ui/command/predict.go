package command

import (
	"bufio"
	"cmp"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/gonum/mat"

	"gramscope/data"
	"gramscope/data/legible"
	"gramscope/data/remedy"
	"gramscope/model"
	"gramscope/model/fitted"
	"gramscope/model/learn"
	"gramscope/model/number"
)

// predictSettings holds the flags of predict, and what is known of the rows predicted so far.
type predictSettings struct {
	probabilities, scored, listed bool
	bars                          errorBars
	dialect                       data.Dialect
	allowed                       int64 // memory in bytes

	truth, outputs []float64 // if scored
	departures     data.Departures
}

// predict is the command that writes the predictions of a model for the rows of DATA, one per line.
func (p *program) predict() *flags {
	f := newFlags("predict [flags] MODEL.json DATA", "predict the rows of DATA by a model of `gramscope fit`, a line each",
		aFile)
	s := &predictSettings{}
	f.heading = "output"
	f.add("probabilities", "",
		"write the probability of every class, under a header with their names (logistic models only)",
		whether(&s.probabilities))
	f.add("score", "", "compare the predictions with the target in DATA, on standard error", whether(&s.scored))
	f.add("rows", "",
		"only list the rows of the kernel matrix, from 1, with which DATA must have the kernel of each new point",
		whether(&s.listed))
	f.add("std", "[function|target]",
		"write mean and standard deviation of the function, or with --std target of a new target, which has noise as well",
		choice(&s.bars.of, ofFunction, ofTarget))
	f.Flags().Lookup("std").NoOptDefVal = ofFunction
	f.add("interval", "P",
		"write the ends of the interval that holds a new target (with --std function: the function) with probability P",
		between(&s.bars.probability, math.Nextafter(0, 1), math.Nextafter(1, 0),
			"a probability between 0 and 1", "give one such as 0.95"))
	f.heading = "data"
	defineDialect(f, &s.dialect)
	f.memory("refuse a model or data that need more memory than this", &s.allowed)
	f.any(func(ctx context.Context, names []string) error {
		word := append(p.args, "")[slices.Index(p.args, "--std")+1]
		if at := slices.Index(names, word); s.bars.of != "" && (word == ofFunction || word == ofTarget) {
			s.bars.of, names = word, slices.Delete(names, at, at+1) // cobra takes the word for a name
		}
		switch {
		case s.listed && len(names) != 1:
			return usage(fmt.Sprintf("--rows takes a model alone, and %d names are given", len(names)), "leave the others out")
		case !s.listed && len(names) != 2:
			return usage(fmt.Sprintf("a model and data are needed: two names, not %d", len(names)),
				"write "+f.UseLine()+"; --std takes function or target")
		}
		allowed := model.UsableMemory(s.allowed)
		m, err := data.Await(ctx, func() (*fitted.Model, error) { return fitted.Read(names[0], allowed) })
		switch {
		case err != nil:
			return err
		case !s.listed:
			return p.predictRows(ctx, s, m, names[1])
		case m.Matrix == 0:
			return usage("--rows is for a model on a kernel matrix, and this one was fitted to points", "leave it out")
		}
		out := bufio.NewWriter(p.stdout)
		for _, row := range m.MatrixRows() {
			fmt.Fprintln(out, row)
		}
		return out.Flush()
	})
	return f
}

// predictRows writes the predictions of a model for the rows of DATA.
func (p *program) predictRows(ctx context.Context, s *predictSettings, m *fitted.Model, name string) error {
	if s.probabilities && m.Learner != learn.LearnerLogistic {
		problem := "--probabilities is for logistic models, and this is " + learnerTitle(m.Learner)
		return usage(problem, "leave it out, or fit with --learner logistic")
	}
	if err := s.bars.prepare(ctx, m, model.UsableMemory(s.allowed)); err != nil {
		return err
	}
	table, err := s.open(ctx, m, name, p.stdin)
	if own := (*data.Error)(nil); errors.As(err, &own) && errors.Is(err, fs.ErrNotExist) {
		own.Remedies = remedy.Do("name another, or - for standard input; predict takes no built-in set")
	}
	if err != nil {
		return err
	}
	rows, err := data.Await(ctx, func() (*data.File, error) { return table.Match(m.Coding, s.scored) })
	if none := (*data.Error)(nil); errors.As(err, &none) && errors.Is(err, data.ErrNoTarget) {
		none.Remedies = none.Remedies.Or(remedy.Change(remedy.Omit, "score"))
	}
	if err != nil {
		return err
	}
	ofClasses := func(n remedy.Note) bool { return n.Remedies.For("categorical") } // decided in training
	p.notes(slices.DeleteFunc(slices.Concat(table.Notes, rows.Notes()), ofClasses)...)
	if err := s.write(ctx, m, bufio.NewWriter(p.stdout), name, rows); err != nil {
		return err
	}
	if m.Scaling != nil {
		p.notes(s.departures.Notes(m.Scaling, m.Coding.Features())...)
	}
	if s.scored {
		n := len(s.truth)
		outputs := mat.NewDense(n, len(s.outputs)/n, s.outputs)
		p.say(number.Plural(n, "row") + ": " + score(m, outputs, s.truth) + s.bars.score(s.outputs, s.truth))
	}
	return nil
}

// open opens the rows to predict. For a model on a kernel matrix DATA holds kernel values, and the table row numbers.
func (s *predictSettings) open(ctx context.Context, m *fitted.Model, name string, in io.Reader) (*data.Table, error) {
	options := data.Options{OneRow: true, Dialect: m.Coding.Dialect(s.dialect), MaxBytes: model.UsableMemory(s.allowed)}
	if m.Matrix == 0 {
		return data.Open(ctx, name, in, options)
	}
	if s.scored {
		return nil, usage("--score needs the target beside the features, and DATA holds kernel values", "leave it out")
	}
	cross, table, err := data.OpenCross(ctx, name, in, options)
	if err != nil {
		return nil, err
	}
	note, err := m.Bind(cross)
	table.Notes = append(table.Notes, note)
	return table, err
}

// write writes the predictions of a model, a batch of rows at a time.
func (s *predictSettings) write(
	ctx context.Context, m *fitted.Model, out *bufio.Writer, name string, rows *data.File,
) error {
	if s.probabilities {
		head := csv.NewWriter(out)
		head.Write(m.Coding.Target.Texts) // an error comes again when out is flushed
		head.Flush()
	}
	part := min(8192, max(1, 64<<20/(8*len(m.Coding.Features())))) // rows, whose features take 64 MB at most
	for lo := 0; lo < rows.Rows(); lo += part {
		set := rows.Range(lo, min(lo+part, rows.Rows()))
		values, err := data.Await(ctx, func() (*mat.Dense, error) { return m.Values(set.X) })
		var line func(row int) []float64 // its numbers: the chances of classes, or the mean, perhaps with error bars
		switch {
		case err != nil:
		case s.probabilities:
			line = m.Classifier().Chances(values).RawRowView
		case s.bars.asked():
			line, err = s.bars.around(set.X, values)
		default:
			line = values.RawRowView
		}
		if err != nil {
			if bad := (*fitted.RowError)(nil); errors.As(err, &bad) {
				bad.Row += lo
			}
			return fmt.Errorf("%s: %w", name, err)
		}
		if names := m.Coding.Target.Texts; names != nil && !s.probabilities {
			for _, class := range m.Classifier().Decide(values) {
				fmt.Fprintln(out, legible.Text(names[class]))
			}
		} else {
			for i := range set.X.RawMatrix().Rows {
				cells := out.AvailableBuffer()
				for _, v := range line(i) {
					cells = append(strconv.AppendFloat(cells, v, 'g', -1, 64), ',')
				}
				cells[len(cells)-1] = '\n'
				out.Write(cells)
			}
		}
		if err := out.Flush(); err != nil {
			return err
		}
		if m.Scaling != nil {
			s.departures.Add(m.Scaling, set.X)
		}
		if s.scored {
			s.truth, s.outputs = append(s.truth, set.Y...), append(s.outputs, values.RawMatrix().Data...)
		}
	}
	return nil
}

// What error bars are about: the function or a new target.
const ofFunction, ofTarget = "function", "target"

// errorBars has the standard deviations and intervals of predictions.
type errorBars struct {
	of          string  // ofFunction or ofTarget; "" without --std
	probability float64 // of the interval; 0 without --interval

	noise     float64
	variances func(x *mat.Dense) ([]float64, error) // of the function
	targets   []float64                             // variances of the targets of all rows so far
}

// asked reports whether the command line asks for error bars.
func (b *errorBars) asked() bool { return b.of != "" || b.probability > 0 }

// prepare checks that the model has what error bars need, and factorises exact regression.
func (b *errorBars) prepare(ctx context.Context, m *fitted.Model, allowed int64) (err error) {
	const leave = "leave --std and --interval out"
	switch {
	case !b.asked():
		return nil
	case m.Learner != fitted.Ridge:
		return usage("error bars are of numbers, and this is "+learnerTitle(m.Learner), leave)
	case m.Matrix > 0:
		return usage("error bars need the kernel of each new point with itself, and the model is on a kernel matrix", leave)
	case m.Spread == nil:
		return usage("the model keeps nothing for error bars", "fit it again with --std dtc, or with --method exact")
	}
	if need := m.SpreadMemory(); need > allowed {
		return &model.MemoryError{
			N: m.Rows, Need: need, Allowed: allowed, Reason: "for the factor of exact regression",
			Remedies: remedy.Change(remedy.Raise, "max-memory"),
		}
	}
	b.noise = m.Noise()
	b.variances, err = data.Await(ctx, func() (func(*mat.Dense) ([]float64, error), error) { return m.Variances(ctx) })
	return err
}

// around returns the numbers for each row: the mean; with --std the standard deviation; with --interval its ends.
func (b *errorBars) around(x, values *mat.Dense) (func(row int) []float64, error) {
	variances, err := b.variances(x)
	if err != nil {
		return nil, err
	}
	for _, v := range variances {
		b.targets = append(b.targets, v+b.noise)
	}
	return func(row int) []float64 {
		v := variances[row]
		if b.of != ofFunction {
			v += b.noise
		}
		mean, std := values.At(row, 0), math.Sqrt(v)
		cells := []float64{mean}
		if b.of != "" {
			cells = append(cells, std)
		}
		if b.probability > 0 {
			half := math.Sqrt2 * math.Erfinv(b.probability) * std // the error is taken to be normal
			cells = append(cells, mean-half, mean+half)
		}
		return cells
	}, nil
}

// score describes how well the error bars suit the targets, "" without error bars.
func (b *errorBars) score(outputs, truth []float64) string {
	if !b.asked() {
		return ""
	}
	asked := cmp.Or(b.probability, 0.95)
	c := learn.Calibrate(outputs, b.targets, truth, asked)
	const form = ", %.3g %% of targets in their %.6g %% intervals, negative log density %.4g"
	return fmt.Sprintf(form, 100*c.Coverage, 100*asked, c.NLPD)
}

package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"path/filepath"
	"slices"
	"time"

	"gonum.org/v1/gonum/mat"

	"gramscope/data"
	"gramscope/data/remedy"
	"gramscope/model"
	"gramscope/model/fitted"
	"gramscope/model/sweep"
)

// continued are the flags of fit that apply to --continue. Others would make another model.
var continued = []string{"continue", "keep-equations", "out", "force", "header", "separator", "skip-lines", "thousands", "decimal", "max-memory"}

// checkContinue returns the errors of --continue that the command line alone shows.
func (s *fitSettings) checkContinue(name string) error {
	for _, flag := range s.flags.given {
		if !slices.Contains(continued, flag) {
			return &usageError{fmt.Sprintf("--%s would change the model, and --continue only adds rows to it", flag), "leave it out, or fit anew on all rows"}
		}
	}
	switch {
	case name == "":
		return &usageError{"no rows to add", "name a file, or - for standard input: " + s.flags.command.usage()}
	case s.out == "":
		return &usageError{"no file to write the continued model to", "name one with --out NEW.json"}
	}
	return nil
}

// fitContinued adds the rows of DATA to a model and writes the result to another file.
func (p *program) fitContinued(ctx context.Context, s *fitSettings, name string, start time.Time) error {
	if err := s.checkContinue(name); err != nil {
		return err
	}
	place := fitted.Place(s.out, s.replace)
	place.Stdout = p.stdout
	if err := place.Check(); err != nil {
		return err
	}
	limitMemory(s.spec.MaxMemory)
	options := s.loader.options()
	options.OneRow = true
	m, err := await(ctx, func() (*fitted.Model, error) { return fitted.Read(s.from, options.MaxBytes) })
	if err != nil {
		return err
	}
	if err := continuable(s.from, m, options.MaxBytes); err != nil {
		return err
	}
	rows, err := p.newRows(ctx, m, name, options)
	if err != nil {
		return err
	}
	next, err := m.Continue()
	if err != nil {
		return err
	}
	before := &predictions{model: m}
	if err := before.add(ctx, name, rows, next); err != nil {
		return err
	}
	newData := filepath.Base(name)
	if name == "-" {
		newData = "standard input"
	}
	all, err := await(ctx, func() (*fitted.Continued, error) { return next.Model(ctx, m.Data+" and "+newData) })
	if err != nil {
		return err
	}
	all.Program = "gramscope " + version()
	if m.Scaling != nil {
		p.notes(before.departures.Notes(m.Scaling, m.Coding.Features()))
	}
	p.notes(farNotes(next))
	content, err := await(ctx, func() ([]byte, error) { return fitted.Encode(place.String(), all.Model) })
	if err != nil {
		return err
	}
	if err := place.Write(func(w io.Writer) error {
		_, err := w.Write(content)
		return err
	}); err != nil {
		return err
	}
	n := len(before.truth)
	lines := []string{
		fmt.Sprintf("%s by %s on %d landmarks: %s added to %d of %s", learnerTitle(m.Learner), m.Method, len(m.Equations.Map), rowCount(n, "new "), m.Rows, m.Data),
		fmt.Sprintf("target %s, centred by its mean %.6g; before, by %.6g", m.Coding.Target.Name, all.Offsets[0], m.Offsets[0]),
		rowCount(n, "new ") + ", predicted before they were added: " + score(m, mat.NewDense(n, 1, before.outputs), before.truth),
		fmt.Sprintf("%s: %.4g degrees of freedom", rowCount(all.Rows, "training "), all.DF),
	}
	if !math.IsNaN(all.Squares) {
		lines[3] += fmt.Sprintf(", RMSE %.6g", math.Sqrt(all.Squares/float64(all.Rows)))
	}
	lines = append(lines, fmt.Sprintf("%s: %s, after %s", place, model.Bytes(int64(len(content))), sweep.FormatTime(time.Since(start))))
	for _, line := range lines {
		p.say(line)
	}
	return nil
}

// continuable returns an error if no rows can be added to the model of a file within allowed bytes.
func continuable(path string, m *fitted.Model, allowed int64) error {
	if why := m.NoEquations(); why != "" {
		return &data.Error{File: path, Problem: "no rows can be added to this model: " + why,
			Remedies: remedy.Do("fit anew on all rows, by --method nystrom --keep-equations for example")}
	}
	if m.Equations == nil {
		return &data.Error{File: path, Problem: "the model keeps no normal equations, to which rows could be added",
			Remedies: remedy.Do("fit it again with --keep-equations on the rows of " + m.Data)}
	}
	if need := model.ProcessMemory(m.ContinuationMemory()); need > allowed {
		return &model.MemoryError{N: m.Rows, Need: need, Allowed: allowed, Reason: "for the normal equations", Remedies: remedy.Change(remedy.Raise, "max-memory")}
	}
	return nil
}

// newRows reads the rows to add to a model.
func (p *program) newRows(ctx context.Context, m *fitted.Model, name string, options data.Options) (*data.Matched, error) {
	table, err := data.Open(ctx, name, p.stdin, options)
	if errors.Is(err, fs.ErrNotExist) && isGenerator(name) {
		return nil, &usageError{fmt.Sprintf("--continue reads the rows of a file, and %s is a built-in set", name), "name a file, or - for standard input"}
	}
	if err != nil {
		return nil, err
	}
	rows, err := await(ctx, func() (*data.Matched, error) { return table.Match(m.Coding, true) })
	if err != nil {
		return nil, err
	}
	p.notes(slices.Concat(table.Notes, rows.Notes()))
	return rows, nil
}

// add predicts rows by the model and then adds them to its continuation.
func (w *predictions) add(ctx context.Context, name string, rows *data.Matched, to *fitted.Continuation) error {
	for lo, set := range w.parts(rows) {
		values, err := await(ctx, func() (*mat.Dense, error) {
			values, err := w.model.Values(set.X)
			if err == nil {
				err = to.Add(ctx, set.X, set.Y)
			}
			return values, err
		})
		if err != nil {
			return inRow(name, lo, err)
		}
		if w.model.Scaling != nil {
			w.departures.Add(w.model.Scaling, set.X)
		}
		w.truth, w.outputs = append(w.truth, set.Y...), append(w.outputs, values.RawMatrix().Data...)
	}
	return nil
}

// farNotes returns a note if some new rows are far from all landmarks.
func farNotes(c *fitted.Continuation) []remedy.Note {
	f := c.Far
	if f.Rows == 0 {
		return nil
	}
	are := "are"
	if f.Rows == 1 {
		are = "is"
	}
	return []remedy.Note{{
		Text: fmt.Sprintf("%d of %s %s far from all landmarks: the landmarks explain less than half of k(x, x) there, %.2g %% of it in row %d",
			f.Rows, rowCount(c.Added(), "new "), are, 100*f.Explained, f.Worst+1),
		Remedies: remedy.Do("fit anew with landmarks among them"),
	}}
}

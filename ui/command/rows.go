package command

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"gramscope/data/remedy"
	"gramscope/model/sweep"
	"gramscope/model/trial"
)

// rows writes one row per cell, in the order of the cells: known rows unchanged, the others
// as they finish.
type rows struct {
	plan  *sweep.Plan
	known []*sweep.Result // by cell; nil for cells to compute
	out   sweep.Writer
	bar   *bar
	p     *program

	latest map[string][]sweep.Result // of the last point of the grid, by method; nil for none

	written, failed int
	firstFailure    string
	met             []warning // in the order of appearance; one of a kind for each method
}

// warning is a warning in the rows of some methods.
type warning struct {
	text    string
	methods []string
}

// write runs the cells until all are done or ctx is cancelled, and writes the rows that
// finished. It returns an error of the output.
func (r *rows) write(ctx context.Context, workers int) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel() // a closed pipe ends the work
	var cells []trial.Setting
	for i, c := range r.plan.Cells {
		if r.known[i] == nil {
			cells = append(cells, c)
		}
	}
	r.bar = r.p.progress(len(r.plan.Cells), len(r.plan.Cells)-len(cells))
	defer r.bar.clear()
	tick := time.NewTicker(200 * time.Millisecond)
	defer tick.Stop()
	results := r.plan.RunCells(ctx, cells, workers)
	next := 0
	stopped := ctx.Done()
	for open := true; open; {
		select {
		case <-stopped:
			stopped = nil // finished rows still arrive
			r.bar.clear()
			r.p.stopping()
		case result, ok := <-results:
			if open = ok; !ok {
				break
			}
			var err error
			if next, err = r.upTo(next, &result); err != nil {
				return err
			}
		case <-tick.C:
			r.bar.draw()
		}
	}
	_, err := r.upTo(next, nil)
	return err
}

// upTo writes the known rows from cell next up to the cell of result, and then result. With
// a nil result it writes all known rows that are left. It returns the next cell.
func (r *rows) upTo(next int, result *sweep.Result) (int, error) {
	for ; next < len(r.plan.Cells); next++ {
		row := r.known[next]
		isNew := row == nil && result != nil && r.plan.Answers(result, r.plan.Cells[next])
		if isNew {
			row = result
		}
		if row == nil {
			continue
		}
		r.bar.clear()
		if err := r.out.Write(row); err != nil {
			return next, err
		}
		r.written++
		if isNew {
			r.count(next, row)
			return next + 1, nil
		}
	}
	return next, nil
}

// count counts the row of a cell, for the notes below all rows and the error.
func (r *rows) count(cell int, row *sweep.Result) {
	if each := len(r.plan.Cells) / r.plan.Spec.Reps; r.latest != nil && cell%each >= each-len(r.plan.Methods()) {
		r.latest[row.Method] = append(r.latest[row.Method], *row)
	}
	if row.Failure != "" {
		if r.failed++; r.failed == 1 {
			r.firstFailure = fmt.Sprintf("%s: %s", row.Method, remedy.Message(row.Cause, flagged()))
		}
	}
	for _, text := range remedy.Texts(row.Warnings, flagged()) {
		r.warn(row.Method, text)
	}
	r.bar.step()
}

// warn adds a warning of a method's row.
func (r *rows) warn(method, text string) {
	at := -1
	for i, w := range r.met {
		if remedy.Kind(w.text) == remedy.Kind(text) && slices.Contains(w.methods, method) {
			return
		}
		if w.text == text {
			at = i
		}
	}
	if at < 0 {
		at, r.met = len(r.met), append(r.met, warning{text: text})
	}
	r.met[at].methods = append(r.met[at].methods, method)
}

// warnings returns the rows' warnings. Unless a warning is of all methods it names them.
func (r *rows) warnings() (list []string) {
	for _, w := range r.met {
		if len(w.methods) < len(r.plan.Methods()) {
			w.text = strings.Join(w.methods, ", ") + ": " + w.text
		}
		list = append(list, w.text)
	}
	return list
}

// verdict returns an error if a row failed or not all rows were written.
func (r *rows) verdict() error {
	total := len(r.plan.Cells)
	if r.written < total {
		return fmt.Errorf("stopped: %d of %d rows done; to continue from a CSV file of these rows, add --resume FILE to the command and write to another file", r.written, total)
	}
	if r.failed > 0 {
		return fmt.Errorf("%d of %d runs failed; the first error: %s; the column named failure has the reason of each", r.failed, total, r.firstFailure)
	}
	return nil
}

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

// rows writes one row a cell, in cell order: known ones as they stand, the
// others as they finish.
type rows struct {
	plan    *sweep.Plan
	columns []sweep.Column // of the plan
	known   []sweep.Record // by cell; nil where it is to be computed
	out     sweep.Writer
	bar     *bar
	stop    func() // called when ctx is cancelled, before the last rows are written

	written, failed int
	firstFailure    string
	met             []warning // in that order, and of a method one of a kind
}

// warning is what rows of some methods have to tell.
type warning struct {
	text    string
	methods []string
}

// write runs the cells until all are done or ctx is; then the rows that are
// finished still follow. Its error is that of the output.
func (r *rows) write(ctx context.Context, workers int) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel() // a closed pipe ends the work
	var cells []trial.Setting
	for i, c := range r.plan.Cells {
		if r.known[i] == nil {
			cells = append(cells, c)
		}
	}
	r.bar.foresee(r.plan, cells, min(workers, len(cells)))
	r.bar.start(len(r.plan.Cells) - len(cells))
	defer r.bar.clear()
	tick := time.NewTicker(200 * time.Millisecond)
	defer tick.Stop()
	results := r.plan.RunCells(ctx, cells, workers)
	next := 0
	stopped := ctx.Done()
	for open := true; open; {
		select {
		case <-stopped:
			stopped = nil // what is finished still comes
			r.bar.clear()
			r.stop()
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

// upTo writes the known rows from cell next on up to the one that result
// answers, and the result; without one, all that are left. It returns the cell
// that comes after.
func (r *rows) upTo(next int, result *sweep.Result) (int, error) {
	for ; next < len(r.plan.Cells); next++ {
		switch {
		case r.known[next] != nil:
			if err := r.writeKnown(r.known[next]); err != nil {
				return next, err
			}
		case result != nil && r.plan.Answers(result, r.plan.Cells[next]):
			return next + 1, r.writeResult(result)
		}
	}
	return next, nil
}

func (r *rows) writeKnown(known sweep.Record) error {
	r.bar.clear()
	r.written++
	return r.out.WriteText(known)
}

func (r *rows) writeResult(result *sweep.Result) error {
	r.bar.clear()
	if err := r.out.Write(sweep.Values(r.columns, result)); err != nil {
		return err
	}
	r.written++
	if result.Failure != "" {
		r.failed++
		if r.firstFailure == "" {
			r.firstFailure = fmt.Sprintf("%s: %s", result.Method, remedy.Message(result.Cause, flagged()))
		}
	}
	for _, text := range remedy.Texts(result.Warnings, flagged()) {
		r.warn(result.Method, text)
	}
	r.bar.step()
	return nil
}

// warn takes in what a row of a method has to tell.
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

// warnings are what the rows have to tell, and of which methods unless it is of all.
func (r *rows) warnings() (list []string) {
	for _, w := range r.met {
		if len(w.methods) < len(r.plan.Methods()) {
			w.text = strings.Join(w.methods, ", ") + ": " + w.text
		}
		list = append(list, w.text)
	}
	return list
}

// verdict is an error if a row failed or not all were written.
func (r *rows) verdict() error {
	total := len(r.plan.Cells)
	if r.written < total {
		return fmt.Errorf("stopped: %d of %d done; to go on from a CSV file of these rows, add --resume FILE to the command, and write to another file", r.written, total)
	}
	if r.failed > 0 {
		return fmt.Errorf("%d of %d runs failed, the first with %s; the column failure says why of each", r.failed, total, r.firstFailure)
	}
	return nil
}

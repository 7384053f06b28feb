package lab

import (
	"gramscope/model/job"
	"gramscope/model/sweep"
)

// Receive handles a message that a job of that kind, a sweep or a preview, has posted.
func (b *Bench) Receive(kind job.Kind, body any) {
	if kind != job.Sweep {
		b.receivePreview(kind, body)
		return
	}
	switch r := body.(type) {
	case FoundWidths:
		b.widths[r.Key] = r.Widths
		if text := b.setting.Spec.Width.Fallback(r.Widths); text != "" {
			b.InfoOnce(text)
		}
		b.follow()
	case Prepared:
		b.outcome.prepare(r)
		b.setSwept(b.outcome.axis)
		for _, note := range r.Now.Notes {
			b.InfoOnce(NoteText(note))
		}
		if r.refused != nil {
			b.Complain(r.refused)
		}
	case Row:
		if b.outcome.add(r) {
			b.warn(r.Result.Method, "figures failed: "+Failure([]sweep.Result{r.Result}))
		}
		if b.preview != nil && b.outcome.Drawable() {
			b.preview = nil
		}
		b.showWarnings(r)
	case sweep.Result: // of a method that is not ticked
		b.outcome.tried = &r
	case job.Finished:
		b.outcome.finished, b.previous, b.preview = true, nil, nil
	}
	if err := job.Error(body); err != nil {
		b.fail(err)
	}
}

// showWarnings shows the warnings about a run at the present setting.
func (b *Bench) showWarnings(r Row) {
	if r.OnGrid {
		return
	}
	for _, warning := range r.Result.Warnings {
		b.warn(r.Result.Method, NoteText(warning))
	}
}

// fail records and shows the error because of which nothing is computed. If the present setting has no
// figures, fail also removes those of the previous setting.
func (b *Bench) fail(err error) {
	b.failed = err
	if b.outcome.done == 0 {
		b.previous, b.preview = nil, nil
		clear(b.previousFigures)
	}
	b.Complain(err)
}

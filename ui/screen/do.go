package screen

import (
	"time"

	"gramscope/data"
	"gramscope/data/remedy"
	"gramscope/model"
	"gramscope/model/job"
	"gramscope/model/lab"
	"gramscope/ui/widget"
)

// Do is what a screen asks the explorer to do: one of the following types.
type Do any

type (
	// Change moves knobs: one step for undo.
	Change func(*lab.Setting)
	// Launch starts a background job, in place of the one of the same kind that is running.
	// What it posts is passed to Update.
	Launch struct {
		Kind job.Kind
		Work job.Work
	}
	// Stop cancels the job of a kind.
	Stop job.Kind
	// Note shows a note in the footer.
	Note string
	// ClearNote removes the note from the footer.
	ClearNote struct{}
	// NoteOnce shows a note in the footer once, and adds it to the notes in the help.
	NoteOnce string
	// Complain shows an error in the footer.
	Complain struct{ Err error }
	// Choose opens a menu.
	Choose struct {
		Menu widget.Menu
		Then func(name string) []Do
	}
	// Tick sends Ticked, of a kind of jobs, after a while.
	Tick struct {
		After time.Duration
		Of    job.Kind
	}
	// Sweep sweeps over another parameter.
	Sweep model.Name
	// Use replaces the data.
	Use struct {
		Source data.Source
		Notes  []remedy.Note // what to know about them
	}
	// Read opens a lesson, or an experiment of a paper, by its name.
	Read string
	// Point points at a method in the table.
	Point string
)

// Say shows a note in the footer.
func Say(text string) []Do { return []Do{Note(text)} }

// Ask opens a menu.
func Ask(m widget.Menu, then func(name string) []Do) []Do { return []Do{Choose{m, then}} }

// Apply carries out what concerns jobs and notes alone, and reports whether d is of that kind. The explorer carries out
// all else.
func Apply(b *lab.Bench, d Do) bool {
	switch d := d.(type) {
	case Launch:
		b.Launch(d.Kind, d.Work)
	case Stop:
		b.Runner.Stop(job.Kind(d))
	case Note:
		b.Info(string(d))
	case ClearNote:
		b.Note = lab.Note{}
	case NoteOnce:
		b.InfoOnce(string(d))
	case Complain:
		b.Complain(d.Err)
	default:
		return false
	}
	return true
}

// OverKey returns the key that asks for another swept parameter.
func OverKey(b *lab.State, does string) Key {
	return NewKey("o", does, "over: "+b.AxisParam().Symbol, func() []Do {
		return Ask(widget.OverMenu(b.Sweepables(), b.Swept().Name), func(name string) []Do { return []Do{Sweep(name)} })
	})
}

// Latest holds what the latest background job has found, and what the job before it found,
// which is shown dimmed until there is something new.
type Latest[T any] struct {
	Key      string // what the work depends on; "" for none, and for one that was stopped
	base     string // the part of Key on which all results depend
	Now, Old T
	Done     bool
	Failed   error
}

// Begin starts over for another job. Results stay if the base is the same and not ""; otherwise old is shown until the
// job has found something.
func (l *Latest[T]) Begin(key, base string, old T) {
	next := Latest[T]{Key: key, base: base, Old: old}
	if base == l.base && base != "" {
		next.Now = l.Now
	}
	*l = next
}

// End handles the end of the job. An error replaces the old result.
func (l *Latest[T]) End(msg any) []Do {
	if _, ok := msg.(job.Finished); ok {
		l.Done = true
	}
	err := job.Error(msg)
	if err == nil {
		return nil
	}
	var none T
	l.Failed, l.Old = err, none
	return []Do{Complain{err}}
}

// Leave stops the job when the user leaves its screen. A job that had not ended starts again when the user comes back.
func (l *Latest[T]) Leave(kind job.Kind) []Do {
	if !l.Done {
		l.Key = ""
	}
	return []Do{Stop(kind)}
}

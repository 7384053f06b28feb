package screen

import (
	"time"

	"gramscope/data"
	"gramscope/data/remedy"
	"gramscope/ui/lab"
	"gramscope/ui/widget"
)

// Do is something that a screen wants done.
type Do interface{ do() }

type (
	// Change moves knobs: one step for undo.
	Change func(*lab.Setting)
	// Launch starts work in a lane in the place of what is under way there. What it posts
	// comes back by Update.
	Launch struct {
		Lane lab.Lane
		Work lab.Work
	}
	// Stop ends the work in a lane.
	Stop lab.Lane
	// Tell shows a note in the footer.
	Tell string
	// Hush takes the note in the footer away.
	Hush struct{}
	// Keep tells something once, and keeps it for the help.
	Keep string
	// Complain shows an error in the footer.
	Complain struct{ Err error }
	// Choose opens a menu.
	Choose struct {
		Menu widget.Menu
		Then func(name string) []Do
	}
	// Tick sends Ticked after a while.
	Tick time.Duration
	// Sweep sweeps over another parameter.
	Sweep string
	// Use takes other data over.
	Use struct {
		Source data.Source
		Notes  []remedy.Note // what to know about them
	}
	// Set takes a whole experiment over, on its data: one step for undo.
	Set lab.Experiment
	// Read opens a lesson.
	Read string
	// Show chooses the chart that is shown where there is room for one.
	Show int
)

// ChooseOver asks for another swept parameter.
func ChooseOver(b *lab.Bench) []Do {
	return []Do{Choose{widget.OverMenu(b.Sweepables(), b.Swept().Name), func(name string) []Do { return []Do{Sweep(name)} }}}
}

func (Change) do()   {}
func (Launch) do()   {}
func (Stop) do()     {}
func (Tell) do()     {}
func (Hush) do()     {}
func (Keep) do()     {}
func (Complain) do() {}
func (Choose) do()   {}
func (Tick) do()     {}
func (Sweep) do()    {}
func (Use) do()      {}
func (Set) do()      {}
func (Read) do()     {}
func (Show) do()     {}

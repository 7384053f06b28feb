package lab

import (
	"gramscope/model"
	"gramscope/model/sweep"
)

// producer is where outcomes come from: live computes them, recorded picks rows of files.
type producer interface {
	reader

	// Turn moves a knob by some steps, ten times as far if big.
	Turn(k model.Param, steps int, big bool)
	// Toggle ticks a method, given by its index, or unticks it.
	Toggle(method int)
	// Sweep chooses another swept parameter.
	Sweep(param model.Name)
	// produce replaces the outcome by that of the present setting, or starts to compute it.
	produce()
}

// reader is the part of a producer that changes nothing.
type reader interface {
	// Knobs returns the knobs, in the order of display.
	Knobs() []model.Param
	// KnobText returns a knob's value for display.
	KnobText(k model.Param) string
	// Idle reports whether nothing that is shown depends on a knob.
	Idle(k model.Param) bool
	// Explain says what a knob is for if no chosen method uses it, else "".
	Explain(k model.Param) string
	// Sweepables returns the parameters that a chart can be over.
	Sweepables() []model.Param
	// Rows returns the results on screen, in the order of a sweep.
	Rows() []sweep.Result
	// Columns returns the columns that these rows have.
	Columns() []sweep.Column
	// ChartColumns returns the figures that a chart can show; nil: all that the program has.
	ChartColumns() []sweep.Column
	// WhyEmpty says why a chart over the swept parameter has no curves. lacking is why the
	// setting has no values of its figure, or "".
	WhyEmpty(lacking string) string
	// Files returns the files that the results are from, and how many runs they have.
	Files() (names []string, runs int)
}

package lab

import (
	"gramscope/model"
	"gramscope/model/sweep"
)

// A producer makes outcomes: live computes them, and recorded selects rows of files.
type producer interface {
	reader

	// Turn moves a knob by some steps, and ten times as far if big.
	Turn(k model.Param, steps int, big bool)
	// Toggle selects or deselects a method, given by its index.
	Toggle(method int)
	// Sweep chooses another swept parameter.
	Sweep(param model.Name)
	// produce replaces the outcome by the outcome of the present setting, or starts to compute it.
	produce()
}

// reader has the methods of a producer that do not change anything.
type reader interface {
	// Knobs returns the knobs, in the order of display.
	Knobs() []model.Param
	// KnobText returns a knob's value for display.
	KnobText(k model.Param) string
	// Idle reports whether a knob has no effect on the screen.
	Idle(k model.Param) bool
	// Explain returns a description of a knob that no chosen method uses, else "".
	Explain(k model.Param) string
	// Sweepables returns the parameters that can be the x axis of a chart.
	Sweepables() []model.Param
	// Rows returns the results on screen, in the order of a sweep.
	Rows() []sweep.Result
	// Columns returns the columns that these rows have.
	Columns() []sweep.Column
	// ChartColumns returns the figures that a chart can show. nil stands for all figures.
	ChartColumns() []sweep.Column
	// WhyEmpty returns the reason why a chart over the swept parameter has no curves. lacking is the
	// reason why the setting has no values of the figure, or "".
	WhyEmpty(lacking string) string
	// Files returns the files of the results, and the number of runs in them.
	Files() (names []string, runs int)
}

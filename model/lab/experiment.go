package lab

import (
	"gramscope/data"
	"gramscope/model/sweep"
)

// Experiment has the data and the settings of an experiment, and the figure that its first chart shows.
type Experiment struct {
	Source data.Source
	Spec   sweep.Spec // Over's first axis is the swept one; without axes the swept parameter does not change
	Shown  Shown
	Note   string // for the user, if the chart can't show the experiment's own figure; else ""
}

// Shown is the choice of the first chart of an experiment, by columns of the results. The zero value
// does not change the chart.
type Shown struct {
	Figures []string // candidates: the chart shows the first that is available, or else its present figure
	Over    string   // the x axis; if it is not available, or "", the swept parameter
}

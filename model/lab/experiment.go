package lab

import (
	"gramscope/data"
	"gramscope/model/sweep"
)

// Experiment is a whole one: its data and settings, and what its first chart shows.
type Experiment struct {
	Source data.Source
	Spec   sweep.Spec // Over's first axis is the swept one; none: the present one stays
	Shown  Shown
	Note   string // where that is not what the experiment is about; else ""
}

// Shown is what the first chart of an experiment is to show, by columns of the results.
// The zero value says nothing of it.
type Shown struct {
	Figures []string // the first of these that it can show; none of them: what it shows now
	Over    string   // in place of the swept parameter, which it is where it can't be over this
}

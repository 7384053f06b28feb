// Package memory estimates how much memory the runs of an experiment need, before they start.
//
// All sizes are in bytes. An estimate adds up what is in use at the same time: the rows that are
// drawn ([Data]), and a fit with the regression on it. A method estimates K̃ itself, see
// [model.Memory]. What an experiment keeps besides is known to the package that runs it.
package memory

// Float64 is the size of a number.
const Float64 = 8

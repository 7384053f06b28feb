// Package memory estimates how much memory the runs of an experiment need, before they start.
//
// All sizes are in bytes. An estimate is the sum of the sizes of everything that is in use at the same
// time: the drawn rows ([Data]), and a fit with the regression on it. A method estimates K̃ itself, see
// [model.Memory]. The package that runs an experiment adds what it caches.
package memory

// Float64 is the size of a number.
const Float64 = 8

package model

import (
	"context"
	"math/rand/v2"
)

// Streamer is a Fitter that builds a dictionary step by step, as points come in or as the dictionaries of parts of the
// data are merged, and lets a visitor watch the steps. Filling the last dictionary up to a budget is not a step.
type Streamer interface {
	Fitter

	// Stream is Fit, with the same draws and the same bits, and calls visit after every step, in an order that depends
	// only on the draws. visit may be nil. An error of visit ends the fit and is returned unchanged. Calls come from
	// the calling goroutine, so that Stream takes the time of visit as well.
	Stream(ctx context.Context, g *Gram, rng *rand.Rand, visit func(StreamStep) error) (Approximation, error)
}

// Nester is a Fitter whose draws for a smaller m can be the first of those for a larger one, so that a curve over m
// does not jump because of other random numbers.
type Nester interface {
	Fitter

	// Nests reports whether they are with the present parameters other than m.
	Nests() bool
}

// StreamStep is the result of one step of a Streamer: one dictionary, and the points that it represents. Steps form
// trees. In a single pass every step has the previous one in From and some new points in Arrived; in a merge tree the
// leaves have only Arrived, and the merges two nodes in From. No step is in From of two others. The values are copies
// that the visitor may keep.
type StreamStep struct {
	Node    int   // the step's number, counted from 0 in the order of the visits
	From    []int // the steps whose dictionaries went into this one; all below Node
	Level   int   // of the merge tree: 0 for leaves; a level has half the nodes of the level below, and an odd node is merged at a higher level
	Arrived []int // the rows of K that arrived in this step, in their order; nil for a merge
	Seen    int   // points that the dictionary represents: those in Arrived, and those of the steps in From

	Dictionary

	// Ridge is the γ in use after the step. It is at least the γₛ asked for: a method that is limited to m raises it.
	Ridge float64

	// DEff is d̃, the method's own estimate of d_eff(γ) of the points seen; its
	// accuracy depends on the dictionary. It is 0 for an empty one.
	DEff float64

	// Entries counts the entries read through the Gram so far. Merges of one level run
	// concurrently, so that each counts the entries of all of them.
	Entries int64
}

// Dictionary is a sampling matrix S over the rows of K, n×len(Index): column j
// is Weight[j]·e_i with i = Index[j], and E[S·Sᵀ] = I over the draws it comes from.
type Dictionary struct {
	Index  []int     // distinct rows of K
	Copies []int     // of each, ≥ 1
	Weight []float64 // of each, > 0: √(copies/their expected number)
}

// TotalCopies returns the number of copies of all points: the size in the bounds of the theory.
func (d Dictionary) TotalCopies() int {
	sum := 0
	for _, c := range d.Copies {
		sum += c
	}
	return sum
}

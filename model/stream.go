package model

import (
	"context"
	"math/rand/v2"
)

// Streamer is a Fitter that builds a dictionary step by step, as points come in
// or as the dictionaries of parts of the data are merged, and can be watched at
// that. What fills the last dictionary up to a budget is no step.
type Streamer interface {
	Fitter

	// Stream is Fit, with the same draws and the same bits, and calls visit
	// after every step, in an order that nothing but the draws decides; a nil
	// visit watches nothing and costs nothing. An error of visit ends it and
	// is returned as it is. Calls come from the calling goroutine, and the
	// method waits: what visit does is part of the time that Stream takes.
	Stream(ctx context.Context, g *Gram, rng *rand.Rand, visit func(StreamStep) error) (Approximation, error)
}

// StreamStep is what one step of a Streamer leaves behind: one dictionary, and
// the points that it stands for. Steps form trees. In a single pass every step
// has the one before in From and some points in Came; in a merge tree the leaves
// have Came only and the merges two nodes in From. No step is in From of more
// than one other. The values are copies that the visitor may keep.
type StreamStep struct {
	Node  int   // the step's number, counted from 0 in the order of the visits
	From  []int // the steps whose dictionaries went into this one; all below Node
	Level int   // of the merge tree: 0 where points come in; a level has half the nodes of that below, and an odd one is merged further up
	Came  []int // the rows of K that came in, in their order; nil for a merge
	Seen  int   // points that the dictionary stands for: all that came in here and at From, and so on down

	Dictionary

	// Ridge is γ in use after the step, ≥ the γₛ asked for: a method that is limited
	// to m raises it as it goes.
	Ridge float64

	// DEff is d̃, the method's own estimate of d_eff(γ) of the points seen; how
	// good it is depends on the dictionary. Of an empty one it is 0.
	DEff float64

	// Entries are those read through the Gram so far. Merges of one level run
	// at the same time, so that each tells what all of them have read.
	Entries int64
}

// Dictionary is a sampling matrix S over the rows of K, n×len(Index): column j
// is Weight[j]·e_i with i = Index[j], and E[S·Sᵀ] = I over the draws it comes from.
type Dictionary struct {
	Index  []int     // distinct rows of K
	Copies []int     // of each, ≥ 1
	Weight []float64 // of each, > 0: √(copies/their expected number)
}

// TotalCopies is the size that the theory's bounds are about: a point counts as
// often as it has copies.
func (d Dictionary) TotalCopies() int {
	sum := 0
	for _, c := range d.Copies {
		sum += c
	}
	return sum
}

package model

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"
)

// Fitter holds the parameters of one method and applies it.
type Fitter interface {
	// Params describes the parameters, bound to the fitter's fields.
	Params() []Param

	// Fit approximates the kernel matrix behind g. It reads the kernel only through g, which counts entries, and draws
	// only from rng; a nil rng panics. It looks at ctx once per outer step and returns ctx.Err() if that is not nil.
	// Unsuitable data give a typed error, such as *DegenerateError.
	Fit(ctx context.Context, g *Gram, rng *rand.Rand) (Approximation, error)
}

// Approximation is K̃, an n×n symmetric matrix, in its own form: a map of features, K̃ = F·Fᵀ with F = φ(X), whose rows
// are kept or made when asked for; a factor F alone; diagonal blocks; W·L·Wᵀ with a symmetric L that may be indefinite;
// or the inverse of L·Lᵀ for a sparse triangular L. It is safe for concurrent use. A wrong shape panics.
type Approximation interface {
	Rank() int                              // rank of what is stored
	Bytes() int64                           // 8 × the numbers of K̃, F's kept or not; without points and landmarks
	Diag(dst []float64)                     // the n diagonal entries of K̃
	Block(dst *mat.Dense, rows, cols []int) // K̃[rows, cols] into dst, len(rows)×len(cols); nil means all
	MulTo(dst, x *mat.Dense)                // K̃·X into dst, both n×b; dst and x must not overlap

	// Norms are ‖K̃‖_F and ‖K̃‖₂, from the form that K̃ is stored in: O(n·q²) for a
	// factor of q columns. rng starts iterations. The error is the context's.
	Norms(ctx context.Context, rng *rand.Rand) (frobenius, spectral float64, err error)

	// Decompose computes the eigenpairs of K̃, by which a regression is solved at every ridge: O(n·q²) for a factor of q
	// columns, O(Σn_s³) for blocks, O(n·q + q³) for W·L·Wᵀ. They take as much memory as F. The error is the context's.
	Decompose(ctx context.Context) (*Decomposition, error)

	// Extension is how the features of K̃ go on to new points. The error is the context's, or wraps ErrUnextended.
	Extension(ctx context.Context) (*Extension, error)

	// Sketch is S, n×q, of a K̃ made of K·S for a random S, with the weights that make E[S·Sᵀ] = I; nil for others. Every
	// call computes it again.
	Sketch() *mat.Dense

	Landmarks() []int   // the points on which K̃ rests, distinct row indices in [0, n); nil if these are no rows
	Warnings() []string // each with its remedy; independent of time and scheduling
}

// ErrUnextended is the error of a K̃ that says nothing about points other than its own.
var ErrUnextended = errors.New("no predictions at new points")

// Mapper is an Approximation by a map of features, K̃ = φ(X)·φ(X)ᵀ, that keeps the features or computes them on demand.
type Mapper interface {
	// Stored returns φ(X), n×q, read only, or nil if there is no such map or φ(X) is not stored.
	// Unmade returns φ if φ(X) is not stored, else a part of width 0.
	Stored() *mat.Dense
	Unmade() Part
}

// BlockDiagonal is an Approximation that is zero between groups of rows.
type BlockDiagonal interface {
	Approximation
	Blocks() []Block // in the order of the parts of Extension; every row is in one
}

// Smoother is an Approximation of full rank by which a regression can be solved without eigenpairs.
type Smoother interface {
	Approximation

	// SmoothTo writes K̃(K̃+mu·I)⁻¹y into dst, both of length n. mu > 0. warning says how far it is from
	// that, or is "". The error is the context's.
	SmoothTo(ctx context.Context, dst, y []float64, mu float64) (warning string, err error)
}

// EigenpairsLimit is the number of rows up to which a regression on a Smoother is solved by its eigenpairs, from
// which all figures at the training rows follow.
const EigenpairsLimit = 2000

// Block is a diagonal block of K̃.
type Block struct {
	Rows []int      // ascending, at least one
	K    *mat.Dense // positive semi-definite; read only
}

// SingularError says that K̃ + Mu·I, or K + Mu·I, can't be solved.
type SingularError struct {
	Mu        float64
	Condition float64 // estimated condition number; +Inf where it has none, as for an indefinite matrix
	Negative  float64 // λmin(K̃) where it is known to be below 0; else 0
	Usable    float64 // the smallest μ found to suffice; 0 if none was sought
}

func (e *SingularError) Error() string {
	at := fmt.Sprintf(" at μ = %.3g", e.Mu)
	what := fmt.Sprintf("the kernel matrix + μI is singular to working precision%s (condition %.3g)", at, e.Condition)
	switch {
	case e.Negative < 0 && e.Mu <= -e.Negative:
		what = fmt.Sprintf("K̃ is indefinite, with least eigenvalue %.3g, ", e.Negative) +
			"and K̃ + μI is not positive definite" + at
	case math.IsInf(e.Condition, 1):
		what = "the kernel matrix + μI is singular or not positive definite" + at
	}
	switch most := Ridge(nil).Max; {
	case 1.006*e.Usable > most:
		return fmt.Sprintf("%s, and no mu up to %g is enough: standardise the data or scale them down", what, most)
	case e.Usable > 0:
		// Rounding to three digits errs by up to 0.5 %: the printed value must suffice too.
		return fmt.Sprintf("%s: raise mu to %.3g or more", what, 1.006*e.Usable)
	}
	return what + ": raise mu"
}

// DegenerateError says that the kernel matrix, or its squares, vanish or overflow.
type DegenerateError struct {
	What  string // what has the value
	Value float64
}

func (e *DegenerateError) Error() string {
	if e.Value == 0 {
		return e.What + " is 0: nothing to approximate; change the kernel or its parameters, or the scale of the data"
	}
	return fmt.Sprintf("%s is %.3g: it overflows; lower the kernel's parameters, or standardise the data", e.What, e.Value)
}

// Streamer is a Fitter that builds a dictionary step by step, as points come in or as the dictionaries of parts of the
// data are merged, and lets a visitor watch the steps. Filling the last dictionary up to a budget is not a step.
type Streamer interface {
	Fitter

	// Stream is Fit, with the same draws and the same bits, and calls visit after every step, in an order that depends
	// only on the draws. visit may be nil. An error of visit ends the fit and is returned unchanged. Calls come from
	// the calling goroutine, so that Stream takes the time of visit as well.
	Stream(ctx context.Context, g *Gram, rng *rand.Rand, visit func(StreamStep) error) (Approximation, error)
}

// StreamStep is the result of one step of a Streamer: one dictionary, and the points that it represents. Steps form
// trees. In a single pass every step has the previous one in From and some new points in Arrived; in a merge tree the
// leaves have only Arrived, and the merges two nodes in From. No step is in From of two others. The values are copies
// that the visitor may keep.
type StreamStep struct {
	Node    int   // the step's number, counted from 0 in the order of the visits
	From    []int // the steps whose dictionaries went into this one; all below Node
	Level   int   // of the merge tree: 0 for leaves, half as many nodes at each further level; an odd node goes on to it
	Arrived []int // the rows of K that arrived in this step, in their order; nil for a merge
	Seen    int   // points that the dictionary represents: Arrived, and the points of the steps in From

	Dictionary

	// Ridge is the γₛ in use after the step, which a method that is limited to m raises above the one asked for.
	Ridge float64

	// DEff is d̃, the method's own estimate of d_eff(γₛ) of the points seen; its
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

// Package approxtest is the conformance suite of approximation methods. Every method of package approx
// must pass [Run]; its [Promise] lists which of the theory's invariants hold for it.
package approxtest

import (
	"math/rand/v2"
	"testing"

	"gramscope/model"
)

// Promise lists what holds for one method. For all methods, figures are finite, no error is below the optimum, Block,
// Diag and MulTo describe one matrix, the same seed gives the same bits, and a cancelled fit ends soon.
type Promise struct {
	// Projection: 0 ⪯ K−K̃ ⪯ K.
	Projection bool

	// Below: K−K̃ ⪰ 0, for a K̃ that is not a projection.
	Below bool

	// PSD: K̃ has no negative eigenvalue.
	PSD bool

	// ExactRows: K̃ equals K in the rows of its Landmarks, unless the score ridge decides the size and regularises K̃.
	ExactRows bool

	// Ordered: the result depends on the order of the rows, for example because the first of
	// equal ones is taken, so permuted rows may have a different error.
	Ordered bool

	// ExtensionError: the features of new points are Nyström's extension of a
	// factor that is not a projection, and differ from K̃ at its own rows by up to ‖K−K̃‖.
	ExtensionError bool

	// OwnForm: K̃ is not a product of features made from few landmarks or from frequencies.
	OwnForm bool

	// Full returns the parameters, for n rows, at which K̃ = K; nil if none.
	Full func(n int) model.Values

	// Improves is the parameter along which the mean error over seeds falls; "" if there is none.
	Improves model.Name

	// Entries, MaxRank and Bytes return the number of kernel entries a fit reads, its largest
	// possible rank, and its memory in bytes. All must be given.
	Entries func(Fit) int64
	MaxRank func(Fit) int
	Bytes   func(Fit) int64
}

// Fit is a fit as it is passed to the functions of a Promise.
type Fit struct {
	N      int
	Params model.Values // the parameters as set, before any clamping
	Gram   *model.Gram  // a separate view of the problem
	Rand   *rand.Rand   // in the state in which the fit got it, to repeat its draws
	model.Approximation
}

// Clamped returns a parameter as set, but at most n.
func (f Fit) Clamped(name model.Name) int { return min(int(f.Params[name]), f.N) }

// FactorBytes returns the memory of a factor with as many columns as its rank.
func FactorBytes(f Fit) int64 { return 8 * int64(f.N) * int64(f.Rank()) }

// checks are the properties that every method has.
var checks = []struct {
	name   string
	holds  func(suite, *testing.T)
	stored bool // it needs no second run with a factor that may not be stored
}{
	{"promises", suite.promises, true},
	{"fields", suite.fields, true},
	{"cancelled", suite.cancelled, true},
	{"nil generator", suite.nilGenerator, true},
	{"gram is only read", suite.onlyRead, true},
	{"forms agree", suite.formsAgree, false},
	{"norms", suite.norms, true},
	{"extension", suite.extension, false},
	{"tiles", suite.byTiles, true},
	{"wrong shapes panic", suite.wrongShapes, true},
	{"size and cost", suite.sizeAndCost, false},
	{"rank is met", suite.rankIsMet, true},
	{"kernels", suite.kernels, false},
	{"precomputed matrix", suite.matrix, false},
	{"full budget", suite.fullBudget, true},
	{"improves", suite.improves, true},
	{"permuted rows", suite.permutedRows, true},
	{"degenerate data", suite.degenerateData, false},
	{"few rows", suite.fewRows, false},
	{"ends of the ranges", suite.endsOfRanges, false},
}

// Run checks that m keeps its promise, and what holds for all methods.
func Run(t *testing.T, m model.Method, p Promise) {
	for _, c := range checks {
		t.Run(c.name, func(t *testing.T) { c.holds(suite{m, p, false}, t) })
	}
}

// RunByTiles checks the same of fits that may not store their factor.
func RunByTiles(t *testing.T, m model.Method, p Promise) {
	for _, c := range checks {
		if !c.stored {
			t.Run(c.name, func(t *testing.T) { c.holds(suite{m, p, true}, t) })
		}
	}
}

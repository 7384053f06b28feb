package model

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"
)

// Method is one way to approximate a kernel matrix: a value with all that
// flags, knobs, help, tables and tests need to know about it.
type Method struct {
	Name   string        // flag value and CSV entry: lower case letters, digits, dashes
	Doc    string        // first the title, a paragraph of at most 60 characters; then when to use the method and when not
	Family Family        // what K̃ is made of
	When   string        // when to take it: a clause that follows "take it", of at most 80 characters
	Ref    string        // paper and algorithm
	Cost   string        // kernel entries needed, as a formula in n, m, c …
	Needs  Needs         // what the kernel or the data must offer
	New    func() Fitter // a fitter with its defaults filled in

	// Properties of a fit, for code that orders runs, warns before they start or draws results.
	ReadsAll    func(f Fitter) bool       // whether a fit reads n²/2 entries or more for every m; nil: never
	Columns     func(f Fitter, n int) int // number of columns of K that are read for a narrower factor; nil: as many as it has
	RowEntries  func(f Fitter, n int) int // number of entries that are read for each row, by a method that reads no columns; nil: it reads columns
	Features    bool                      // it draws a map of features that uses no landmarks; they may be more than n
	Independent func(f Fitter) bool       // whether the frequencies are independent, as the uniform bound on the entries of K̃ requires; nil: never
	Landmarks   bool                      // K̃ rests on landmarks, rows of the data or other points, but not on all rows; K̃ = 0 aside
	Exceeds     bool                      // K−K̃ may have negative eigenvalues: no bound of the evidence follows from K̃
	Oblivious   bool                      // landmarks, frequencies or sketch are drawn before K is read: K̃ on a few rows costs less than a fit
	Clusters    bool                      // a fit begins with k-means, with the number of the parameter clusters, and K̃ or its sketch uses these clusters

	// Refuses returns why the parameters of f do not suit k, which meets the Needs, or ""; nil: they always do.
	Refuses func(f Fitter, k Kernel) string

	// Memory is what a fitter of New, its parameters filled in, takes on n rows
	// of d coordinates. If that depends on the data this is the usual amount,
	// and Fit asks [Gram.Afford] as soon as it knows more.
	Memory func(f Fitter, n, d int) Memory
}

// Title returns the first paragraph of Doc.
func (m Method) Title() string {
	title, _, _ := strings.Cut(m.Doc, "\n\n")
	return title
}

// Uses reports whether the method has a parameter of that name.
func (m Method) Uses(name Name) bool {
	return slices.ContainsFunc(m.New().Params(), func(p Param) bool { return p.Name == name })
}

// Quadratic reports whether a fit with f's parameters reads all of K, or half of it.
func (m Method) Quadratic(f Fitter) bool { return m.ReadsAll != nil && m.ReadsAll(f) }

// Needs are a method's conditions on the kernel and on the size of the problem.
type Needs struct {
	Kernels      []string // names of the kernels that it suits; nil: all
	Spectrum     bool     // the kernel's spectral distribution can be sampled: Spectral
	UnitDiagonal bool     // k(x, x) = 1
	Coordinates  bool     // the points have coordinates of which means can be taken
	MaxN         int      // rows at most; 0: any number
	MaxDims      int      // dimensions of the points at most; 0: any number
	Landmarks    bool     // landmarks are given, see [Gram.Give]; the default of m is their number
}

// Unmet returns the reason why the method can't be used with kernel k on n rows and the given
// number of landmarks, or "" if it can.
func (m Method) Unmet(k Kernel, n, landmarks int) string {
	_, spectral := k.(Spectral)
	switch needs := m.Needs; {
	case needs.Kernels != nil && !slices.Contains(needs.Kernels, k.Name()):
		return fmt.Sprintf("%s is for the kernel %s, not %s", m.Name, strings.Join(needs.Kernels, " or "), k.Name())
	case needs.Spectrum && !spectral:
		return fmt.Sprintf("%s needs a kernel with a spectral density, such as gaussian, not %s", m.Name, k.Name())
	case needs.UnitDiagonal && (k.Geometry().DiagonalVaries() || k.Diagonal() != 1):
		return fmt.Sprintf("%s needs a kernel with k(x,x) = 1, which %s has not", m.Name, k.Name())
	case needs.Coordinates && k.Geometry() == Entry:
		return fmt.Sprintf("%s needs the coordinates of points, and the kernel %s has none", m.Name, k.Name())
	case needs.MaxN > 0 && n > needs.MaxN:
		return fmt.Sprintf("%s is for n up to %d, not %d", m.Name, needs.MaxN, n)
	case needs.Landmarks && landmarks == 0:
		return m.Name + " needs landmarks from a file, and none are given"
	}
	return ""
}

// UnmetIn returns the reason why the method can't be used on points of d dimensions, or "".
func (m Method) UnmetIn(d int) string {
	if most := m.Needs.MaxDims; most > 0 && d > most {
		return fmt.Sprintf("%s is for points of up to %d dimensions, not %d", m.Name, most, d)
	}
	return ""
}

// UnmetBy returns what Unmet does, and also the reason why the parameters of f do not suit the kernel.
func (m Method) UnmetBy(f Fitter, k Kernel, n, landmarks int) string {
	if why := m.Unmet(k, n, landmarks); why != "" || m.Refuses == nil {
		return why
	}
	return m.Refuses(f, k)
}

// Fitter holds the parameters of one method and applies it.
type Fitter interface {
	// Params describes the parameters, bound to the fitter's fields.
	Params() []Param

	// Fit approximates the kernel matrix behind g. It reads the kernel only
	// through g, which counts entries, and draws only from rng; a nil rng
	// panics. It looks at ctx once per outer step and returns ctx.Err() if
	// that is not nil. Trouble in the data is a typed error.
	Fit(ctx context.Context, g *Gram, rng *rand.Rand) (Approximation, error)
}

// Approximation is K̃, an n×n symmetric matrix, in its own form: a map of features,
// K̃ = F·Fᵀ with F = φ(X), whose rows are kept or made when asked for; a factor F alone;
// diagonal blocks; W·L·Wᵀ with a symmetric L that may be indefinite; or the inverse of L·Lᵀ
// for a sparse triangular L. All methods
// are safe for concurrent use. A wrong shape panics.
type Approximation interface {
	Rank() int                              // rank of what is stored
	Bytes() int64                           // 8 × the numbers that it is made of, F's kept or not; points and landmarks not counted
	Diag(dst []float64)                     // the n diagonal entries of K̃
	Block(dst *mat.Dense, rows, cols []int) // K̃[rows, cols] into dst, len(rows)×len(cols); nil means all
	MulTo(dst, x *mat.Dense)                // K̃·X into dst, both n×b; dst and x must not overlap

	// Norms are ‖K̃‖_F and ‖K̃‖₂, from the form that K̃ is stored in: O(n·q²) for a
	// factor of q columns. rng starts iterations. The error is the context's.
	Norms(ctx context.Context, rng *rand.Rand) (frobenius, spectral float64, err error)

	// SolveTo writes (K̃ + mu·I)⁻¹y into dst, both of length n. mu > 0. A
	// *SingularError says that the matrix is singular to working precision,
	// or, for an indefinite K̃, that mu is not above −λmin(K̃).
	SolveTo(dst, y []float64, mu float64) error

	// Decompose computes the eigenpairs of K̃, by which a regression is solved at every
	// ridge: O(n·q²) for a factor of q columns, O(Σn_s³) for blocks, O(n·q + q³) for
	// W·L·Wᵀ. They take as much memory as F. The error is the context's.
	Decompose(ctx context.Context) (*Decomposition, error)

	// Extension is how the features of K̃ go on to new points. The error is the
	// context's.
	Extension(ctx context.Context) (*Extension, error)
}

// Warner is an Approximation with warnings.
type Warner interface {
	Warnings() []string // each with its remedy; independent of time and scheduling
}

// Landmarker is an Approximation that rests on some of the points.
type Landmarker interface {
	Landmarks() []int // distinct row indices in [0, n), or nil
}

// Sketcher is an Approximation made of K·S for a random S.
type Sketcher interface {
	// Sketch is S, n×q, with the weights that make E[S·Sᵀ] = I, or nil if
	// the method has no such S. Every call computes it again.
	Sketch() *mat.Dense
}

// Mapper is an Approximation by a map of features, K̃ = φ(X)·φ(X)ᵀ, that keeps the features
// or computes them on demand.
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

// Streamer is a Fitter that builds a dictionary step by step, as points come in
// or as the dictionaries of parts of the data are merged, and lets a visitor
// watch the steps. Filling the last dictionary up to a budget is not a step.
type Streamer interface {
	Fitter

	// Stream is Fit, with the same draws and the same bits, and calls visit
	// after every step, in an order that depends only on the draws. visit may be
	// nil. An error of visit ends the fit and is returned unchanged. Calls come from the
	// calling goroutine, so that Stream takes the time of visit as well.
	Stream(ctx context.Context, g *Gram, rng *rand.Rand, visit func(StreamStep) error) (Approximation, error)
}

// Grower is a Fitter whose K̃ for a smaller m is a part of that for a larger one, so that a fit can go on
// until K̃ is good enough.
type Grower interface {
	Fitter

	// Grow begins the fit, of which m of the fitter is the limit. The first To steps of the growth
	// have the bits of a Fit with that m.
	Grow(g *Gram, rng *rand.Rand) (Growth, error)
}

// Growth is a fit of a Grower in progress. It is not safe for concurrent use.
type Growth interface {
	Nest

	// To returns K̃ for m and the number of entries that a fit with this m reads. It goes on with the
	// fit if m is larger than before. The error is that of Fit.
	To(ctx context.Context, m int) (a Approximation, entries int64, err error)
}

// Nester is a Fitter whose draws for a smaller m are the first of those for a larger one, so that K̃ at a few rows
// can go on from one m to the next without a fit to all rows.
type Nester interface {
	Fitter

	// Nests reports whether it does so with the present parameters other than m.
	Nests() bool

	// Nest begins K̃ with the draws of a Fit. m of the fitter plays no role.
	Nest(g *Gram, rng *rand.Rand) Nest
}

// Nest is K̃ for any m at a few rows. It is not safe for concurrent use.
type Nest interface {
	// Features returns F, len(rows)×q, with K̃[rows, rows] = scale·F·Fᵀ for m, up to rounding. F for a smaller m has
	// the first columns of F for a larger one. Of the rows asked for in two calls, the shorter list has to be the
	// beginning of the longer one. F is read only and good until the next call. The error is that of Fit.
	Features(ctx context.Context, m int, rows []int) (f *mat.Dense, scale float64, err error)
}

// Piloted is a Fitter that can make a K̃ of nearly the same accuracy at a fraction of the cost, by which the search for
// m predicts it.
type Piloted interface {
	Fitter

	// Pilot is Fit at less effort. Where it errs, K̃ is less accurate than that of Fit rather than more.
	Pilot(ctx context.Context, g *Gram, rng *rand.Rand) (Approximation, error)
}

// StreamStep is the result of one step of a Streamer: one dictionary, and the points that it
// represents. Steps form trees. In a single pass every step has
// the previous one in From and some new points in Arrived; in a merge tree the leaves have only
// Arrived, and the merges two nodes in From. No step is in From of two others. The values are copies that the visitor may keep.
type StreamStep struct {
	Node    int   // the step's number, counted from 0 in the order of the visits
	From    []int // the steps whose dictionaries went into this one; all below Node
	Level   int   // of the merge tree: 0 for leaves; a level has half the nodes of the level below, and an odd node is merged at a higher level
	Arrived []int // the rows of K that arrived in this step, in their order; nil for a merge
	Seen    int   // points that the dictionary represents: those in Arrived, and those of the steps in From

	Dictionary

	// Ridge is the γ in use after the step. It is at least the γₛ asked for: a method that is
	// limited to m raises it.
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

// SingularError says that K̃ + Mu·I, or K + Mu·I, can't be solved.
type SingularError struct {
	Mu        float64
	Condition float64 // estimated condition number; +Inf where it has none, as for an indefinite matrix
	Negative  float64 // λmin(K̃) where it is known to be below 0; else 0
	Usable    float64 // the smallest μ found to suffice; 0 if none was sought
}

func (e *SingularError) Error() string {
	var what string
	switch {
	case e.Negative < 0 && e.Mu <= -e.Negative:
		what = fmt.Sprintf("K̃ is indefinite, with least eigenvalue %.3g, and K̃ + μI is not positive definite at μ = %.3g", e.Negative, e.Mu)
	case math.IsInf(e.Condition, 1):
		what = fmt.Sprintf("the kernel matrix + μI is singular or not positive definite at μ = %.3g", e.Mu)
	default:
		what = fmt.Sprintf("the kernel matrix + μI is singular to working precision at μ = %.3g (condition %.3g)", e.Mu, e.Condition)
	}
	if e.Usable > 0 {
		// Rounding to three digits errs by up to 0.5 %: the printed value must suffice too.
		return fmt.Sprintf("%s: raise mu to %.3g or more", what, 1.006*e.Usable)
	}
	return what + ": raise mu"
}

// DegenerateError says that the kernel matrix, or its squares, vanish or
// overflow.
type DegenerateError struct {
	What  string // what has the value
	Value float64
}

func (e *DegenerateError) Error() string {
	if e.Value == 0 {
		return e.What + " is 0: there is nothing to approximate; change the kernel or its parameters, or the scale of the data"
	}
	return fmt.Sprintf("%s is %v: it overflows; lower the kernel's parameters, or standardise the data", e.What, e.Value)
}

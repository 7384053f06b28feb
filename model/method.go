// Package model is the contract between the kernel matrix and the methods that approximate it.
//
// It holds the kernel matrix (evaluated on demand, counted), its leading eigenpairs, and what every method of package
// approx meets: [Method], [Fitter], [Param], [Approximation]. The kernels are in model/kernel, what an approximation is
// compared with in model/exact, regression on it in model/learn.
//
// # Symbols
//
//	symbol  flag                 meaning
//	n, d                         rows (points) and columns (features); X is n×d, rows are points
//	K, K̃                         the exact kernel matrix, n×n, and its approximation
//	γ       --gamma              kernel scale: Gaussian exp(−γ‖x−y‖²), Laplacian exp(−γ‖x−y‖₁)
//	σ       --sigma              the same parameter as a width: σ = 1/√(2γ); Laplacian σ = 1/γ; Matérn ℓ = σ
//	m       --m                  the budget: landmarks, sampled columns, projection dimension, features
//	a       --accum              accumulation count: sub-sampling matrices added up in one sketch
//	c       --clusters           clusters of BKA and k-means based methods
//	k       --rank               target rank where a method truncates; 0 = no truncation
//	μ       --mu                 ridge in the sum form K + μI; the mean form is λ = μ/n
//	γₛ      --score-ridge        ridge of the leverage scores τᵢ = [K(K+γₛI)⁻¹]ᵢᵢ; default: equal to μ
//
// # Conventions
//
// Every ridge is the number added to the diagonal of K, never of K/n. Random choices come from a *rand.Rand argument
// and nothing else; a nil generator or a wrong shape is misuse and panics with a text that starts "model: ". Trouble
// that lies in the data comes back as an error that carries the number. What a user should know but need not stop for
// is a warning, a value in the result. Every sum has a fixed order, so that the same seed gives the same bits for any
// number of workers.
package model

import (
	"fmt"
	"slices"
	"strings"
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

	Command string // that starts the program of a method of the user's own; "" for others

	// Properties of a fit, for code that orders runs, warns before they start or draws results.
	ReadsAll    func(f Fitter) bool       // whether a fit reads n²/2 entries or more for every m; nil: never
	Columns     func(f Fitter, n int) int // how many columns of K are read for a narrower factor; nil: its width
	RowEntries  func(f Fitter, n int) int // how many entries of each row are read; nil: columns are read
	Choosing    float64                   // how long landmarks take to choose, as a multiple of the rest of a fit
	Features    bool                      // the fit draws a map of features without landmarks, maybe more than n
	Independent func(f Fitter) bool       // whether frequencies are independent, as the uniform bound requires; nil: never
	Landmarks   bool                      // K̃ rests on landmarks, rows or other points, but not on all rows; K̃ = 0 aside
	Exceeds     bool                      // K−K̃ may have negative eigenvalues: no bound of the evidence follows from K̃
	Clusters    bool                      // K̃ or its sketch uses the clusters of k-means, as many as the parameter says

	// Nests reports whether the draws for a smaller m are the first draws for a larger one, so that a curve over m does
	// not jump because of other random numbers; nil: never.
	Nests func(f Fitter) bool

	// Refuses returns why the parameters of f do not suit k, which meets the Needs, or ""; nil: they always do.
	Refuses func(f Fitter, k Kernel) string

	// Memory is what a fitter of New, its parameters filled in, takes on n rows of d coordinates. If that depends on
	// the data this is the usual amount, and Fit asks [Gram.Afford] as soon as it knows more.
	Memory func(f Fitter, n, d int) Memory
}

// Names returns the names of methods.
func Names(methods []Method) []string { return NamesOf(methods, func(Method) bool { return true }) }

// NamesOf returns the names of the methods of which something is true.
func NamesOf(methods []Method, is func(Method) bool) (names []string) {
	for _, m := range methods {
		if is(m) {
			names = append(names, m.Name)
		}
	}
	return names
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

// With returns a fitter with some values, and the defaults of other parameters. The error is a *RangeError.
func (m Method) With(values Values) (Fitter, error) {
	f := m.New()
	for _, p := range f.Params() {
		if v, ok := values[p.Name]; ok {
			if err := p.Set(v); err != nil {
				return nil, err
			}
		}
	}
	return f, nil
}

// Quadratic reports whether a fit with f's parameters reads all of K, or half of it.
func (m Method) Quadratic(f Fitter) bool { return m.ReadsAll != nil && m.ReadsAll(f) }

// Family is a kind of method, by what K̃ is made of. Lists of methods are ordered by it.
type Family string

// The families. A method that only shows what others could reach is a reference, whatever it is made of.
const (
	References     Family = "references"
	Landmarks      Family = "landmarks"
	Sketches       Family = "sketches"
	Features       Family = "features"
	Blocks         Family = "blocks"
	Factorisations Family = "factorisations"
	Programs       Family = "programs"
)

// Doc says in a few words what the methods of a family are.
func (f Family) Doc() string {
	return map[Family]string{
		References:     "what could be reached: dear, for comparison",
		Landmarks:      "Nyström on some rows or centres",
		Sketches:       "projections on random combinations of columns",
		Features:       "a random map of the points, without kernel entries",
		Blocks:         "clusters by themselves, for narrow kernels",
		Factorisations: "a factor of K, built column by column or fitted",
		Programs:       "programs of your own, see gramscope help own",
	}[f]
}

// Needs are a method's conditions on the kernel and on the size of the problem.
type Needs struct {
	Kernels     []string // names of the kernels that it suits; nil: all
	Spectrum    bool     // the kernel's spectral distribution can be sampled: Spectral
	Coordinates bool     // the points have coordinates, whose means exist
	MaxN        int      // rows at most; 0: any number
	MaxDims     int      // dimensions of the points at most; 0: any number
	Landmarks   bool     // landmarks are given, see [Gram.Give]; the default of m is their number
}

// Unmet returns the reason why the method can't be used with kernel k on n rows of d dimensions and the given number of
// landmarks, or "" if it can. A nil f leaves out whether its parameters suit the kernel.
func (m Method) Unmet(f Fitter, k Kernel, n, d, landmarks int) string {
	_, spectral := k.(Spectral)
	switch needs := m.Needs; {
	case needs.Kernels != nil && !slices.Contains(needs.Kernels, k.Name()):
		return fmt.Sprintf("%s is for the kernel %s, not %s", m.Name, strings.Join(needs.Kernels, " or "), k.Name())
	case needs.Spectrum && !spectral:
		return fmt.Sprintf("%s needs a kernel with a spectral density, such as gaussian, not %s", m.Name, k.Name())
	case needs.Coordinates && k.Geometry() == Entry:
		return fmt.Sprintf("%s needs the coordinates of points, and the kernel %s has none", m.Name, k.Name())
	case needs.MaxN > 0 && n > needs.MaxN:
		return fmt.Sprintf("%s is for n up to %d, not %d", m.Name, needs.MaxN, n)
	case needs.Landmarks && landmarks == 0:
		return m.Name + " needs landmarks from a file, and none are given"
	case needs.MaxDims > 0 && d > needs.MaxDims:
		return fmt.Sprintf("%s is for points of up to %d dimensions, not %d", m.Name, needs.MaxDims, d)
	case f != nil && m.Refuses != nil:
		return m.Refuses(f, k)
	}
	return ""
}

// UnmetOn is Unmet for the kernel, points and landmarks of g.
func (m Method) UnmetOn(g *Gram, f Fitter) string {
	n, d := g.X().Dims()
	landmarks := 0
	if z := g.Given(); z != nil {
		landmarks = z.RawMatrix().Rows
	}
	return m.Unmet(f, g.Kernel(), n, d, landmarks)
}

// Work estimates how long a fit with f's parameters takes on n rows of d coordinates, in operations of a product of
// matrices, from what it reads and holds: with q the width of K̃'s factor, and a the method's Choosing,
//
//	10⁵ + 3000·n                 for any fit
//	(1+a)·n·(c·(2d + 60) + 2q²)  c columns of K, q if the method does not say how many, and a factor made of them;
//	                             random features without the 2q²; blocks their entries alone, each for 2d + 200;
//	                             where entries of each row are read, c of them, without the 2q²
//	n²·(d + 30) + n·h  as well   where it reads all of K, and multiplies or factorises the h numbers that it holds
//
// The order in n and m is right, and the constant within a factor of a few: measured times are
// better. See [Method.ReadsAll], [Method.Columns], [Method.RowEntries], [Method.Choosing] and [Method.Memory].
func (m Method) Work(f Fitter, n, d int) float64 {
	rows, entry := float64(n), float64(2*d+60)
	work := 1e5 + rows*3000
	if m.Memory == nil {
		return work + rows*entry
	}
	memory := m.Memory(f, n, d)
	q := float64(memory.Coordinates) / 8
	switch {
	case m.RowEntries != nil:
		work += rows * float64(m.RowEntries(f, n)) * entry
	case memory.Coordinates >= 8*int64(n):
		work += float64(memory.Stored) / 8 * float64(2*d+200)
	case m.Features:
		work += rows * q * entry
	default:
		columns := q
		if m.Columns != nil {
			columns = max(q, float64(m.Columns(f, n)))
		}
		work += (1 + m.Choosing) * rows * (columns*entry + 2*q*q)
	}
	if m.Quadratic(f) {
		work += rows * (rows*entry/2 + float64(memory.Fit)/8)
	}
	return work
}

// Package learn implements regressions and classifiers on a kernel matrix K or on an approximation K̃ of it.
//
//	pairs, err := a.Decompose(ctx)              // one factorisation
//	ridge := learn.NewRidge(pairs, y)
//	fit, err := ridge.At(mu)                    // every μ from it, O(n·r) each
//
// Ridge works for any K̃ and for many ridges. A single ridge is faster by the Cholesky factorisation
// of [Normal], for a feature map, or of [Blocks].
//
// Every ridge μ is the number added to the diagonal, K̃ + μI; the mean form of the papers is λ = μ/n. Targets of a
// regression are centred by their mean ȳ over the training rows. This offset counts as a known constant: ŷ = ȳ +
// H·(y−ȳ) with the hat matrix H = K̃(K̃+μI)⁻¹. Degrees of freedom, GCV, LOO and risk are those of H.
//
// Functions panic, with a text that starts "learn: ", for a vector of the wrong length, landmarks that repeat or are
// not rows, a negative ridge or a nil generator. A matrix that can't be solved is a *model.SingularError.
package learn

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/linalg"
)

// Ridge is kernel ridge regression on an approximation K̃ = Q·diag(λ)·Qᵀ,
//
//	ŷ = ȳ + K̃(K̃+μI)⁻¹(y−ȳ),
//
// which minimises ‖y−ȳ−F·w‖² + μ‖w‖² for K̃ = F·Fᵀ, at any ridge μ. It stores c = Qᵀ(y−ȳ) and the part
// of y−ȳ that is orthogonal to Q, so each μ costs O(n·r). Ridge is safe for concurrent use.
type Ridge struct {
	Offset float64 // ȳ

	d       *model.Decomposition
	values  []float64 // λ, of r
	c       []float64 // Qᵀ(y−ȳ), of r
	rest    []float64 // y−ȳ − Q·c
	outside []float64 // diagonal of I − QQᵀ
	inside  []float64 // see wholeGroups
}

// NewRidge returns the regression of finite targets, one for each row, from the eigenpairs of K̃, in O(n·r).
func NewRidge(d *model.Decomposition, y []float64) *Ridge {
	checkLength("targets", len(y), d.N)
	offset, centre := Centred(y)
	r := &Ridge{Offset: offset, d: d, values: d.Values(), inside: wholeGroups(d)}
	r.c, r.rest = split(d, centre)
	ones := make([]float64, len(r.values))
	floats.AddConst(1, ones)
	r.outside = d.Diagonal(ones)
	for i, v := range r.outside {
		r.outside[i] = 1 - v
	}
	return r
}

// Fit is a regression at one ridge μ.
type Fit struct {
	Mu     float64
	Fitted []float64 // ŷ, of length n

	// DF is tr H = Σλ/(λ+μ), the degrees of freedom. It is between 0 and the rank if K̃ is
	// positive semi-definite; for an indefinite K̃ some terms are negative.
	DF float64

	// GCV is (1/n)‖y−ŷ‖²/(1−DF/n)² (Golub, Heath and Wahba 1979). It is NaN if DF = n, at μ = 0.
	GCV float64

	// LOO is the mean of ((yᵢ−ŷᵢ)/(1−Hᵢᵢ))², or its limit at μ = 0: the squared error at each row
	// of the fit to all other rows with the same K̃ and offset. For an approximation it is
	// slightly optimistic, as landmarks or features that were chosen with row i stay the same.
	LOO float64

	// Coefficients are c/(λ+μ) = Qᵀα, a vector of length r, with α = (K̃+μI)⁻¹(y−ȳ). Decomposition.Weights turns them
	// into weights of the features. Those of [Blocks] are α itself, which are the weights of the features.
	Coefficients []float64

	offset  float64
	lost    func(x []float64) []float64 // returns (I−H)x for a centred x
	squares float64                     // ‖H‖_F²
	inverse []float64                   // 1/(λ+μ), a vector of r
}

// At returns the regression at ridge μ ≥ 0. The error is a *model.SingularError if K̃+μI is not positive
// definite, or if its condition (λmax+μ)/(λmin+μ) is not below 1/eps; it names a μ that is large enough.
// λmin is 0 if K̃ does not have full rank, so μ = 0 is possible only for a regular K̃.
func (r *Ridge) At(mu float64) (*Fit, error) {
	checkSize("a ridge mu", mu)
	smallest, largest := r.d.Least(), r.d.Largest()
	floor, condition := smallest+mu, math.Inf(1)
	if floor > 0 {
		condition = (largest + mu) / floor
	}
	if !(condition < 1/linalg.Eps) {
		return nil, &model.SingularError{
			Mu: mu, Condition: condition, Negative: min(smallest, 0),
			Usable: 1.001 * (linalg.Eps*largest - smallest), // slightly above the μ at which the condition is 1/eps
		}
	}
	n := float64(r.d.N)
	at := &atRidge{Ridge: r, mu: mu, floor: floor, inverse: make([]float64, len(r.values))}
	fit := &Fit{Mu: mu, offset: r.Offset, lost: at.lost, Coefficients: make([]float64, len(r.c))}
	kept := make([]float64, len(r.values))
	fit.inverse = make([]float64, len(r.values))
	free := n - float64(len(r.values)) // n − tr H, summed without cancellation
	for j, v := range r.values {
		kept[j] = v / (v + mu)
		at.inverse[j] = floor / (v + mu)
		fit.inverse[j] = 1 / (v + mu)
		fit.Coefficients[j] = r.c[j] / (v + mu)
		fit.DF += kept[j]
		fit.squares += kept[j] * kept[j]
		free += mu / (v + mu)
	}
	fit.Fitted = r.d.Expand(product(kept, r.c))
	floats.AddConst(r.Offset, fit.Fitted)

	// y−ŷ = μ(K̃+μI)⁻¹(y−ȳ) and 1−Hᵢᵢ = μ(K̃+μI)⁻¹ᵢᵢ share the factor μ.
	solved := at.solve(r.c, r.rest)
	diagonal := r.d.Diagonal(at.inverse)
	at.addBeyond(diagonal, r.outside)
	least := floor / (largest + mu) // lower bound of every diagonal entry, except for rounding errors
	sum := 0.0
	for i, v := range solved {
		sum += math.Pow(v/max(diagonal[i], least), 2)
	}
	fit.LOO = ratio(sum, n)
	fit.GCV = ratio(n*math.Pow(mu/floor*floats.Norm(solved, 2)/free, 2), 1)
	return fit, nil
}

// atRidge is s·(K̃+μI)⁻¹, where s is the smallest eigenvalue of K̃+μI. Its norm is 1, and neither a
// tiny nor a huge μ overflows.
type atRidge struct {
	*Ridge
	mu, floor float64   // μ and s
	inverse   []float64 // the eigenvalues s/(λ+μ) of the product
}

// solve returns s·(K̃+μI)⁻¹x for x = Q·c + rest.
func (m *atRidge) solve(c, rest []float64) []float64 {
	out := m.d.Expand(product(m.inverse, c))
	m.addBeyond(out, rest)
	return out
}

// addBeyond adds s/μ·x to dst, for an x orthogonal to Q.
func (m *atRidge) addBeyond(dst, x []float64) {
	for i, v := range x {
		if m.mu >= m.inside[i] { // never true at μ = 0, which is possible only for a regular K̃
			dst[i] += m.floor / m.mu * v
		}
	}
}

// lost returns (I−H)x = μ(K̃+μI)⁻¹x.
func (m *atRidge) lost(x []float64) []float64 {
	out := m.solve(split(m.d, x))
	floats.Scale(m.mu/m.floor, out)
	return out
}

// At returns the regression's values at b new points, ȳ + E·Coefficients, with E =
// Decomposition.Coordinates(Extension.Features(Z)), b×r, or for [Blocks] E = Extension.Features(Z), b×n. For K̃ = 0
// there are no coordinates, and E is nil: then At returns the single number ȳ, which is the value at any point.
func (f *Fit) At(e *mat.Dense) []float64 {
	if e == nil {
		return []float64{f.offset}
	}
	return Values(e, f.Coefficients, f.offset)
}

// Risk returns bias and variance about the truth z = E y, one number for each row, for noise of the
// given standard deviation ≥ 0. It does not depend on the targets. It costs another solution.
func (f *Fit) Risk(truth []float64, noise float64) Risk {
	checkLength("truth", len(truth), len(f.Fitted))
	checkSize("noise of standard deviation", noise)
	_, z := Centred(truth)
	return riskOf(f.lost(z), noise, f.squares)
}

// split returns c = Qᵀx and x − Q·c. For tiny λ the columns of Q may be orthonormal to a few digits
// only; projecting the rest a second time would amplify that error.
func split(d *model.Decomposition, x []float64) (c, rest []float64) {
	c = d.Project(x)
	return c, floats.SubTo(make([]float64, len(x)), x, d.Expand(c))
}

// wholeGroups returns for each row the smallest λ of its group if the group has as many eigenvectors as rows, else 0.
// Nothing is orthogonal to the eigenvectors of such a group. What remains by rounding is left out where it would
// matter, for μ < λ; for a larger μ it corrects eigenvectors that are not quite orthonormal.
func wholeGroups(d *model.Decomposition) []float64 {
	out := make([]float64, d.N)
	for _, g := range d.Groups {
		switch {
		case len(g.Values) == d.N:
			floats.AddConst(floats.Min(g.Values), out)
		case len(g.Values) == len(g.Rows):
			for _, i := range g.Rows {
				out[i] = floats.Min(g.Values)
			}
		}
	}
	return out
}

func product(a, b []float64) []float64 { return floats.MulTo(make([]float64, len(a)), a, b) }

// Package kernel has the kernel functions k(x, y), and families of them by name. A [Family] with the values
// of its parameters is a [Member], which is one kernel.
//
//	k := kernel.Gaussian{Gamma: 0.5}      // exp(−‖x−y‖²/2), of type model.Kernel
//
//	f, known := kernel.Lookup("matern32") // by name, as in flags and files
//	k, err := f.Kernel(kernel.Values{"gamma": f.GammaOf(2)})
//
// If no width is known, the median distance of the points is the usual first guess, see [DistancesOf].
//
// A family is one function of this package that returns it, and one line in
// [Families]. Flags, knobs, columns, model files and sessions follow from that list.
//
// Values in literals of kernels are not checked; [Family.Kernel] checks its values.
package kernel

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"gramscope/model"
)

// Values are kernel parameters by name. Parameters that a family does not have are ignored. Missing ones
// have their defaults, except γ, which has none.
type Values = model.Values

// Family is a kernel whose parameters are not fixed yet.
type Family struct {
	Name     string
	Doc      string        // one line with the formula
	Params   []model.Param // the parameters, not bound to fields; γ comes first
	Geometry model.Geometry

	// GammaOfDistance reports whether γ multiplies a distance, so that γ = 1/σ. Otherwise it
	// multiplies a squared distance or an inner product, and γ = 1/(2σ²).
	GammaOfDistance bool

	// Sigma says what the width σ is in the formula; "" without γ.
	Sigma string

	// OnCircle reports whether points have a single column with values in [0, 1), where 0 and 1
	// are the same point. Such a column is never standardised.
	OnCircle bool

	new func(Values) model.Kernel // for values that are complete and in range
}

// Names of the parameters that one kernel has.
const (
	DegreeName = "degree"
	OffsetName = "offset"
	BetaName   = "beta"
	RateName   = "rate"
)

// Precomputed is the name of the kernel whose values are the entries of a given matrix.
const Precomputed = "precomputed"

// precomputed is the family of a single kernel. Whoever has the rows gives it the entries.
func precomputed() Family {
	const doc = "the entries of a matrix in a file, which has one row and one column for each point"
	return Family{Name: Precomputed, Doc: doc, Geometry: model.Entry,
		new: func(Values) model.Kernel { return &model.Precomputed{} }}
}

// IsPrecomputed reports whether the kernel's values are the entries of a given matrix.
func (f Family) IsPrecomputed() bool { return f.Geometry == model.Entry }

// Families returns all families, in the order of tables and menus.
func Families() []Family {
	return []Family{gaussian(), laplacian(), matern12(), matern32(), matern52(),
		polynomial(), linear(), periodic(), poisson(), precomputed()}
}

// Lookup returns the family with the given name.
func Lookup(name string) (Family, bool) {
	all := Families()
	if i := slices.IndexFunc(all, func(f Family) bool { return f.Name == name }); i >= 0 {
		return all[i], true
	}
	return Family{}, false
}

// Names returns the names of the families, in their order.
func Names() []string {
	var names []string
	for _, f := range Families() {
		names = append(names, f.Name)
	}
	return names
}

// Params returns the parameters of all families, each once and not bound to a field. σ, the other form of γ,
// comes after γ.
func Params() []model.Param {
	all := []model.Param{model.Gamma(nil), model.Sigma(nil)}
	for _, f := range Families() {
		for _, p := range f.Params {
			if !slices.ContainsFunc(all, func(q model.Param) bool { return q.Name == p.Name }) {
				all = append(all, p)
			}
		}
	}
	return all
}

// HasParam reports whether the family has a parameter with the given name.
func (f Family) HasParam(name model.Name) bool {
	return slices.ContainsFunc(f.Params, func(p model.Param) bool { return p.Name == name })
}

// HasGamma reports whether the kernel has a scale γ, and with it a width σ.
func (f Family) HasGamma() bool { return f.HasParam(model.GammaName) }

// Member returns the kernel with the given values, which are not checked.
func (f Family) Member(given Values) Member {
	k := Member{Family: f, Values: Values{}}
	for _, p := range f.Params {
		k.Values[p.Name] = p.Default
		if v, ok := given[p.Name]; ok {
			k.Values[p.Name] = v
		}
	}
	return k
}

// Kernel returns the kernel with the given values. The error is a *model.RangeError if one of its parameters
// is out of range, such as γ ≤ 0.
func (f Family) Kernel(given Values) (model.Kernel, error) {
	values := f.Member(given).Values
	for _, p := range f.Params {
		v, err := p.Check(values[p.Name])
		if err != nil {
			return nil, fmt.Errorf("kernel %s: %w", f.Name, err)
		}
		values[p.Name] = v
	}
	return f.new(values), nil
}

// GammaOf converts a width σ to γ: 1/(2σ²), or 1/σ if γ multiplies a distance.
func (f Family) GammaOf(sigma float64) float64 {
	if f.GammaOfDistance {
		return 1 / sigma
	}
	return 1 / (2 * sigma * sigma)
}

// SigmaOf returns the inverse of GammaOf.
func (f Family) SigmaOf(gamma float64) float64 {
	if f.GammaOfDistance {
		return 1 / gamma
	}
	return width(gamma)
}

func width(gamma float64) float64 { return 1 / math.Sqrt(2*gamma) }

// Member is one kernel of a family. Make it with [Family.Member].
type Member struct {
	Family Family
	Values Values // of all parameters of the family, and of no others; read only
}

// Gamma returns γ, NaN for a kernel without it.
func (k Member) Gamma() float64 {
	if gamma, ok := k.Values[model.GammaName]; ok {
		return gamma
	}
	return math.NaN()
}

// Sigma returns γ as a width, NaN for a kernel without it.
func (k Member) Sigma() float64 { return k.Family.SigmaOf(k.Gamma()) }

// WithGamma returns the kernel with another γ.
func (k Member) WithGamma(gamma float64) Member {
	k.Values = maps.Clone(k.Values)
	k.Values[model.GammaName] = gamma
	return k
}

// WithSigma returns the kernel with another width.
func (k Member) WithSigma(sigma float64) Member { return k.WithGamma(k.Family.GammaOf(sigma)) }

// Function returns k(x, y). It panics if a parameter is out of range: values must be checked when they are set.
func (k Member) Function() model.Kernel {
	function, err := k.Family.Kernel(k.Values)
	if err != nil {
		panic("kernel: an unchecked value: " + err.Error())
	}
	return function
}

// Parameters returns the values of all parameters except γ.
func (k Member) Parameters() Values {
	all := maps.Clone(k.Values)
	delete(all, model.GammaName)
	return all
}

// String returns the name and the values, sorted by name, as a key.
func (k Member) String() string { return fmt.Sprint(k.Family.Name, k.Values) }

func polynomial() Family {
	degree := model.Param{Name: DegreeName, Symbol: "degree", Group: model.GroupKernel,
		Doc: "degree of the polynomial kernel", Min: 1, Max: 20, Default: 2, Integer: true}
	offset := model.Param{Name: OffsetName, Symbol: "offset", Group: model.GroupKernel,
		Doc: "constant of the polynomial kernel", Min: 0, Max: 100, Default: 1}
	return Family{Name: "polynomial", Doc: "(γ·x·y + offset)^degree", Sigma: "as of the Gaussian of this γ",
		Geometry: model.InnerProduct, Params: []model.Param{model.Gamma(nil), degree, offset},
		new: func(v Values) model.Kernel { return Polynomial{v[model.GammaName], v[OffsetName], int(v[DegreeName])} }}
}

// Polynomial is (γ·x·y + offset)^degree. Its rank is at most the number of monomials, C(d+degree, degree); large
// degrees spread its values over many orders of magnitude.
type Polynomial struct {
	Gamma, Offset float64
	Degree        int
}

func (Polynomial) Name() string             { return "polynomial" }
func (Polynomial) Geometry() model.Geometry { return model.InnerProduct }
func (Polynomial) Diagonal() float64        { panic("kernel: the polynomial kernel's diagonal depends on x") }

// Power returns γ, the offset and the degree.
func (k Polynomial) Power() (gamma, offset float64, degree int) { return k.Gamma, k.Offset, k.Degree }

func (k Polynomial) Apply(v []float64) {
	for i, xy := range v {
		base, p := k.Gamma*xy+k.Offset, 1.0
		for range k.Degree {
			p *= base
		}
		v[i] = p
	}
}

func linear() Family {
	return Family{Name: "linear", Doc: "x·y", Geometry: model.InnerProduct,
		new: func(Values) model.Kernel { return Linear{} }}
}

// Linear is x·y, of rank at most d.
type Linear struct{}

func (Linear) Name() string             { return "linear" }
func (Linear) Geometry() model.Geometry { return model.InnerProduct }
func (Linear) Diagonal() float64        { panic("kernel: the linear kernel's diagonal depends on x") }
func (Linear) Apply([]float64)          {}

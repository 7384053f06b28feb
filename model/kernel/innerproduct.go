package kernel

import "gramscope/model"

func polynomial() Family {
	return Family{
		Name: "polynomial", Doc: "(γ·x·y + offset)^degree", Sigma: "as of the Gaussian of this γ", Geometry: model.InnerProduct,
		Params: []model.Param{
			model.Gamma(nil),
			{Name: DegreeName, Symbol: "degree", Group: model.GroupKernel, Doc: "degree of the polynomial kernel",
				Min: 1, Max: 20, Default: 2, Scale: model.Linear, Integer: true},
			{Name: OffsetName, Symbol: "offset", Group: model.GroupKernel, Doc: "constant of the polynomial kernel",
				Min: 0, Max: 100, Default: 1, Scale: model.Linear},
		},
		new: func(v Values) model.Kernel { return Polynomial{v[model.GammaName], v[OffsetName], int(v[DegreeName])} },
	}
}

// Polynomial is (γ·x·y + offset)^degree. Its rank is at most the number of monomials, C(d+degree, degree); large
// degrees spread its values over many orders of magnitude.
type Polynomial struct {
	Gamma, Offset float64
	Degree        int
}

func (Polynomial) Name() string             { return "polynomial" }
func (Polynomial) Geometry() model.Geometry { return model.InnerProduct }
func (Polynomial) Diagonal() float64 {
	panic("kernel: the polynomial kernel's diagonal depends on the point")
}

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
	return Family{Name: "linear", Doc: "x·y", Geometry: model.InnerProduct, new: func(Values) model.Kernel { return Linear{} }}
}

// Linear is x·y, of rank at most d.
type Linear struct{}

func (Linear) Name() string             { return "linear" }
func (Linear) Geometry() model.Geometry { return model.InnerProduct }
func (Linear) Diagonal() float64        { panic("kernel: the linear kernel's diagonal depends on the point") }
func (Linear) Apply([]float64)          {}

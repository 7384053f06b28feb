package model

// polynomial is (γ·x·y + offset)^degree. Its rank is at most the number of
// monomials, C(d+degree, degree); large degrees spread its values over many
// orders of magnitude.
type polynomial struct {
	gamma, offset float64
	degree        int
}

func (polynomial) Name() string       { return "polynomial" }
func (polynomial) Geometry() Geometry { return InnerProduct }
func (polynomial) Diagonal() float64 {
	panic("model: the polynomial kernel's diagonal depends on the point")
}

func (k polynomial) Apply(v []float64) {
	for i, xy := range v {
		base, p := k.gamma*xy+k.offset, 1.0
		for range k.degree {
			p *= base
		}
		v[i] = p
	}
}

// linear is x·y, of rank at most d.
type linear struct{}

func (linear) Name() string       { return "linear" }
func (linear) Geometry() Geometry { return InnerProduct }
func (linear) Diagonal() float64  { panic("model: the linear kernel's diagonal depends on the point") }
func (linear) Apply([]float64)    {}

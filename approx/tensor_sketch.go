package approx

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/approx/form"
	"gramscope/data/remedy"
	"gramscope/model"
	"gramscope/model/linalg"
)

// TensorSketch has m features of the polynomial kernel (γ·x·y + c)^p, see [model.TensorSketch]. K−K̃ is indefinite.
// With x̃ = [√γ·x, √c], s = Σⱼ x̃ⱼ²ỹⱼ², a = (x̃·ỹ)², b = ‖x̃‖²‖ỹ‖²−s and e = a−s an entry has the variance
//
//	((a+b+e)^p − a^p)/m                  SketchRademacher
//	((a+b)^p + (a+e)^p − 2a^p)/m         SketchComplex
//	the same + (2 or 1)·((a+b+e)^p − (a+b)^p − (a+e)^p + a^p)/m²    SketchCount, 2 for even m
//
// For x = y they are at most 3^p·a^p/m, 2·2^p·a^p/m, and (2·2^p + 2·3^p/m)·a^p/m. The first is that of Pham and Pagh,
// the second that of Wacker, Ohana and Filippone; the third follows as they do, by counting the pairs of indices whose
// signs are equal, and the sums of their rows: the bound 3^p/m of count sketches is only reached for m below 1.5^p.
//
// Time is O(n·m·d·p); that of SketchCount is O(n·p·(d + m·log m)) for many columns.
type TensorSketch struct {
	M      int // features, ≥ 1; odd numbers are rounded up for SketchComplex; may exceed n
	Sketch int // SketchCount, and so on
}

func tensorSketch() model.Method {
	return method(model.Method{
		Name: "tensor-sketch",
		Doc: "random features of the polynomial kernel\n\n" +
			"K̃ = F·Fᵀ with m features, each a product of degree random projections of (√γ·x, √offset).\n\n" +
			"Use it for very many points: no kernel entry is read, K̃ is unbiased, and its features can be sent on without " +
			"the data. Landmarks need far fewer columns for the same accuracy on most data, and polynomials of low degree on " +
			"few columns have a small exact map of features: nystrom with as many landmarks as monomials. For a degree of 5 " +
			"or more the variance is large for any m in reach.\n\n" +
			"count convolves count sketches by Fourier transforms, and is the fastest for hundreds of columns. rademacher " +
			"multiplies random signs: the variance may grow as 3^degree. complex multiplies complex ones, whose real and " +
			"imaginary parts are two features: it may grow as 2^degree. count has nearly the variance of complex, unless m is " +
			"below 1.5^degree; on few columns its error is mostly small and at times large, as columns collide.",
		Family: model.Features,
		When:   "for the polynomial kernel on a stream of rows: its map needs no landmarks",
		Ref: "Pham and Pagh, KDD 2013; Kar and Karnick, AISTATS 2012 (rademacher); Wacker, Kanagawa and Filippone, " +
			"arXiv 2201.08712, and Wacker, Ohana and Filippone, arXiv 2202.02031 (complex)",
		Cost:     "0",
		Needs:    model.Needs{Kernels: []string{"polynomial"}},
		Exceeds:  true,
		Features: true,
	}, func(f *TensorSketch, n, d int) model.Memory { return f.memory(n, d, usualDegree) })
}

// usualDegree is the degree that estimates of memory assume, since they do not know the kernel.
const usualDegree = 2

func (f *TensorSketch) Params() []model.Param {
	return []model.Param{model.Budget(&f.M), choice(model.SketchName, &f.Sketch,
		"what is multiplied: count sketches, random signs, or complex ones with real features", model.SketchKinds()...)}
}

func (f *TensorSketch) Fit(ctx context.Context, g *model.Gram, rng *rand.Rand) (model.Approximation, error) {
	check(tensorSketch(), f, g, rng)
	kernel := g.Kernel().(model.Power)
	n, d := g.X().Dims()
	_, _, degree := kernel.Power()
	if degree > usualDegree {
		reason := fmt.Sprintf("and the draws of degree %d", degree)
		if err := g.Afford(f.memory(n, d, degree), reason, remedy.Change(remedy.Lower, "n", "m", "degree")); err != nil {
			return nil, err
		}
	}
	if err := bounded(g.X(), kernel); err != nil {
		return nil, err
	}
	s := &model.TensorSketch{Kind: f.Sketch, Width: f.M}
	var warnings []string
	if f.Sketch == model.SketchComplex {
		h, odd := pairs(f.M)
		s.Width, warnings = 2*h, odd
	}
	drawSketch(s, degree, model.SketchedColumns(kernel, d), rng)
	return featuresOn(ctx, g, model.Part{Sketch: s, Width: s.Width}, warnings)
}

// bounded returns a *model.DegenerateError if entries of K̃ may overflow: they are at most (D·max x̃·x̃)^p in size,
// where D counts the coordinates of x̃.
func bounded(x *mat.Dense, k model.Power) error {
	gamma, offset, degree := k.Power()
	n, d := x.Dims()
	largest := 0.0
	for i := range n {
		row := x.RawRowView(i)
		largest = max(largest, gamma*floats.Dot(row, row)+offset)
	}
	columns := model.SketchedColumns(k, d)
	if bound := math.Pow(float64(columns)*largest, float64(degree)); !(bound <= math.MaxFloat64) {
		what := fmt.Sprintf("the bound %d^%d·max k(x, x) of the features' products", columns, degree)
		return &model.DegenerateError{What: what, Value: bound}
	}
	return nil
}

// drawSketch draws the sketches of all factors.
func drawSketch(s *model.TensorSketch, degree, columns int, rng *rand.Rand) {
	if s.Kind == model.SketchCount {
		s.Draws = mat.NewDense(degree, columns, nil)
		s.Draws.Apply(func(int, int, float64) float64 {
			return randomSign(rng) * float64(1+rng.IntN(s.Width))
		}, s.Draws)
		return
	}
	s.Draws = mat.NewDense(degree*s.Width, columns, nil)
	if s.Kind == model.SketchRademacher {
		s.Draws.Apply(func(int, int, float64) float64 { return randomSign(rng) }, s.Draws)
		return
	}
	for i := range degree * s.Width {
		if i%s.Width >= s.Width/2 {
			continue // imaginary parts
		}
		for j := range columns {
			row := i
			if rng.Uint64()>>63 != 0 {
				row += s.Width / 2
			}
			s.Draws.Set(row, j, randomSign(rng))
		}
	}
}

// randomSign draws 1 or −1.
func randomSign(rng *rand.Rand) float64 { return 1 - 2*float64(rng.Uint64()>>63) }

// memory estimates the memory at a degree: F, the draws, and tiles of x̃ and of a factor's features.
func (f *TensorSketch) memory(n, d, degree int) model.Memory {
	m, making := f.M, form.Bytes(degree, d+1)
	if f.Sketch == model.SketchComplex {
		m += m % 2
	}
	if f.Sketch != model.SketchCount {
		making = form.Bytes(degree*m, d+1) + form.TileBytes(n, m)
	}
	return form.MapMemory(n, m, m, 0, making+form.Bytes(min(n, linalg.TileRows(m)), d+1))
}

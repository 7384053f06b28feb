// Package approx holds the ways to approximate a kernel matrix: one algorithm,
// one file, named as the field names it.
//
// Each method is a struct whose exported fields are its parameters, and a
// [model.Method] that describes it. To add one, write the file and put its
// value into the list of [Methods]; package approxtest holds the tests that
// every method must pass. The result is one of a few forms that the methods
// share: factor (K̃ = F·Fᵀ) and blocks (block diagonal).
//
// Methods read the kernel only through [model.Gram], which counts entries, and
// draw only from the generator they are given. Fields out of range, a nil
// generator and a kernel that the method's Needs rule out are misuse and panic
// with a text that starts "approx: ".
package approx

import (
	"math"

	"gramscope/model"
)

// Methods lists all methods in the order they are shown: the optimum, the
// Nyström family, sketches, random features, clustering.
func Methods() []model.Method {
	return []model.Method{
		best(),          // the floor for every other
		nystrom(),       // uniform columns
		kmeansNystrom(), // cluster centres for columns
		accumulation(),  // between nystrom and a Gaussian sketch
		fourier(),       // needs no kernel entries at all
		bka(),           // for narrow kernels, where low rank fails
	}
}

// defaults sets every parameter that has a default of its own to it.
func defaults(f model.Fitter) model.Fitter {
	for _, p := range f.Params() {
		if math.IsNaN(p.Default) {
			continue
		}
		if err := p.Set(p.Default); err != nil {
			panic("approx: default: " + err.Error())
		}
	}
	return f
}

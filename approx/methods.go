// Package approx holds the methods that approximate a kernel matrix: one algorithm, one file, named as
// the field names it.
//
// Each method is a struct whose exported fields are its parameters, and a [model.Method] that
// describes it. To add one, write its file and add its value to the list of [Methods]; package
// approxtest has the tests that every method must pass. A method returns one of the forms of package
// form. Most make a feature map: they select landmarks, centres or frequencies, and K̃ = φ(X)·φ(X)ᵀ is
// a factor whose rows are stored if memory allows, or else made when needed. The eliminations and als
// store a factor F; dense sketches and best have a factor made from all of K; bka has diagonal blocks,
// meka coupled ones, and sparse-cholesky a sparse factor of the inverse.
//
// What several methods share is in dictionary.go and packed_dictionary.go (weighted landmarks),
// leverage_scores.go, sampling.go, sketch.go, budget.go (the size of a dictionary), stream.go (reports
// on a pass) and parameters.go (checks of parameters).
//
// Methods read the kernel only through [model.Gram], which counts entries, and draw random numbers only
// from the generator that Fit gets. A method panics, with a text that starts "approx: ", if a field is
// out of range, the generator is nil, or the kernel does not meet the method's Needs.
package approx

import (
	"math"

	"gramscope/model"
)

// Methods lists all methods in the order of tables and menus: the optimum and one method of each kind,
// then the others kind by kind.
func Methods() []model.Method {
	return []model.Method{
		best(),           // the floor for every other
		nystrom(),        // uniform columns
		kmeansNystrom(),  // cluster centres for columns
		accumulation(),   // between nystrom and a Gaussian sketch
		fourier(),        // needs no kernel entries at all
		bka(),            // for narrow kernels, where low rank fails
		sparseCholesky(), // for those in few dimensions

		regularizedNystrom(),    // nystrom with a ridge in the core
		columnNorm(),            // columns by the diagonal or their norms
		pivotedCholeskyMethod(), // the column where most is left
		rpcholesky(),            // drawn by what is left
		volumeNystrom(),         // by the volume of a basis, or greedily
		blockNystrom(),          // the mean of small ones

		rls(),          // columns by exact leverage scores: the oracle
		kdpp(),         // by exact volume: the oracle of volume-nystrom
		twoPassRLS(),   // by scores of a first Nyström approximation
		recursiveRLS(), // by scores from half of the points, recursively
		inkEstimate(),  // dictionaries in one pass over the points …
		squeak(),
		disqueak(), // … merged over a tree
		bless(),    // … and over a path of falling ridges
		blessR(),

		gaussianSketch(),    // reads all of K
		sparseProjection(),  // few entries a column
		localizedSketch(),   // Gaussian within clusters
		orthogonalFourier(), // fourier with orthogonal frequencies
		tensorSketch(),      // features of the polynomial kernel

		meka(), // low rank within and between clusters
		als(),  // fitted to sampled entries

		given(), // landmarks from a file
	}
}

// method completes m with New and Memory. memory estimates the memory of a fitter on n rows and d columns.
func method[F any, P interface {
	*F
	model.Fitter
}](m model.Method, memory func(f P, n, d int) model.Memory) model.Method {
	m.New = func() model.Fitter { return defaults(P(new(F))) }
	m.Memory = func(f model.Fitter, n, d int) model.Memory { return memory(f.(P), n, d) }
	return m
}

// choice returns a parameter that belongs to one method and has named choices; the first is the default.
func choice(name model.Name, v *int, doc string, choices ...string) model.Param {
	return model.Param{Name: name, Symbol: string(name), Group: model.GroupMethod, Doc: doc,
		Max: float64(len(choices) - 1), Choices: choices, Int: v}
}

// always is the ReadsAll of a method that reads all of K whatever its parameters are.
func always(model.Fitter) bool { return true }

// defaults sets each parameter to its default, if it has one.
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

// Package approx holds the methods that approximate a kernel matrix: one algorithm, one file, named as
// the field names it.
//
// Each method is a struct whose exported fields are its parameters, and a [model.Method] that describes it. To add one,
// write its file and add its value to the list of [Methods]; package approxtest has the tests that every method must
// pass. A method returns one of the forms of package form. Most make a feature map: they select landmarks, centres or
// frequencies, and K̃ = φ(X)·φ(X)ᵀ is a factor whose rows are stored if memory allows, or else made when needed. The
// eliminations and als store a factor F; dense sketches and best have a factor made from all of K; bka has diagonal
// blocks, and meka coupled ones.
//
// What several methods share is in dictionary.go (weighted landmarks), leverage_scores.go, sampling.go, sketch.go,
// budget.go (the size of a dictionary) and stream.go (reports on a pass), or in the file of one of these methods, such
// as the elimination in pivoted_cholesky.go.
//
// Methods read the kernel only through [model.Gram], which counts entries, and draw random numbers only
// from the generator that Fit gets. A method panics, with a text that starts "approx: ", if a field is
// out of range, the generator is nil, or the kernel does not meet the method's Needs.
package approx

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gramscope/model"
)

// Methods lists all methods in the order of tables and menus: by family, and in a family the usual ones first.
func Methods() []model.Method {
	return []model.Method{
		// References.
		best(), // the floor for every other
		rls(),  // columns by exact leverage scores: the oracle of those that estimate them
		kdpp(), // by exact volume: the oracle of volume-nystrom

		// Landmarks.
		nystrom(),            // uniform columns
		kmeansNystrom(),      // cluster centres for columns
		volumeNystrom(),      // by the volume of a basis, or greedily
		recursiveRLS(),       // by scores from half of the points, recursively
		twoPassRLS(),         // by scores of a first Nyström approximation
		columnNorm(),         // by the diagonal or their norms
		blockNystrom(),       // the mean of small ones
		regularizedNystrom(), // nystrom with a ridge in the core
		squeak(),             // dictionaries in one pass over the points …
		disqueak(),           // … merged over a tree
		inkEstimate(),        // … of a fixed number of slots
		bless(),              // … and over a path of falling ridges
		blessR(),
		given(), // from a file

		// Sketches.
		accumulation(),     // between nystrom and a Gaussian sketch
		gaussianSketch(),   // reads all of K
		sparseProjection(), // few entries a column
		localizedSketch(),  // Gaussian within clusters

		// Features.
		fourier(),           // needs no kernel entries at all
		orthogonalFourier(), // fourier with orthogonal frequencies
		tensorSketch(),      // for the polynomial kernel

		// Blocks.
		bka(),  // for narrow kernels, where low rank fails
		meka(), // low rank within and between clusters

		// Factorisations.
		rpcholesky(),      // pivots drawn by what is left
		pivotedCholesky(), // the pivot where most is left
		sparseCholesky(),  // of the inverse, for narrow kernels in few dimensions
		als(),             // fitted to sampled entries
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

// The choices of what is done or not: of Squeak's Halving and MEKA's PSD.
const (
	No = iota
	Yes
)

// wholeNumber returns a parameter that belongs to one method and is an integer from least to most.
func wholeNumber(name model.Name, v *int, doc string, least, most, usual float64) model.Param {
	return model.Param{Name: name, Symbol: string(name), Group: model.GroupMethod, Doc: doc,
		Min: least, Max: most, Default: usual, Scale: model.Linear, Integer: true, Int: v}
}

// always is for what holds whatever the parameters are.
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

// check panics for a nil generator, as no seed could reproduce the draws of a default one, for a parameter out of its
// range, and for a problem that the method is not for.
func check(m model.Method, f model.Fitter, g *model.Gram, rng *rand.Rand) {
	if rng == nil {
		panic("approx: Fit needs a random generator, got nil")
	}
	for _, p := range f.Params() {
		if _, err := p.Check(p.Value()); err != nil && !p.Tacit {
			panic("approx: " + err.Error())
		}
	}
	if why := m.UnmetOn(g, f); why != "" {
		panic("approx: " + why)
	}
}

// atMost returns v, or limit with a warning if v is above it.
func atMost(name string, v, limit int, limitName string, warnings *[]string) int {
	if v > limit {
		warn(warnings, "%s = %d is above %s = %d, which was used: lower %s", name, v, limitName, limit, name)
	}
	return min(v, limit)
}

// rankOf returns the rank if one is set, else m, at most n with a warning.
func rankOf(m, rank, n int, warnings *[]string) int {
	if rank != 0 {
		return atMost("rank", rank, n, "n", warnings)
	}
	return atMost("m", m, n, "n", warnings)
}

// warn adds a warning to a list.
func warn(list *[]string, format string, args ...any) {
	*list = append(*list, fmt.Sprintf(format, args...))
}

// clamped returns m, at most n, and the rank of a truncation, at most m (0 for none), with warnings.
func clamped(m, rank, n int) (int, int, []string) {
	var warnings []string
	m = atMost("m", m, n, "n", &warnings)
	rank = atMost("rank", rank, m, "m", &warnings)
	return m, rank, warnings
}

// Package learn holds the regressions and classifiers that are built on a
// kernel matrix K or on an approximation K̃ of it.
//
//	pairs, err := a.Decompose(ctx)              // one factorisation
//	ridge := learn.NewRidge(pairs, y)
//	fit, err := ridge.At(mu)                    // every μ from it, O(n·r) each
//
// That is for any K̃ and for a path of ridges; one ridge takes less by the Cholesky
// factorisation of [Normal], on a map of features, or of [Blocks].
//
// Every ridge μ is the number added to the diagonal, K̃ + μI; the mean form of
// the papers is λ = μ/n. Targets of a regression are centred by their mean ȳ
// over the training rows, the offset, which then counts as a given constant and
// not as something estimated: ŷ = ȳ + H·(y−ȳ) with the hat matrix
// H = K̃(K̃+μI)⁻¹. Degrees of freedom, GCV, LOO and risk are those of H.
//
// A vector of the wrong length, landmarks that repeat or are no rows, no ridge or a
// negative one and a nil generator are misuse and panic with a text that starts
// "learn: "; a matrix that can't be solved is a *model.SingularError.
package learn

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
// Functions panic, with a text that starts "learn: ", for a vector of the wrong length, landmarks that
// repeat or are not rows, a negative ridge or a nil generator. A matrix that can't be solved is a
// *model.SingularError.
package learn

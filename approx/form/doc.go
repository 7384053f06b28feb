// Package form holds the forms that an approximation K̃ of a kernel matrix K takes, and what the
// methods in package approx share to make them:
//
//   - [Factor], K̃ = F·Fᵀ with F stored, or made by a feature map φ, row by row, when needed;
//   - [Blocks], exact square blocks on the diagonal;
//   - [Coupled], K̃ = W·L·Wᵀ with W block diagonal;
//   - [SparseInverse], K̃ = (L·Lᵀ)⁻¹ with a sparse triangular L.
//
// Each implements [model.Approximation]: entries, products, solves, norms, eigenpairs, and the
// extension to new points. A [Chain] turns kernel values at landmarks into features; [Projection]
// and [Regularized] make it from the landmarks' kernel matrix. Functions whose names end in Memory
// estimate the memory that a form takes.
//
// A wrong shape is misuse and panics with a text that starts "form: ".
package form

// Package inspect is what screens and reports ask of one cell of a sweep beyond its
// row: eigenvalues and leverage scores of K and of K̃, the points with landmarks and
// clusters, pictures of the matrices, the steps of a dictionary as it grows. What is
// shown is that of the cell's own run: the same rows, the same draws.
package inspect

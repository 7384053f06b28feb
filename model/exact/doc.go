// Package exact computes the spectrum and the norms of a kernel matrix K, the error figures of an
// approximation K̃, the effective dimension and leverage scores of K at a ridge, and the bounds of the
// theory.
//
// Symbols and conventions are those of package model.
package exact

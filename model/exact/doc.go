// Package exact computes what approximations are compared with: the spectrum of a kernel matrix K and its
// norms, the figures that measure how far an approximation K̃ is from K and how much of K remains under a
// ridge, and the bounds of the theory.
//
// Symbols and conventions are those of package model.
package exact

//go:build race

package linalg

// slowly is whether the race detector watches, which makes loops ten times slower.
const slowly = true

//go:build race

package data

// The race detector keeps the compiler from converting between strings and bytes without a copy.
func init() { allocates = true }

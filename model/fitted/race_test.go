//go:build race

package fitted

// The race detector keeps the compiler from converting between strings and bytes without a copy.
func init() { allocates = true }

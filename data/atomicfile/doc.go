// Package atomicfile writes a file whole or not at all, and reports what went wrong as a
// *data.Error with its remedies.
package atomicfile

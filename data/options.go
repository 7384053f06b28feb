package data

import (
	"context"

	"gonum.org/v1/gonum/mat"
)

// DefaultMaxBytes is the memory that data may take unless Options say otherwise.
const DefaultMaxBytes = 2_000_000_000

// Header says whether the first line of a CSV file holds the names of the columns.
type Header string

const (
	HeaderAuto Header = "auto" // yes, unless all cells of the line are numbers; then the comment above it may hold the names
	HeaderYes  Header = "yes"
	HeaderNo   Header = "no"

	headerOfEntries Header = "entries" // as HeaderAuto, of a matrix: nobody asks for its columns by name
)

// Headers returns the values of Header.
func Headers() []string { return []string{string(HeaderAuto), string(HeaderYes), string(HeaderNo)} }

// Options says how to read a file. The zero value is ready to use.
type Options struct {
	Header   Header                  // "" = HeaderAuto; only CSV has headers
	MaxBytes int64                   // memory that the data may take, while reading and later; 0 = DefaultMaxBytes
	OneRow   bool                    // accept a single row, which is otherwise an error
	Progress func(done, total int64) // called often, from the reading goroutine, with the bytes read so far and in all (0 = unknown); may be nil

	// Spectral replaces a symmetric a = U·Λ·Uᵀ by U·f(Λ)·Uᵀ, where f overwrites the eigenvalues; see linalg.Spectral. A
	// Choice with Indefinite needs it.
	Spectral func(ctx context.Context, a *mat.Dense, f func(values []float64)) error
}

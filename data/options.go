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

// Dialect says how a text table is written. Its zero value recognises everything that can be recognised.
type Dialect struct {
	Header    Header // "" = HeaderAuto
	Separator string // of cells: one of Separators, or a character; "" = auto
	SkipLines int    // number of lines above the table, with its header
	Thousands string // the mark that groups the digits of numbers: one of Marks; "" = none
	Decimal   string // the decimal mark: comma or point; "" = as the first number with a mark has it

	texts bool // a single column of texts is a table
}

// Separators returns the names of the separators that Dialect.Separator takes, besides characters.
func Separators() []string { return []string{"auto", "comma", "semicolon", "tab", "pipe", "blanks"} }

// Marks returns the names of the marks in numbers. A decimal mark is one of the first two.
func Marks() []string { return []string{"comma", "point", "blank"} }

// Options says how to read a file. The zero value is ready to use.
type Options struct {
	Dialect
	MaxBytes int64                   // memory that the data may take, while reading and later; 0 = DefaultMaxBytes
	OneRow   bool                    // accept a single row, which is otherwise an error
	Progress func(done, total int64) // called often, from the reading goroutine, with the bytes read so far and in all (0 = unknown); may be nil

	// Spectral replaces a symmetric a = U·Λ·Uᵀ by U·f(Λ)·Uᵀ, where f overwrites the eigenvalues; see linalg.Spectral. A
	// Choice with Indefinite needs it.
	Spectral func(ctx context.Context, a *mat.Dense, f func(values []float64)) error
}

package model

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"gramscope/data/remedy"
)

// Memory is what a method takes on a problem, in bytes, beside K and the points:
// of what is in use at a time, without what the garbage collector has not yet
// taken back.
type Memory struct {
	Fit       int64 // the most while Fit runs and K̃ tells its rank
	Kept      int64 // K̃
	Decompose int64 // the most while K̃ is decomposed, K̃ and its eigenpairs included
	Pairs     int64 // the eigenpairs that stay
	Extend    int64 // what its Extension holds beside K̃

	// Streamed is the most while a map is fitted and a regression goes through its rows
	// by normal equations, with no factor kept: some q×q matrices, a tile and a few
	// vectors of n. 0 for methods with a form of their own.
	Streamed int64

	// For each new point: its features, what they are made of, and the coordinates;
	// these stay.
	Point, Coordinates int64
}

// Streaming returns the memory where a regression on a map goes through its rows: there are
// no eigenpairs and no factor, and predictions take a tile.
func (m Memory) Streaming() Memory {
	return Memory{Fit: m.Streamed, Kept: min(m.Kept, m.Streamed), Decompose: m.Streamed, Streamed: m.Streamed}
}

// FactorLimit is how many bytes of a factor F an approximation K̃ = F·Fᵀ keeps at
// most where nothing else is said, 256 MiB: 500 columns of 67000 rows.
const FactorLimit = 256 << 20

// FactorRoom returns how many bytes of a factor of n rows are kept where nothing else is
// said. Of more than 10⁵ rows none is: to write it into new memory takes about as long as
// to make its rows when they are wanted, which is twice for a regression, and for an
// error, of the sampled ones, once.
func FactorRoom(n int) int64 {
	if n > 100_000 {
		return 0
	}
	return FactorLimit
}

// Hold sets how many bytes may be kept of a factor whose rows can be made when asked for.
func (g *Gram) Hold(bytes int64) { g.room = bytes }

// Holds reports whether a factor of so many bytes is kept.
func (g *Gram) Holds(bytes int64) bool { return bytes <= g.room }

// Allow sets what says whether a fit may take so much memory: nil, or a *MemoryError.
func (g *Gram) Allow(afford func(Memory) error) { g.afford = afford }

// Afford asks what Allow has set. A method whose memory depends on what it finds
// in the data asks once it knows, before it allocates. reason is that of the
// *MemoryError. Where remedies lower anything they take the place of the error's own, and
// what they raise comes first.
func (g *Gram) Afford(m Memory, reason string, remedies remedy.List) error {
	if g.afford == nil {
		return nil
	}
	err := g.afford(m)
	if short := (*MemoryError)(nil); errors.As(err, &short) {
		lower := remedies.Those(remedy.Lower)
		if len(lower) == 0 {
			lower = short.Remedies.Those(remedy.Lower)
		}
		short.Reason = reason
		short.Remedies = lower.Or(remedies.Those(remedy.Raise)).Or(short.Remedies.Those(remedy.Raise))
	}
	return err
}

// MemoryError says that a computation would need more memory than it is allowed.
type MemoryError struct {
	Need, Allowed int64  // bytes
	N             int    // rows
	Method        string // where several computations are refused together for that one's sake; else ""

	// Reason tells why n rows need so much, where that is not plain: "beside 90000
	// test rows".
	Reason   string
	Remedies remedy.List
}

func (e *MemoryError) Error() string { return remedy.Text(e, remedy.Plain()) }

// Parts returns what is too much, and what to lower or raise.
func (e *MemoryError) Parts() (string, remedy.List) {
	rows := fmt.Sprintf("n = %d", e.N)
	if e.Method != "" {
		rows = e.Method + " at " + rows
	}
	if e.Reason != "" {
		rows += " " + e.Reason
	}
	need, allowed := bytesApart(e.Need, e.Allowed)
	return fmt.Sprintf("%s would need about %s of memory, more than the %s allowed", rows, need, allowed), e.Remedies
}

// Bytes writes a number of bytes for reading: 4.1 kB, 16 MB, 2.1 GB.
func Bytes(n int64) string { return bytesTo(n, 2) }

// bytesTo writes bytes to that many digits, and never fewer than stand before the
// point.
func bytesTo(n int64, digits int) string {
	v, unit := float64(n), "B"
	for _, next := range []string{"kB", "MB", "GB", "TB"} {
		if v < 999.5 {
			break
		}
		v, unit = v/1000, next
	}
	whole := len(strconv.Itoa(int(v)))
	text := fmt.Sprintf("%.*f", max(0, digits-whole), v)
	if strings.Contains(text, ".") {
		text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	}
	return text + " " + unit
}

// bytesApart writes two numbers with so many digits that they differ.
func bytesApart(a, b int64) (string, string) {
	for digits := 2; ; digits++ {
		x, y := bytesTo(a, digits), bytesTo(b, digits)
		if x != y || a == b || digits > 15 {
			return x, y
		}
	}
}

package model

import (
	"errors"

	"gramscope/data/remedy"
)

// FactorLimit is how many bytes of a factor F an approximation K̃ = F·Fᵀ keeps at
// most where nothing else is said, 256 MiB: 500 columns of 67000 rows.
const FactorLimit = 256 << 20

// factorRows is how many rows a factor may have that is kept: of more it takes about as
// long to write one into new memory as to make its rows when they are wanted, which is
// twice for a regression, and for an error, of the sampled ones, once.
const factorRows = 100_000

// FactorRoom is how many bytes of a factor of n rows are kept where nothing else is
// said.
func FactorRoom(n int) int64 {
	if n > factorRows {
		return 0
	}
	return FactorLimit
}

// Hold sets how many bytes an approximation may keep of a factor whose rows can be
// made when asked for. Views made from then on have it, too.
func (g *Gram) Hold(bytes int64) { g.room = bytes }

// Holds reports whether a factor of so many bytes is kept.
func (g *Gram) Holds(bytes int64) bool { return bytes <= g.room }

// Allow sets what decides whether a fit may take so much memory: nil, or a
// *MemoryError. Views made from then on have it, too.
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

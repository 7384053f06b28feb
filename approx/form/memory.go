package form

import (
	"cmp"

	"gramscope/model"
	"gramscope/model/linalg"
)

// Bytes returns the memory of an r×c matrix.
func Bytes(r, c int) int64 { return 8 * int64(r) * int64(c) }

// TileBytes returns the memory of the largest tile of an r×c matrix.
func TileBytes(r, c int) int64 { return Bytes(min(r, linalg.TileRows(c)), c) }

// FactorMemory estimates the memory of F·Fᵀ with q columns, F = K[:, landmarks]·B for the given number
// of landmarks: F, its eigenvectors, and some q×q matrices to compute them in. fit is the peak of the
// fit.
func FactorMemory(n, q, landmarks int, fit int64) model.Memory {
	f, small := Bytes(n, q), min(n, q)
	return model.Memory{
		Fit: max(fit, f), Kept: f, Pairs: Bytes(n, small),
		Decompose: f + Bytes(n, small) + Bytes(q, small) + 3*Bytes(small, small),
		Point:     Bytes(1, landmarks+q+small), Coordinates: Bytes(1, small),
	}
}

// MapMemory estimates the memory of K̃ = F·Fᵀ if a map of the given number of landmarks, q wide, makes
// F, which is stored up to model.FactorRoom. selecting is the peak of selecting the landmarks, and
// making that of making the map afterwards, beside a stored F.
func MapMemory(n, q, landmarks int, selecting, making int64) model.Memory {
	f, pieces := Bytes(n, q), TileBytes(n, 2*landmarks+q)
	out := FactorMemory(n, q, landmarks, 0)
	out.Fit = max(selecting, making+Bytes(n, 1))
	out.Streamed = max(out.Fit, making+pieces+5*Bytes(q, q)+3*Bytes(n, 1))
	if f <= model.FactorRoom(n) {
		out.Fit = max(selecting, making+f*5/4)
		return out
	}
	out.Kept = Bytes(landmarks, q)
	out.Decompose += out.Kept + pieces - f
	return out
}

// ProjectionMemory returns the memory of Projection for a core of m columns: the core, its source and
// its factorisation.
func ProjectionMemory(m int) int64 { return 3 * Bytes(m, m) }

// NystromMemory estimates the memory of the projection on m selected columns, truncated to rank k.
// selecting is the peak of their selection.
func NystromMemory(n, m, k int, selecting int64) model.Memory {
	return MapMemory(n, min(m, cmp.Or(k, m)), m, selecting, ProjectionMemory(m))
}

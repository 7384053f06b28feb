package approx

import (
	"cmp"

	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/linalg"
)

// matrix is the memory of an r×c matrix.
func matrix(r, c int) int64 { return 8 * int64(r) * int64(c) }

// tile is the memory of the largest tile of an r×c matrix.
func tile(r, c int) int64 { return matrix(min(r, linalg.TileRows(c)), c) }

// factorMemory is that of F·Fᵀ with q columns, F = K[:, landmarks]·B, for so many
// landmarks: F, its eigenvectors, and some q×q matrices to compute them in.
func factorMemory(n, q, landmarks int, fit int64) model.Memory {
	f, small := matrix(n, q), min(n, q)
	return model.Memory{
		Fit: max(fit, f), Kept: f, Pairs: matrix(n, small),
		Decompose: f + matrix(n, small) + matrix(q, small) + 3*matrix(small, small),
		Point:     matrix(1, landmarks+q+small), Coordinates: matrix(1, small),
	}
}

// mapMemory is that of K̃ = F·Fᵀ whose rows are made by a map of so many landmarks, q
// wide, when F is more than is kept: what selecting them takes, and then what making
// the map does, with F beside it where that is kept.
func mapMemory(n, q, landmarks int, selecting, making int64) model.Memory {
	f, pieces := matrix(n, q), tile(n, 2*landmarks+q)
	out := factorMemory(n, q, landmarks, 0)
	out.Fit = max(selecting, making+matrix(n, 1))
	out.Streamed = max(out.Fit, making+pieces+5*matrix(q, q)+3*matrix(n, 1))
	if f <= model.FactorRoom(n) {
		out.Fit = max(selecting, making+f*5/4)
		return out
	}
	out.Kept = matrix(landmarks, q)
	out.Decompose += out.Kept + pieces - f
	return out
}

// projectionMemory is B's for a core of m columns: that, what it was made of, its factorisation.
func projectionMemory(m int) int64 { return 3 * matrix(m, m) }

// nystromMemory is that of the projection on m columns, once selected, truncated to rank k.
func nystromMemory(n, m, k int, selecting int64) model.Memory {
	return mapMemory(n, min(m, cmp.Or(k, m)), m, selecting, projectionMemory(m))
}

// narrowed is a's first r columns as a matrix of their own: in place where that
// wastes less than half, else a copy. a must not be used any more.
func narrowed(a *mat.Dense, r int) *mat.Dense {
	n, m := a.Dims()
	if r == m {
		return a
	}
	if 2*r <= m {
		return mat.DenseCopyOf(a.Slice(0, n, 0, r))
	}
	raw := a.RawMatrix()
	for i := range n {
		copy(raw.Data[i*r:(i+1)*r], raw.Data[i*raw.Stride:i*raw.Stride+r])
	}
	return mat.NewDense(n, r, raw.Data[:n*r])
}

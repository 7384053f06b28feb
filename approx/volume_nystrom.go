package approx

import (
	"context"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"

	"gramscope/approx/form"
	"gramscope/model"
	"gramscope/model/linalg"
)

// VolumeNystrom selects m = M landmarks by a basis of K's leading part.
//
// With Selection = SelectVolume, for an n×m matrix V with orthonormal columns, a set S is drawn with probability
// det(V[S, :])². If V has the m leading eigenvectors of K, then E tr(K−K̃) ≤ (m+1)·Σ_{i>m} λᵢ; for another V the sum is
// tr((I−VVᵀ)·K). No rule that selects m columns has a smaller factor for all K. The bound is on the trace, the squared
// Frobenius error of columns of K^½.
//
// With Selection = SelectNuclear nothing is drawn: each landmark is the row i with the largest nuclear score ‖R[:,
// i]‖²/Rᵢᵢ of the residual R of F·Fᵀ ≈ K, which is by how much it lowers the trace of R.
//
// V and F come from q = m·BasisSize steps of randomly pivoted Cholesky, K ≈ F·Fᵀ (Basis = BasisPivots), where V has the
// m leading left singular vectors of F, or from the leading eigenpairs of K (BasisEigenvectors): m for V and q for F.
//
// K̃ is a projection, 0 ⪯ K−K̃ ⪯ K, and equals K on the landmarks' rows and columns. There are fewer than m landmarks
// if the basis has a smaller rank. By pivots it reads n·(q+m+1) entries, stores F, n·q numbers, and costs O(n·q²). The
// nuclear scores take two products with F for each landmark, in passes for up to 32 landmarks at a time.
type VolumeNystrom struct {
	M         int // landmarks, ≥ 1; clamped to n
	Selection int // SelectVolume or SelectNuclear
	Basis     int // BasisPivots or BasisEigenvectors
	BasisSize int // columns of F for each landmark, ≥ 1
}

// The choices of VolumeNystrom's Selection.
const (
	SelectVolume  = iota // a set S with probability det(V[S, :])²
	SelectNuclear        // the row that lowers the trace most, step by step
)

// The choices of VolumeNystrom's Basis.
const (
	BasisPivots       = iota // from columns of K
	BasisEigenvectors        // from all of K
)

func volumeNystrom() model.Method {
	return method(model.Method{
		Name: "volume-nystrom",
		Doc: "landmarks by volume, or greedily by nuclear score\n\n" +
			"Nyström on m landmarks S, drawn with probability det(V[S, :])² for an orthonormal basis V of K's leading part: " +
			"adaptive randomised pivoting. The basis has the m leading eigenvectors of K, or of F·Fᵀ ≈ K by basis-size steps " +
			"of rpcholesky a landmark. By eigenvectors of K the expected trace of K−K̃ is at most m+1 times the optimum of " +
			"rank m. selection = nuclear takes, one by one, the row that most lowers the trace of what is left of F·Fᵀ.\n\n" +
			"Use it where few landmarks matter more than few kernel entries, as for fast predictions or a small model: the " +
			"landmarks of selection = nuclear are often better than those of any draw. By volume one gains the bound, and " +
			"landmarks that are much better than uniform ones but no better than those of rpcholesky. At the same m it reads " +
			"three times as many entries as rpcholesky, which with these has three times as many landmarks and a smaller " +
			"error. The nuclear scores take up to twice as long as the draws; with more than 65 536 rows, or 64 for each " +
			"landmark, only a uniform sample is scored. For narrow kernels F says little about K, and no low rank will do.",
		Family: model.Landmarks,
		When:   "where m matters more than kernel entries: few landmarks, fast predictions",
		Ref: "Cortinovis and Kressner, arXiv 2412.13992; Epperly, arXiv 2510.02513 (rejection); " +
			"Fornace and Lindsey, arXiv 2407.01698 (selection = nuclear)",
		Cost:     "n·(3m+1); n² by eigenvectors",
		ReadsAll: func(f model.Fitter) bool { return f.(*VolumeNystrom).Basis == BasisEigenvectors },
		Columns: func(f model.Fitter, n int) int {
			v := f.(*VolumeNystrom)
			m := min(v.M, n)
			return m + v.columns(n, m)
		},
		Choosing:  15,
		Landmarks: true,
	}, func(f *VolumeNystrom, n, d int) model.Memory {
		// It counts rpcholesky, then F with some q×q matrices and a tile, or the eigenpairs, and then m columns.
		m := min(f.M, n)
		q := f.columns(n, m)
		scores := int64(0)
		if f.Selection == SelectNuclear {
			scores = nuclearMemory(n, q, m)
		}
		selecting := form.Bytes(n, q) + max(scores, form.TileBytes(n, q)+5*form.Bytes(q, q))
		selecting = max(selecting, rpcholesky().Memory(&RPCholesky{M: q}, n, d).Fit)
		if f.Basis == BasisEigenvectors {
			selecting = model.LeadingMemory(n, q) + scores
		}
		return form.NystromMemory(n, m, 0, selecting)
	})
}

func (f *VolumeNystrom) Params() []model.Param {
	return []model.Param{
		model.Budget(&f.M),
		choice("selection", &f.Selection,
			"landmarks are drawn by volume, or taken greedily by nuclear score", "volume", "nuclear"),
		choice("basis", &f.Basis,
			"what landmarks are selected by: columns of K by rpcholesky, or eigenvectors (reads all of K)",
			"pivots", "eigenvectors"),
		wholeNumber("basis-size", &f.BasisSize, "columns of the basis for each landmark", 1, 20, 2),
	}
}

// columns returns q for m landmarks among n rows.
func (f *VolumeNystrom) columns(n, m int) int {
	if f.Basis == BasisEigenvectors && f.Selection == SelectVolume {
		return m
	}
	return min(n, m*f.BasisSize)
}

func (f *VolumeNystrom) Fit(ctx context.Context, g *model.Gram, rng *rand.Rand) (model.Approximation, error) {
	check(volumeNystrom(), f, g, rng)
	m, _, warnings := clamped(f.M, 0, g.N())
	landmarks, err := f.landmarks(ctx, g, m, rng)
	if err != nil {
		return nil, err
	}
	if len(landmarks) == 0 {
		return form.ZeroSample(g, nil, warnings), nil
	}
	return form.AsApproximation(form.ProjectedOn(ctx, g, landmarks, 0, warnings))
}

// landmarks selects at most m landmarks, none if K is 0.
func (f *VolumeNystrom) landmarks(ctx context.Context, g *model.Gram, m int, rng *rand.Rand) ([]int, error) {
	q := f.columns(g.N(), m)
	if f.Basis == BasisEigenvectors {
		values, u, err := leadingPairs(ctx, g, q, rng)
		switch {
		case err != nil || len(values) == 0:
			return nil, err
		case f.Selection == SelectVolume:
			return drawVolume(ctx, u, rng)
		}
		for j, v := range values {
			blas64.Scal(math.Sqrt(v), linalg.Column(u, j))
		}
		return byNuclearScore(ctx, u, m, rng)
	}
	pivoted := &RPCholesky{M: q, Block: max(10, q/10)}
	e, err := pivoted.eliminate(ctx, g, rng)
	if err != nil || e.filled == 0 {
		return nil, err
	}
	factor := linalg.FirstColumns(e.f, e.filled)
	if f.Selection == SelectNuclear {
		return byNuclearScore(ctx, factor, m, rng)
	}
	v, err := leftVectors(ctx, factor, m)
	if err != nil {
		return nil, err
	}
	return drawVolume(ctx, v, rng)
}

// leadingPairs returns at most q eigenpairs of K, without those that are rounding errors: none if K is 0.
func leadingPairs(ctx context.Context, g *model.Gram, q int, rng *rand.Rand) ([]float64, *mat.Dense, error) {
	if _, err := form.Diagonal(g); err != nil {
		return nil, nil, err
	}
	values, u, err := g.Leading(ctx, q, rng)
	if err != nil || values[0] == 0 {
		return nil, nil, err
	}
	r := linalg.BeyondRounding(values)
	return values[:r], linalg.FirstColumns(u, r), nil
}

// leftVectors returns the k leading left singular vectors of F, n×q, or fewer if F has a smaller rank. It
// overwrites F, in whose memory they are. They come from the eigenvectors of FᵀF, and are made orthonormal
// once more, since small singular values lose digits.
func leftVectors(ctx context.Context, f *mat.Dense, k int) (*mat.Dense, error) {
	n, q := f.Dims()
	square := mat.NewSymDense(q, nil)
	if err := linalg.Syrk(ctx, blas.Trans, 1, f.RawMatrix(), 0, square.RawSymmetric()); err != nil {
		return nil, err
	}
	values, w, err := linalg.Leading(ctx, square, min(k, q))
	if err != nil {
		return nil, err
	}
	k = linalg.BeyondRounding(values)
	for j, v := range values[:k] {
		blas64.Scal(1/math.Sqrt(v), linalg.Column(w, j))
	}
	w = w.Slice(0, q, 0, k).(*mat.Dense)
	v := f.Slice(0, n, 0, k).(*mat.Dense)
	for lo, hi := range linalg.Tiles(n, linalg.TileRows(q)) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		var tile mat.Dense
		tile.Mul(f.Slice(lo, hi, 0, q), w)
		v.Slice(lo, hi, 0, k).(*mat.Dense).Copy(&tile)
	}
	linalg.Orthonormalise(v)
	return v, nil
}

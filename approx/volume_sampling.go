package approx

import (
	"context"
	"math/rand/v2"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/approx/form"
	"gramscope/model/linalg"
)

// drawVolume draws k rows of V, n×k with orthonormal columns: the set S with probability det(V[S, :])², a
// projection determinantal point process. Row after row is drawn in proportion to the squared norm of
// what of it is orthogonal to the rows before (Cortinovis and Kressner 2024).
//
// Rows are proposed by older squared norms, and accepted with the ratio of the present to the older one
// (Epperly 2025). The older norms are computed anew when the proposals rejected since have cost as much.
// That takes at most O(n·k²), and O(k³·ln k) where n is large. The error is the context's.
func drawVolume(ctx context.Context, v *mat.Dense, rng *rand.Rand) ([]int, error) {
	n, k := v.Dims()
	older := make([]float64, n)
	for i := range older {
		older[i] = floats.Dot(v.RawRowView(i), v.RawRowView(i))
	}
	propose := repeatedly(older, rng)
	directions := mat.NewDense(k, k, nil) // an orthonormal basis of the drawn rows
	drawn, rest := make([]int, 0, k), make([]float64, k)
	from, rejected := 0, 0
	for len(drawn) < k {
		t := len(drawn)
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if 2*t*rejected > n*(t-from) && t > from {
			if err := subtractProjection(ctx, older, v, directions.Slice(from, t, 0, k).(*mat.Dense)); err != nil {
				return nil, err
			}
			for _, i := range drawn {
				older[i] = 0
			}
			propose, from, rejected = repeatedly(older, rng), t, 0
		}
		i := propose()
		copy(rest, v.RawRowView(i))
		if t > 0 {
			linalg.ProjectVector(rest, directions.Slice(0, t, 0, k).(*mat.Dense))
		}
		left := floats.Norm(rest, 2)
		if !(rng.Float64()*older[i] < left*left) {
			rejected++
			continue
		}
		floats.Scale(1/left, rest)
		copy(directions.RawRowView(t), rest)
		drawn = append(drawn, i)
	}
	return drawn, nil
}

// subtractProjection subtracts from each squared norm that of the projection of V's row on the
// orthonormal directions, but nothing below 0.
func subtractProjection(ctx context.Context, squares []float64, v, directions *mat.Dense) error {
	t, _ := directions.Dims()
	return form.EachTile(ctx, len(squares), t, func(rows []int) {
		part := mat.NewDense(len(rows), t, nil)
		blas64.Gemm(blas.NoTrans, blas.Trans, 1, tileOf(v, rows), directions.RawMatrix(), 0, part.RawMatrix())
		for j, i := range rows {
			squares[i] = max(0, squares[i]-floats.Dot(part.RawRowView(j), part.RawRowView(j)))
		}
	})
}

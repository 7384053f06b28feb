//go:build long

package approx

import (
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/approx/form"
	"gramscope/model"
)

// Over several tiles, and by Cholesky as by QR, the scores are those by Householder's QR of [B; √γ·I].
func TestPilotScoresByTiles(t *testing.T) {
	const n, p = 2500, 20
	g := gramOf(t, normal(n, 2, seeded(1)), "gaussian", 0.5)
	pilot := model.SampleRows(n, p, seeded(2))
	b := must(form.ProjectedOn(t.Context(), g, pilot, 0, nil)).Stored()
	for ridge, tol := range map[float64]float64{1: 1e-12, 1e-3: 1e-9, 1e-9: 1e-6} {
		stacked := mat.NewDense(n+p, p, nil)
		stacked.Slice(0, n, 0, p).(*mat.Dense).Copy(b)
		for j := range p {
			stacked.Set(n+j, j, math.Sqrt(ridge))
		}
		var qr mat.QR
		var q mat.Dense
		qr.Factorize(stacked)
		qr.QTo(&q) // its first p columns are stacked·R⁻¹
		got := must(pilotScores(t.Context(), g, pilot, ridge))
		for i, v := range got {
			row := q.RawRowView(i)[:p]
			near(t, fmt.Sprintf("ridge %v: l̃[%d]", ridge, i), v, min(1, floats.Dot(row, row)), tol)
		}
	}
	if b.At(0, 0) == 0 || mat.Norm(b, 2)*mat.Norm(b, 2) < 1 {
		t.Error("no ridge is small enough for QR")
	}
}

//go:build long

package approx

import (
	"testing"

	"gramscope/approx/approxtest"
	"gramscope/model"
)

// TestDrawsKeepTheirPromise runs the conformance suite on every distribution.
func TestDrawsKeepTheirPromise(t *testing.T) {
	for draw, entries := range map[int]func(n, m, used int) int{
		model.DrawScores: func(n, _, _ int) int { return n * n },
		model.DrawPilot:  func(n, m, used int) int { return n * (1 + m + used) },
		model.DrawNorms:  func(n, _, _ int) int { return n * n },
	} {
		method, promise := accumulation(), firstPromises()["accumulation"]
		method.New = func() model.Fitter {
			f := defaults(new(Accumulation)).(*Accumulation)
			f.Draw, f.Ridge = draw, 0.01
			return f
		}
		promise.Entries = func(f approxtest.Fit) int64 {
			return int64(entries(f.N, f.Clamped("m"), len(f.Approximation.(model.Landmarker).Landmarks())))
		}
		t.Run(method.New().Params()[3].Choices[draw], func(t *testing.T) { approxtest.Run(t, method, promise) })
	}
}

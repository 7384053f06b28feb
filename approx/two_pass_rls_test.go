package approx

import (
	"context"
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"

	"gramscope/model"
)

func TestPilotScoresGolden(t *testing.T) {
	eachGolden(t, false, func(t *testing.T, g *model.Gram, c goldenScores) {
		got, err := pilotScores(context.Background(), g, c.Pilot, c.Ridge)
		if err != nil {
			t.Fatal(err)
		}
		sameNumbers(t, "l̃", got, c.PilotScores, 1e-7)
	})
}

// The estimates are never above the exact scores, rise with nested pilots in
// the mean, and equal the exact scores where the pilots are all points.
func TestPilotScoresBelowExact(t *testing.T) {
	const n = 90
	ctx := context.Background()
	for _, kernel := range []string{"gaussian", "laplacian", "polynomial"} {
		for _, ridge := range []float64{1e-4, 1e-2, 1, 100} {
			g := gramOf(t, normal(n, 2, seeded(1)), kernel, 0.5)
			exact := scoresAt(t, g.View(), ridge)
			before := 0.0
			for _, p := range []int{1, 5, 20, 60, n} {
				got, err := pilotScores(ctx, g, model.SampleRows(n, p, seeded(2)), ridge)
				if err != nil {
					t.Fatal(err)
				}
				for i, v := range got {
					if v > exact[i]*(1+1e-9)+1e-10 || v < 0 {
						t.Errorf("%s, ridge %v, %d pilots: l̃ = %v, τ = %v", kernel, ridge, p, v, exact[i])
					}
					if p == n && math.Abs(v-exact[i]) > 1e-6 {
						t.Errorf("%s, ridge %v, all points: l̃ = %v, τ = %v", kernel, ridge, v, exact[i])
					}
				}
				if sum := floats.Sum(got); sum < before-1e-9 {
					t.Errorf("%s, ridge %v: more pilots, but Σl̃ falls from %v to %v", kernel, ridge, before, sum)
				} else {
					before = sum
				}
			}
		}
	}
}

// The uniform share: no point is out of reach, and all adds up to one.
func TestMixed(t *testing.T) {
	got := mixed([]float64{0, 3, 1, 0})
	sameNumbers(t, "shares", got, []float64{0.025, 0.7, 0.25, 0.025}, 1e-14)
	for _, v := range mixed(make([]float64, 3)) {
		if !(v > 0) {
			t.Errorf("share %v where no score is known", v)
		}
	}
}

// A pilot of its own size: entries, and fewer misses of a small cluster by
// more pilots.
func TestTwoPassPilot(t *testing.T) {
	const n, few = 300, 3
	g := gramOf(t, twoClusters(n, few, 6), "gaussian", 0.05)
	fitted(t, g, &TwoPassRLS{M: 20, Pilot: 70, Ridge: 0.1}, seeded(1))
	if want := int64(n * (1 + 70 + 20)); g.Entries() != want {
		t.Errorf("%d entries, want %d", g.Entries(), want)
	}
	small := missed(t, g, few, &TwoPassRLS{M: 20, Pilot: 20, Ridge: 0.1}, 60)
	large := missed(t, g, few, &TwoPassRLS{M: 20, Pilot: 250, Ridge: 0.1}, 60)
	if large >= small || large > 20 {
		t.Errorf("the cluster is missed in %d of 60 seeds with 20 pilots, in %d with 250", small, large)
	}
	a := fitted(t, g, &TwoPassRLS{M: 20, Pilot: 301, Ridge: 0.1}, seeded(1))
	if w := a.Warnings(); len(w) != 1 {
		t.Errorf("pilot above n: warnings %q", w)
	}
}

//go:build long

package approx

import (
	"testing"

	"gramscope/model"
)

// Uniform landmarks miss a small cluster; those of all methods that use scores find it.
func TestScoresFindSmallCluster(t *testing.T) {
	const n, few, m, seeds = 400, 4, 30, 60
	g := gramOf(t, twoClusters(n, few, 4), "gaussian", 0.05)
	if uniform := missed(t, g, few, &Nystrom{M: m}, seeds); uniform < seeds/2 {
		t.Errorf("uniform landmarks miss the cluster in %d of %d seeds only", uniform, seeds)
	}
	for _, f := range []model.Fitter{&RLS{M: m, Ridge: 0.1}, &RecursiveRLS{M: m}} {
		if got := missed(t, g, few, f, seeds); got > seeds/20 {
			t.Errorf("%T misses the cluster in %d of %d seeds", f, got, seeds)
		}
	}
}

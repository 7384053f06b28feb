package approx

import (
	"testing"
)

func TestKMeansLandmarksHelp(t *testing.T) {
	g := gramOf(t, normal(200, 2, seeded(3)), "gaussian", 0.3)
	centres, uniform := 0.0, 0.0
	for seed := range uint64(10) {
		centres += errorOf(t, g, &KMeansNystrom{M: 20}, seeded(seed))
		uniform += errorOf(t, g, &Nystrom{M: 20}, seeded(seed))
	}
	if centres > 0.7*uniform {
		t.Errorf("mean error %.4g with centres, %.4g with uniform landmarks", centres/10, uniform/10)
	}
}

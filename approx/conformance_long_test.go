//go:build long

package approx

import (
	"testing"

	"gramscope/approx/approxtest"
)

func TestConformanceByTiles(t *testing.T) {
	promise := promises()
	for _, m := range Methods() {
		t.Run(m.Name, func(t *testing.T) {
			t.Parallel()
			approxtest.RunByTiles(t, m, promise[m.Name])
		})
	}
}

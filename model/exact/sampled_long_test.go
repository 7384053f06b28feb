//go:build long

package exact

import "testing"

func TestSampledFiguresOfManyRows(t *testing.T) {
	checkSampledFigures(t, 2400, 2)
	checkSampledFigures(t, 6000, 6)
}

//go:build long

package exact

import "testing"

func TestSampledDimensionOfMoreRows(t *testing.T) { checkSampledDimension(t, 300, 40) }

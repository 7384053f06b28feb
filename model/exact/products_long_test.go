//go:build long

package exact

import "testing"

func TestProductsCoverOverManySeeds(t *testing.T) { checkProductsCover(t, 200, 0.90, 0.99) }

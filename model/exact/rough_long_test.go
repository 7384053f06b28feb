//go:build long

package exact

import "testing"

func TestRoughStableRankOfManyRows(t *testing.T) { checkRoughStableRank(t, 4000, 6) }

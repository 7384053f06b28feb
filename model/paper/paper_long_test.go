//go:build long

package paper

import "testing"

func TestAllQuickClaimsHold(t *testing.T) { checkClaims(t, quick) }

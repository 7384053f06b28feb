package claim_test

import (
	"testing"

	"gramscope/model/claim"
)

// TestSentences has the verdict of each check on both sides of its limit.
func TestSentences(t *testing.T) {
	small, large := claim.Of("rls", 0.5), claim.Of("nystrom", 20)
	for want, check := range map[string]func(*claim.Evidence){
		"✓ the rank is 3, where at most 3 was claimed":                                     func(e *claim.Evidence) { e.AtMost("the rank", 3, 3) },
		"✗ the rank is 3.1, where at most 3 was claimed":                                   func(e *claim.Evidence) { e.AtMost("the rank", 3.1, 3) },
		"✓ the rank is 3, where at least 3 was claimed":                                    func(e *claim.Evidence) { e.AtLeast("the rank", 3, 3) },
		"✗ the rank is 2.9, where at least 3 was claimed":                                  func(e *claim.Evidence) { e.AtLeast("the rank", 2.9, 3) },
		"✓ the rank is 3, where 2 to 3 was claimed":                                        func(e *claim.Evidence) { e.Between("the rank", 3, 2, 3) },
		"✗ the rank is 1, where 2 to 3 was claimed":                                        func(e *claim.Evidence) { e.Between("the rank", 1, 2, 3) },
		"✓ nystrom (20) is 40 times rls (0.5), where at most 40 was claimed":               func(e *claim.Evidence) { e.AtMostTimes(large, 40, small) },
		"✗ nystrom (20) is 40 times rls (0.5), where at most 39 was claimed":               func(e *claim.Evidence) { e.AtMostTimes(large, 39, small) },
		"✓ nystrom (20) is 40 times rls (0.5), where at least 40 was claimed":              func(e *claim.Evidence) { e.AtLeastTimes(large, 40, small) },
		"✗ nystrom (20) is 40 times rls (0.5), where at least 41 was claimed":              func(e *claim.Evidence) { e.AtLeastTimes(large, 41, small) },
		"✓ rls (0.5) is 40 times smaller than nystrom (20), where at least 4 was claimed":  func(e *claim.Evidence) { e.TimesSmaller(small, 4, large) },
		"✗ rls (0.5) is 40 times smaller than nystrom (20), where at least 41 was claimed": func(e *claim.Evidence) { e.TimesSmaller(small, 41, large) },
		"✗ nystrom (20) is not smaller than rls (0.5), where at least 4 times was claimed": func(e *claim.Evidence) { e.TimesSmaller(large, 4, small) },
	} {
		var e claim.Evidence
		check(&e)
		if got := e.Verdict().String(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

package tune

import "slices"

// Without returns the events of a search without those of a configuration: one that can't be fitted to all rows, although it
// could be to those of each fold, as where K̃ is not positive semi-definite. The standing of these events has another choice.
func Without(events []Scored, configuration int) []Scored {
	return slices.DeleteFunc(slices.Clone(events), func(e Scored) bool { return e.Configuration == configuration })
}

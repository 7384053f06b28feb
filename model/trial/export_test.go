package trial

import (
	"fmt"
	"strings"
)

// Form returns the name of the type of the solution.
func (l Learned) Form() string {
	return strings.TrimPrefix(fmt.Sprintf("%T", l.solution), "trial.")
}

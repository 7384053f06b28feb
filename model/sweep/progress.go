package sweep

import (
	"fmt"
	"math"
	"time"
)

// TimeLeft estimates the duration of the remaining total − done runs if the first done runs took
// elapsed. It assumes that all runs take equally long. known is false if done is 0.
func TimeLeft(done, total int, elapsed time.Duration) (left time.Duration, known bool) {
	if done <= 0 || total < done {
		return 0, false
	}
	return time.Duration(float64(elapsed) / float64(done) * float64(total-done)), true
}

// FormatTime formats a duration: 2.1s, 45s, 3m05s, 2h10m.
func FormatTime(d time.Duration) string {
	s := d.Seconds()
	switch {
	case s < 9.95:
		return fmt.Sprintf("%.1fs", s)
	case s < 59.5:
		return fmt.Sprintf("%.0fs", s)
	case s < 3599.5:
		whole := int(math.Round(s))
		return fmt.Sprintf("%dm%02ds", whole/60, whole%60)
	}
	minutes := int(math.Round(s / 60))
	return fmt.Sprintf("%dh%02dm", minutes/60, minutes%60)
}

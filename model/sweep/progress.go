package sweep

import (
	"fmt"
	"math"
	"time"
)

// TimeLeft estimates the duration of the remaining total − done runs if the first done runs took
// elapsed. It assumes that all runs take equally long; a [Forecast] does not. known is false if done
// is 0.
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

// RoughTime formats an estimated duration with at most two significant digits: 34 s, 13 min, 2.5 h, 40 h.
func RoughTime(d time.Duration) string {
	switch {
	case d.Seconds() < 59.5:
		return fmt.Sprintf("%.0f s", d.Seconds())
	case d.Minutes() < 99.5:
		return fmt.Sprintf("%.0f min", d.Minutes())
	case d.Hours() < 9.95:
		return fmt.Sprintf("%.1f h", d.Hours())
	}
	return fmt.Sprintf("%.0f h", d.Hours())
}

// DescribeTime formats an estimated duration in words, as "about 13 min". If known is false the estimate may be
// wrong by a factor of several, and the result is only "seconds", "minutes" or "hours".
func DescribeTime(d time.Duration, known bool) string {
	switch {
	case known:
		return "about " + RoughTime(d)
	case d < 30*time.Second:
		return "seconds"
	case d < time.Hour:
		return "minutes"
	}
	return "hours"
}

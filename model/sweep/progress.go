package sweep

import (
	"fmt"
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

// FormatTime formats a duration: 2.1s, 45s, 3m5s, 2h9m40s.
func FormatTime(d time.Duration) string {
	if d < 10*time.Second {
		return fmt.Sprintf("%.1fs", d.Seconds())
	}
	return d.Round(time.Second).String()
}

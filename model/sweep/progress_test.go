package sweep

import (
	"testing"
	"time"
)

func TestTimeLeft(t *testing.T) {
	if left, known := TimeLeft(4, 10, 2*time.Second); !known || left != 3*time.Second {
		t.Errorf("4 of 10 in 2s: %v left, %v", left, known)
	}
	if _, known := TimeLeft(0, 10, time.Second); known {
		t.Error("known before the first run is done")
	}
	if left, known := TimeLeft(10, 10, time.Second); !known || left != 0 {
		t.Errorf("all done: %v left, %v", left, known)
	}
}

func TestFormatTime(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0:                                    "0.0s",
		2140 * time.Millisecond:              "2.1s",
		9949 * time.Millisecond:              "9.9s",
		10040 * time.Millisecond:             "10s",
		59400 * time.Millisecond:             "59s",
		59500 * time.Millisecond:             "1m0s",
		185 * time.Second:                    "3m5s",
		time.Hour - time.Second:              "59m59s",
		time.Hour - 400*time.Millisecond:     "1h0m0s",
		2*time.Hour + 9*time.Minute + 40*1e9: "2h9m40s",
	} {
		if got := FormatTime(d); got != want {
			t.Errorf("%v: %q, want %q", d, got, want)
		}
	}
}

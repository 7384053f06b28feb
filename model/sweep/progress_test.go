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

func TestRoughTime(t *testing.T) {
	for d, want := range map[time.Duration]string{
		400 * time.Millisecond:   "0 s",
		59400 * time.Millisecond: "59 s",
		59500 * time.Millisecond: "1 min",
		800 * time.Second:        "13 min",
		99 * time.Minute:         "99 min",
		100 * time.Minute:        "1.7 h",
		597 * time.Minute:        "10 h",
		40 * time.Hour:           "40 h",
	} {
		if got := RoughTime(d); got != want {
			t.Errorf("%v: %q, want %q", d, got, want)
		}
	}
}

func TestTellTime(t *testing.T) {
	for d, want := range map[time.Duration][2]string{
		2 * time.Second:  {"about 2 s", "seconds"},
		29 * time.Second: {"about 29 s", "seconds"},
		time.Minute:      {"about 1 min", "minutes"},
		59 * time.Minute: {"about 59 min", "minutes"},
		2 * time.Hour:    {"about 2.0 h", "hours"},
	} {
		if got := [2]string{DescribeTime(d, true), DescribeTime(d, false)}; got != want {
			t.Errorf("%v: %q, want %q", d, got, want)
		}
	}
}

func TestFormatTime(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0:                                    "0.0s",
		2140 * time.Millisecond:              "2.1s",
		9949 * time.Millisecond:              "9.9s",
		9950 * time.Millisecond:              "10s",
		59400 * time.Millisecond:             "59s",
		59500 * time.Millisecond:             "1m00s",
		185 * time.Second:                    "3m05s",
		time.Hour - time.Second:              "59m59s",
		time.Hour - 400*time.Millisecond:     "1h00m",
		2*time.Hour + 9*time.Minute + 40*1e9: "2h10m",
	} {
		if got := FormatTime(d); got != want {
			t.Errorf("%v: %q, want %q", d, got, want)
		}
	}
}

package number

import (
	"math"
	"testing"
)

// TestShort: no number from a thousand to a million has an exponent.
func TestShort(t *testing.T) {
	for v, want := range map[float64]string{0.79512: "0.795", 1e-5: "1e-05", 155.4: "155", 999.7: "1000", 1166.3: "1166",
		-1503.4: "-1503", 199053.4: "199053", 5: "5", 1e6: "1e+06", 1.25e7: "1.25e+07"} {
		if got := Short(v); got != want {
			t.Errorf("Short(%v) = %q, want %q", v, got, want)
		}
	}
}

// TestErrorsOfRoundingShowNoDigits: and those above keep theirs.
func TestErrorsOfRoundingShowNoDigits(t *testing.T) {
	for v, want := range map[float64]string{0: "<1e-12", 3.9e-15: "<1e-12", 9.99e-13: "<1e-12", -1e-17: "<1e-12",
		1e-12: "1.0e-12", 0.031: "3.1e-02", 2: "2.0e+00"} {
		if got := Error(v); got != want {
			t.Errorf("Error(%v) = %q, want %q", v, got, want)
		}
	}
	if got := Error(math.NaN()); got != "" {
		t.Errorf("no error is %q", got)
	}
	if got := Scientific(0); got != "0.0e+00" {
		t.Errorf("Scientific(0) = %q", got)
	}
}

// TestLargeFiguresAreToldApart: they have a prefix, as counts have, and four digits.
func TestLargeFiguresAreToldApart(t *testing.T) {
	for v, want := range map[float64]string{66266: "66.27 k", 66412: "66.41 k", -1.5e4: "-15 k", 999949: "999.9 k",
		999951: "1 M", 3.14159e9: "3.142 G", 2e13: "20 T", 2e16: "2.0e+16",
		9999.6: "10 k", 9994.2: "9994", 999.6: "1000", 999.4: "999", 0.52444: "0.524", 12.55: "12.6", 2e-4: "2.0e-04",
		0: "0"} {
		if got := Figure(v); got != want {
			t.Errorf("Figure(%v) = %q, want %q", v, got, want)
		}
	}
}

// TestNoPercentage: accuracy is not known if the classifier failed.
func TestNoPercentage(t *testing.T) {
	if got := Percent(math.NaN()); got != "" {
		t.Errorf("no percentage is %q", got)
	}
	if got := Percent(0.975); got != "97.5 %" {
		t.Errorf("0.975 is %q", got)
	}
}

func TestTimes(t *testing.T) {
	for v, want := range map[float64]string{0.5234: "0.52×", 1: "1×", 12.3: "12×", 431: "430×", 4094: "4100×",
		996000: "1000000×", 8e6: "1e7×", 3e15: "1e15×", math.NaN(): "", math.Inf(1): ""} {
		if got := Times(v); got != want {
			t.Errorf("%v: %s, want %s", v, got, want)
		}
	}
}

// TestPlural: counts have no commas, and one is no plural.
func TestPlural(t *testing.T) {
	for n, want := range map[int]string{0: "0 classes", 1: "1 class", 2: "2 classes", 12500: "12500 classes"} {
		if got := Plural(n, "class"); got != want {
			t.Errorf("Plural(%d) = %q, want %q", n, got, want)
		}
	}
}

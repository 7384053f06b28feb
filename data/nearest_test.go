package data

import "testing"

func TestEditDistance(t *testing.T) {
	check := func(a, b string, want int) {
		t.Helper()
		if got, back := editDistance(a, b), editDistance(b, a); got != want || back != want {
			t.Errorf("editDistance(%q, %q) = %d, reversed %d, want %d", a, b, got, back, want)
		}
	}
	check("kitten", "sitting", 3)
	check("abcd", "bcd", 1)
	check("abcdef", "def", 3)
	check("", "abc", 3)
	check("same", "same", 0)
}

func TestNearest(t *testing.T) {
	names := []string{"gaussian", "laplacian", "matern12", "matern32", "linear", "nystrom", "fit", "plot"}
	check := func(name, want string) {
		t.Helper()
		if got := Nearest(name, names); got != want {
			t.Errorf("Nearest(%q) = %q, want %q", name, got, want)
		}
	}
	check("gausian", "gaussian")
	check("foo", "")
	check("fir", "fit")
	check("polt", "plot")
	check("Gaussian", "gaussian")
	check("matern", "matern12")
	check("matern22", "matern12")
	check("nyst", "nystrom")
	check("lienar", "linear")
	check("zebra", "")
	check("", "")
	check("n", "")
}

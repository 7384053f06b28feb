package data

import "testing"

func TestNearest(t *testing.T) {
	names := []string{"gaussian", "laplacian", "matern12", "matern32", "linear", "nystrom", "fit", "plot", "als", "rls",
		"set", "m", "mu"}
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
	check("rsl", "rls")
	check("zebra", "")
	check("test", "") // half of its letters differ from set
	check("", "")
	check("n", "")
	check("gm", "") // a letter of two says little
	check("um", "mu")
	check("ny", "nystrom")
}

package ui

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"gramscope/model/job"
	"gramscope/model/lab"
	"gramscope/ui/screen/screentest"
)

// TestFollow: the curves of files that are followed grow. The user's choices stay, new methods are ticked, f stops reading, and f
// goes on.
func TestFollow(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "a.csv")
	add := func(rows ...string) {
		t.Helper()
		file, err := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		if _, err := file.WriteString(strings.Join(rows, "\n") + "\n"); err != nil {
			t.Fatal(err)
		}
	}
	row := func(method, m, mu string) string {
		return strings.Join([]string{"x", "40", "2", "gaussian", "1", method, m, mu, "1", "1", "0.5"}, ",")
	}
	add("data,n,d,kernel,gamma,method,m,mu,rep,seed,error", row("plain", "10", "1"))
	files := lab.NewFollowing([]string{path}, screentest.Methods(), 1e9)
	all, err := files.Await(t.Context(), func(string) {})
	if err != nil {
		t.Fatal(err)
	}
	r := job.NewRunner(t.Context())
	defer r.Close(time.Second)
	v := newViewer(Config{Recorded: all, Follows: files, Methods: screentest.Methods()}, screentest.Look(t, "braille", "none"), r, toyClock)
	v.Update(sized(120, 40))
	v.Init()
	await := func(rows int) {
		t.Helper()
		for {
			if n, _, ok := v.Followed(); ok && n >= rows {
				break
			}
			v.Update(r.Wait())
		}
		v.layOut()
	}
	await(1)
	if text := v.View(); !strings.Contains(text, "following, 1 rows, the last at ") {
		t.Errorf("the header is %.120q", text)
	}
	add(row("plain", "20", "1"), row("plain", "40", "1"), row("eager", "40", "1"), row("eager", "10", "2"), row("plain", "10", "2"))
	await(6)
	if got := v.Setting(); got.Axis.Name != "m" || !slices.Equal(got.Spec.Methods, []string{"plain", "eager"}) {
		t.Errorf("over %s, methods %v", got.Axis.Name, got.Spec.Methods)
	}
	if xs := v.Outcome().Axis().Values; !slices.Equal(xs, []float64{10, 20, 40}) {
		t.Errorf("m is %v", xs)
	}
	v.panel.Chosen = "mu"
	press(v, "right", "space", "space") // μ = 2, and without the first method
	press(v, "f")
	add(row("plain", "80", "2"), row("eager", "80", "2"))
	if r.Busy(job.Follow) || !strings.Contains(v.View(), "frozen, 6 rows: f resumes") {
		t.Errorf("f does not stop reading: %.120q", v.View())
	}
	press(v, "f")
	await(8)
	if got := v.Setting(); got.Spec.Values["mu"] != 2 || !slices.Equal(v.Outcome().Axis().Values, []float64{10, 80}) {
		t.Errorf("μ = %v, m is %v", got.Spec.Values["mu"], v.Outcome().Axis().Values)
	}
	ticked := v.Setting().Spec.Methods
	press(v, "o", "down", "enter")
	axis := v.Setting().Axis.Name
	add(row("plain", "160", "2"), "bad")
	await(9)
	if got := v.Setting(); got.Axis.Name != axis || !slices.Equal(got.Spec.Methods, ticked) {
		t.Errorf("over %s, methods %v; want %s, %v", got.Axis.Name, got.Spec.Methods, axis, ticked)
	}
	if !strings.Contains(strings.Join(v.Notes, "\n"), "a.csv:11: 1 cells, expected 11") {
		t.Errorf("notes %q", v.Notes)
	}
}

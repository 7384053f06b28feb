//go:build long

package drawing

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestMatplotlibDraws: the script is Python and draws a page of the size, if Python and matplotlib are there.
func TestMatplotlibDraws(t *testing.T) {
	program := scriptOf(t)
	const python = "/usr/bin/python3"
	if err := exec.Command(python, "-c", "import matplotlib").Run(); err != nil {
		t.Skip("python3-matplotlib is not there: the script was not run")
	}
	folder := t.TempDir()
	script, check := filepath.Join(folder, "fig.py"), filepath.Join(folder, "check.py")
	const checks = `
import runpy, sys
sys.argv = sys.argv[1:]
made = runpy.run_path(sys.argv[0])
figure, axes = made["figure"], made["axes"]
lines = [h[0] for h in made["handles"]]
assert list(figure.get_size_inches()) == [made["WIDTH"], made["HEIGHT"]] and made["WIDTH"] == 3.3, figure.get_size_inches()
assert len(lines) == 7 and axes.get_xscale() == "log" and axes.get_ylabel().startswith("error")
assert [line.get_color() for line in lines][0] == "#0072b2" and len({str(l._dash_pattern) for l in lines[:6]}) == 6
figure.canvas.draw()
page = figure.bbox
legend = figure.legends[0].get_window_extent()
label = axes.xaxis.label.get_window_extent()
assert legend.y1 <= label.y0 and legend.x0 >= page.x0 and legend.x1 <= page.x1 and legend.y0 >= page.y0, (legend, label, page)
`
	for name, text := range map[string]string{script: program, check: checks} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	run := exec.Command(python, check, script, filepath.Join(folder, "out.pdf"))
	run.Env = append(os.Environ(), "MPLCONFIGDIR="+folder)
	if out, err := run.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

package command_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestWidthsInAModel checks that a model with widths predicts as one with γ on features that were divided before.
func TestWidthsInAModel(t *testing.T) {
	var raw, divided strings.Builder
	for i := range 30 {
		a, b := float64(i%7), float64(i*i%11)
		y := a*a - b
		raw.WriteString(fmt.Sprint(a) + "," + fmt.Sprint(b) + "," + fmt.Sprint(y) + "\n")
		divided.WriteString(fmt.Sprint(a/2) + "," + fmt.Sprint(b/8) + "," + fmt.Sprint(y) + "\n")
	}
	var predictions []string
	for name, content := range map[string]string{"raw.csv": raw.String(), "divided.csv": divided.String()} {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, []byte("a,b,y\n"+content), 0o600); err != nil {
			t.Fatal(err)
		}
		line := "--standardize=false --m 30 --gamma 0.5 " + path
		if name == "raw.csv" {
			line = "--standardize=false --m 30 --widths 2,8 " + path
		}
		model, _ := fitTo(t, line)
		status, out, said := execute(t, context.Background(), "", "predict", model, path)
		if status != 0 {
			t.Fatal(said)
		}
		predictions = append(predictions, out)
	}
	if predictions[0] != predictions[1] || predictions[0] == "" {
		t.Errorf("widths 2,8:\n%s\nfeatures divided by 2 and 8:\n%s", predictions[0], predictions[1])
	}
}

func TestLearnedWidths(t *testing.T) {
	_, said := fitTo(t, "--n 150 --m 60 --widths learn friedman")
	for _, want := range []string{"note: learned widths: rmse", "relevance of the features", "x1   ███"} {
		if !strings.Contains(said, want) {
			t.Errorf("no %q in\n%s", want, said)
		}
	}
	if strings.Contains(said, "; μ = 0.01 (") {
		t.Errorf("widths are learned without the ridge:\n%s", said)
	}
	if _, said := fitTo(t, "--n 150 --m 60 --mu 2 --widths learn friedman"); !strings.Contains(said, "; μ = 2 (") {
		t.Errorf("with --mu 2 and learned widths:\n%s", said)
	}
}

func TestBadWidths(t *testing.T) {
	file := filepath.Join(t.TempDir(), "widths.txt")
	if err := os.WriteFile(file, []byte("# widths\n1 2\n3 none\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for line, want := range map[string]string{
		"fit --out - --widths 1,2 friedman":                       "2 widths for 10 features; give one for each feature",
		"fit --out - --widths 1,0 friedman":                       "number 2: 0 is not in",
		"fit --out - --widths nosuch friedman":                    `"nosuch" is not a number; give positive numbers`,
		"fit --out - --widths " + file + " friedman":              "widths.txt: number 4: \"none\" is not a number",
		"sweep --widths learn friedman":                           "only tune and fit learn widths",
		"fit --out - --widths learn --kernel linear friedman":     "no widths for the kernel linear",
		"sweep --kernel linear --widths 1,1,1 --n 20 bimodal":     "such as gaussian, not linear; choose another kernel",
		"sweep --kernel periodic --widths 1 --n 20 spline":        "such as gaussian, not periodic",
		"tune --widths learn --n 50 --kernel polynomial friedman": "no widths for the kernel polynomial",
		"tune --widths learn --n 50 moons":                        "separates the classes of moons; leave out --widths, or",
		"fit --out - --widths learn --n 50 moons":                 "ridge regression is for numbers",
	} {
		status, _, said := execute(t, context.Background(), "", strings.Fields(line)...)
		if status == 0 || !strings.Contains(said, want) {
			t.Errorf("%s: status %d, %q, want %q", line, status, said, want)
		}
	}
}

// TestTuneComparesTheScalings: the answer says which scaling of the features predicts better, and its lines have widths
// only if these do.
func TestTuneComparesTheScalings(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 7))
	var one, two strings.Builder // the target depends on two features, or is noise apart from a part of all of them
	for range 240 {
		x := make([]float64, 6)
		sum := 0.0
		for j := range x {
			x[j] = rng.NormFloat64()
			sum += x[j]
			fmt.Fprintf(&one, "%.4f,", x[j])
			fmt.Fprintf(&two, "%.4f,", x[j])
		}
		fmt.Fprintf(&one, "%.4f\n", sum+6*rng.NormFloat64())
		fmt.Fprintf(&two, "%.4f\n", math.Sin(2*x[0])+x[1]*x[1]+0.1*rng.NormFloat64())
	}
	for _, c := range []struct {
		rows, text string
		better     bool
	}{
		{two.String(), "\nlearned widths: rmse ", true},
		{one.String(), "\none width for all features is kept: rmse ", false},
	} {
		path := filepath.Join(t.TempDir(), "rows.csv")
		if err := os.WriteFile(path, []byte(c.rows), 0o600); err != nil {
			t.Fatal(err)
		}
		args := []string{"tune", "--methods", "nystrom", "--time", "0", "--m", "40", "--widths", "learn", path}
		_, text, errs := execute(t, context.Background(), "", args...)
		if !strings.Contains(text, c.text) || strings.Contains(text, "--widths") != c.better {
			t.Errorf("want %q:\n%s%s", c.text, text, errs)
		}
		_, out, errs := execute(t, context.Background(), "", append([]string{"tune", "--format", "json"}, args[1:]...)...)
		var answer struct {
			Scaling string
			Widths  []float64
			Fit     string
		}
		if err := json.Unmarshal([]byte(out), &answer); err != nil {
			t.Fatal(err, errs)
		}
		if !strings.HasPrefix("\n"+answer.Scaling, c.text) || (len(answer.Widths) == 6) != c.better ||
			strings.Contains(answer.Fit, "--widths") != c.better {
			t.Errorf("%+v", answer)
		}
	}
}

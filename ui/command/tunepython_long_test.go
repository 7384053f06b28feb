//go:build long

package command_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestTunedOfAllKindsRunsInPython is TestTunedRunsInPython for all kinds of files, kernels, methods and learners.
func TestTunedOfAllKindsRunsInPython(t *testing.T) {
	plain := garden(t, "garden.csv", ",", true, false, 240)
	libsvm := written(t, "garden.libsvm", libsvmRows(200))
	checkTunedInPython(t, map[string]tunedCase{
		"exact": {"--target yield --columns -grade --methods exact " + plain, "KernelRidge(alpha="},
		"nystrom": {"--target yield --columns -grade --methods nystrom --m 60 --folds 4 --n 180 " + plain,
			"Nystroem(kernel=\"rbf\""},
		"fourier": {"--target yield --columns width,depth --methods fourier --m 120 --test 0.1 --n 200 " + plain,
			"RBFSampler("},
		"nearest": {"--target yield --columns width,kind,depth --methods rpcholesky --m 60 " + plain, "has no rpcholesky"},
		"laplacian": {"--target yield --columns -grade --categorical note --kernel laplacian " + plain,
			`kernel="laplacian"`},
		"polynomial": {"--target yield --columns width,depth --kernel polynomial --degree 3 --offset 2 --gammas 0.1,0.3 " +
			"--methods exact " + plain, "coef0=2"},
		"linear": {"--target yield --columns width,depth --kernel linear --methods exact --standardize=false " + plain,
			`kernel="linear"`},
		"classes": {"--columns -yield --m 60 --gammas 0.01,0.1 --mus 0.1,1 " + plain, "    LogisticRegression("},
		"svm":     {"--columns -yield --m 60 --learner svm --gammas 0.01,0.1 --mus 0.1,1 " + plain, "LinearSVC("},
		"semicolons": {"--target yield --columns -grade --methods exact " + garden(t, "garten.csv", ";", true, true, 200),
			`sep=";", decimal=","`},
		"no header": {"--header no --target x6 --columns -x7 --methods exact " +
			garden(t, "rows.tsv.gz", "\t", false, false, 200), "pd.read_csv("},
		"commented": {"--target y --mus 0.1,1 --gammas 1,2 --methods exact " + written(t, "saved.csv", saved()),
			"header=None, skiprows=1"},
		"missing": {"--drop-missing --target b --mus 0.1,1 --gammas 1,2 --methods exact " + written(t, "gaps.csv", gaps()),
			"dropna("},
		"codes": {"--missing -999,- --drop-missing --target b --mus 0.1,1 --gammas 1,2 --methods exact " +
			written(t, "codes.csv", strings.NewReplacer("NA", "-999.0", "nan", "-").Replace(gaps())), `"-", "-999.0"`},
		"matern": {"--target yield --columns -grade --kernel matern32 --methods exact " + plain,
			"kernel=Matern(length_scale="},
		"matern12": {"--target yield --columns -grade --kernel matern12 --m 60 --methods nystrom " + plain, "nu=0.5"},
		"hashes": {"--target y --gammas 0.5,1 --mus 0.5,1 --methods exact " + written(t, "hashes.csv", hashes()),
			`pd.read_csv(`},
		"libsvm":     {"--methods nystrom --learner ridge " + libsvm, "load_svmlight_file("},
		"two values": {"--methods nystrom --mus 0.1,1 --gammas 0.1,0.3 " + libsvm, "LogisticRegression("},
		"fractions": {"--gammas 0.5 --mus 0.1 --methods nystrom --m 60 " +
			written(t, "halves.csv", signs("-0.5", "1.5", "-0.5")), "y.astype(str)"},
		"rare class": {"--gammas 0.5 --mus 0.1 --methods nystrom --m 60 " + written(t, "rare.csv", signs("few", "yes", "no")),
			"cross_val_predict("},
		"arrays": {"--methods exact --gammas 0.5,1 --mus 0.5,1 --folds 2 " + npyFile(t), "np.load("},
	})
}

// TestTunedPredictsInPython: what is printed for scikit-learn predicts what fit and predict do, also
// on rows that differ where a column was constant, and by a logistic regression with a large ridge.
func TestTunedPredictsInPython(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	var b strings.Builder
	fmt.Fprintln(&b, "a,year,b,y,class,kind")
	for range 60 {
		x, z := rng.NormFloat64(), rng.NormFloat64()
		class := "few"
		if x+0.5*z < 0.8 {
			class = "many"
		}
		kind := class
		if x < z-1 {
			kind = "none"
		}
		fmt.Fprintf(&b, "%.4f,2019,%.4f,%.4f,%s,%s\n", x, z, x*x+z, class, kind)
	}
	rows := written(t, "rows.csv", b.String())
	const points = "[[0.5, 2019, 1], [0.5, 2020, 1], [-1, 5, 0]]"
	fresh := written(t, "new.csv", "a,year,b\n0.5,2019,1\n0.5,2020,1\n-1,5,0\n")
	var programs []string
	var want [][]float64
	for _, c := range []struct{ learner, method, target, more, ask string }{
		{"ridge", "exact", "y", "", "predict"},
		{"ridge", "exact", "y", "--standardize=false ", "predict"},
		{"logistic", "nystrom --m 60", "class", "", "predict_proba"},
		{"logistic", "nystrom --m 60", "kind", "", "predict_proba"},
	} {
		data := fmt.Sprintf("--learner %s --target %s --columns a,year,b %s%s", c.learner, c.target, c.more, rows)
		a := tune(t, "--test 0 --mus 10 --gammas 0.7 --methods "+c.method+" "+data)
		const quiet = "import warnings\nimport numpy as np\nwarnings.simplefilter('ignore')  # of 60 landmarks in folds " +
			"of 48 rows\n"
		programs = append(programs, quiet+a.Scikit+"print(*np.ravel(model."+c.ask+"("+points+")))\n")
		model, _ := fitTo(t, "--mu 10 --gamma 0.7 --method "+c.method+" "+data)
		var flags []string
		if c.learner == "logistic" {
			flags = append(flags, "--probabilities")
		}
		lines, _ := predictBy(t, "", append(flags, model, fresh)...)
		if flags != nil {
			lines = lines[1:] // behind the classes' names
		}
		want = append(want, numbers(t, strings.Split(strings.Join(lines, ","), ",")))
	}
	for i, out := range python(t, programs)[:len(programs)] {
		lines := strings.Split(strings.TrimSpace(out), "\n")
		got := numbers(t, strings.Fields(lines[len(lines)-1]))
		if len(got) != len(want[i]) {
			t.Fatalf("Python predicts %v, gramscope %v", got, want[i])
		}
		for j, v := range got {
			if !(math.Abs(v-want[i][j]) < 1e-4) { // the tolerance of LogisticRegression
				t.Errorf("Python predicts %v, gramscope %v\n%s", got, want[i], programs[i])
				break
			}
		}
	}
}

// signs has rows of the signs of products, the first three of another class.
func signs(first, positive, negative string) string {
	rng := rand.New(rand.NewPCG(5, 6))
	var b strings.Builder
	b.WriteString("a,b,y\n")
	for i := range 120 {
		x, y, class := rng.NormFloat64(), rng.NormFloat64(), negative
		if x*y+0.3*rng.NormFloat64() > 0 {
			class = positive
		}
		if i < 3 {
			class = first
		}
		fmt.Fprintf(&b, "%.4f,%.4f,%s\n", x, y, class)
	}
	return b.String()
}

func libsvmRows(n int) string {
	rng := rand.New(rand.NewPCG(5, 6))
	var b strings.Builder
	for range n {
		x, y := rng.NormFloat64(), rng.NormFloat64()
		label := "-1"
		if x*y+0.3*rng.NormFloat64() > 0 {
			label = "+1"
		}
		fmt.Fprintf(&b, "%s 1:%.4f 3:%.4f\n", label, x, y)
	}
	return b.String()
}

// saved is what numpy.savetxt writes: the header is a comment.
func saved() string {
	rng := rand.New(rand.NewPCG(9, 10))
	var b strings.Builder
	b.WriteString("# a,y\n")
	for range 80 {
		a := rng.Float64() * 3
		fmt.Fprintf(&b, "%.4e,%.4e\n", a, math.Sin(a)+0.1*rng.NormFloat64())
	}
	return b.String()
}

// hashes has rows that begin with a #.
func hashes() string {
	rng := rand.New(rand.NewPCG(11, 12))
	var b strings.Builder
	b.WriteString("# a comment\nkind,a,y\n")
	for i := range 80 {
		a := rng.Float64() * 3
		fmt.Fprintf(&b, "%s,%.4f,%.4f\n", []string{"#1", "No. 2", " #3"}[i%3], a,
			math.Sin(a)+float64(i%3)+0.1*rng.NormFloat64())
	}
	return b.String()
}

func gaps() string {
	rng := rand.New(rand.NewPCG(7, 8))
	var b strings.Builder
	b.WriteString("# a comment\na,b\n")
	for i := range 80 {
		a := rng.Float64() * 3
		cell := fmt.Sprintf("%.3f", a)
		if i%9 == 4 {
			cell = []string{"", "NA", "nan", "?"}[i%4]
		}
		fmt.Fprintf(&b, "%s,%.3f\n", cell, math.Sin(a)+0.1*rng.NormFloat64())
	}
	return b.String()
}

// npyFile is an array of doubles, 60×3.
func npyFile(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "array.npy")
	const program = "import numpy as np, sys\nr = np.random.default_rng(0)\nx = r.normal(size=(60, 2))\n" +
		"np.save(sys.argv[1], np.column_stack([x, np.sin(x[:, 0]) + 0.1 * r.normal(size=60)]))"
	if out, err := exec.Command("/usr/bin/python3", "-c", program, path).CombinedOutput(); err != nil {
		t.Skipf("no NumPy: %v: %s", err, out)
	}
	return path
}

package command_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// badFiles are files that can't be used, with what the message must contain.
func badFiles(t *testing.T) map[string]struct {
	content string
	args    string
	want    []string
} {
	t.Helper()
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	fmt.Fprint(z, "a,b\n", strings.Repeat("1,2\n", 5000))
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	npy, err := os.ReadFile("../../testdata/data/complex.npy")
	if err != nil {
		t.Fatal(err)
	}
	cube, err := os.ReadFile("../../testdata/data/cube.npy")
	if err != nil {
		t.Fatal(err)
	}
	return map[string]struct {
		content string
		args    string
		want    []string
	}{
		"empty.csv":  {"", "", []string{"empty.csv", "the file is empty", "expected"}},
		"header.csv": {"a,b,c\n", "", []string{"header.csv", "row"}},
		"ragged.csv": {"a,b\n1,2\n3,4,5\n", "", []string{"ragged.csv:3", "expected", "2"}},
		"text.csv": {"a,b\n1,2\nx,3\n4,5\n", "",
			[]string{"text.csv:3:1", `"x"`, "expected a number", "--categorical a"}},
		"missing.csv": {"a,b\n1,2\n,3\n4,5\n", "", []string{"missing.csv:3:1", "missing value", "--drop-missing"}},
		"nan.csv":     {"a,b\n1,2\nNaN,3\n4,5\n", "", []string{"nan.csv:3:1", "--drop-missing"}},
		"infinite.csv": {"a,b\n1,2\nInf,3\n4,5\n", "",
			[]string{"infinite.csv:3:1", "infinite", "finite number", "--columns -a"}},
		"one.csv": {"a,b\n1,2\n", "", []string{"one.csv", "row", "2"}},
		"target.csv": {"height,b\n1,2\n3,4\n", "--target heigth",
			[]string{"target.csv", `"heigth"`, "did you mean height", "--target|name|none"}},
		"twice.csv": {"a,a,b\n1,2,3\n3,4,5\n", "--target a",
			[]string{"twice.csv", `two columns are called "a"`, "--target 1"}},
		"short.csv.gz":   {packed.String()[:40], "", []string{"short.csv.gz", "truncated"}},
		"junk.csv":       {"\x00\x01\x02\xff\xfe\x00", "", []string{"junk.csv", "binary", "CSV"}},
		"zero.libsvm":    {"1 0:5 2:1\n-1 1:1\n", "", []string{"zero.libsvm:1", "index", "0"}},
		"order.libsvm":   {"1 1:5 2:1\n-1 3:1 2:4\n", "", []string{"order.libsvm:2", "index"}},
		"complex.npy":    {string(npy), "", []string{"complex.npy", "expected"}},
		"cube.npy":       {string(cube), "", []string{"cube.npy", "expected"}},
		"identifier.csv": {"id,b\n" + identifiers(), "", []string{"identifier.csv", `"id"`, "id", "--columns -id"}},
	}
}

func identifiers() string {
	var b strings.Builder
	for i := range 60 {
		fmt.Fprintf(&b, "key%d,%d\n", i, i)
	}
	return b.String()
}

func TestBadFiles(t *testing.T) {
	folder := t.TempDir()
	for name, bad := range badFiles(t) {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(folder, name)
			if err := os.WriteFile(path, []byte(bad.content), 0o644); err != nil {
				t.Fatal(err)
			}
			for _, name := range []string{"sweep", "data"} {
				args := append([]string{name}, append(strings.Fields(bad.args), path)...)
				status, out, errs := execute(t, context.Background(), "", args...)
				if status != 1 || name == "sweep" && out != "" {
					t.Errorf("%s: status %d, output %q", name, status, out)
				}
				checkMessage(t, errs, bad.want)
			}
		})
	}
}

// checkMessage looks for all parts; of a|b|c one will do.
func checkMessage(t *testing.T, message string, parts []string) {
	t.Helper()
	if strings.Count(message, "gramscope: ") != 1 || !strings.HasSuffix(message, "\n") ||
		strings.Contains(message, "panic") {
		t.Errorf("not one message: %q", message)
	}
	for _, part := range parts {
		if !slices.ContainsFunc(strings.Split(part, "|"), func(s string) bool { return strings.Contains(message, s) }) {
			t.Errorf("%q does not say %q", message, part)
		}
	}
}

func TestBadUsage(t *testing.T) {
	for line, want := range map[string]struct {
		status int
		parts  string // separated by ;
	}{
		"sweep /nonexistent/file.csv":        {1, "/nonexistent/file.csv;no such file;gramscope data"},
		"sweep ../../testdata/cli/plant.csv": {1, "no such file;did you mean plants.csv?"},
		"sweep bimodl":                       {1, "bimodl;did you mean bimodal?"},
		"sweep ../../testdata":               {1, "testdata;directory;expected a file"},
		"sweep --max-memory 32MB":            {1, "n = 1000;32 MB;lower --n, or raise --max-memory"},
		"sweep --max-memory 9MB ../../testdata/cli/plants.csv": {2,
			"--max-memory: 9MB is less than the program itself takes;give at least 32MB"},
		"sweep --methods nystrom --over m=10,20 --workers 8 --max-memory 70MB": {1,
			"n = 1000;MB;70 MB;nystrom at n = 1000;lower --n, or raise --max-memory"},
		"sweep --methods fourier,orthogonal-fourier --kernel polynomial": {2, "fourier;spectral density"},
		"sweep --methods fourier --frequencies simplex --kernel laplacian": {2,
			"fourier draws simplex frequencies;laplacian is not one;iid or qmc"},
		"sweep --seeds 2":                          {2, "--seeds;did you mean --seed?"},
		"lesson gamma --html - --seeds 3":          {2, "--seeds;--check"},
		"sweep --m":                                {2, "--m needs a value;gramscope sweep --help"},
		"sweep --m 0":                              {2, "--m;0;from 1 to"},
		"sweep --m 5,10":                           {2, `"5,10";--over m=5,10`},
		"sweep --gamma 0":                          {2, "--gamma;0;range"},
		"sweep --gamma -1":                         {2, "--gamma;-1;range"},
		"sweep --gamma NaN":                        {2, "--gamma;NaN"},
		"sweep --gamma 1 --sigma 1":                {2, "--gamma;--sigma;one of them"},
		"sweep --sigma medain":                     {2, "--sigma;medain;median"},
		"sweep --over m=5..1:3":                    {2, "m=5..1:3;backwards;1..5:3"},
		"sweep --over m=5..10":                     {2, "m=5..10;count;10..1000:8"},
		"sweep --over clusters=1,x":                {2, `clusters=1,x;"x";10,50,200`},
		"sweep --over acum=1,2":                    {2, "acum;did you mean accum?"},
		"sweep --over 5":                           {2, "--over;NAME=LIST;m=10,50,200"},
		"sweep --over accum=1,2 --methods nystrom": {2, "accum;uses"},
		"sweep --methods nystrm":                   {2, "nystrm;did you mean nystrom?"},
		"sweep -seed 3 friedman":                   {2, "unknown flag -seed;did you mean --seed?"},
		"data -help":                               {2, "did you mean --help?"},
		"sweep -method nystrom friedman":           {2, "unknown flag -method;did you mean --methods?"},
		"sweep --kernel gausian":                   {2, "gausian;did you mean gaussian?"},
		"sweep --kernel linear --methods fourier":  {2, "fourier;linear;another kernel"},
		"sweep --methods exact": {2, "exact is a method of tune and fit;with --figures rmse_test_exact;" +
			"gramscope fit with --method exact"},
		"sweep --format xml":            {2, "xml;csv, json, table"},
		"sweep --standardize=maybe":     {2, "--standardize;maybe;--standardize=false"},
		"sweep --workers 0":             {2, "--workers;0;at least 1"},
		"sweep --test 1":                {2, "--test;1;0.2"},
		"sweep --seed -1":               {2, "--seed;-1"},
		"tune --n 1 --folds 2 friedman": {2, "1 training row;--n 2"},
		"sweep --test 0.999999999999":   {1, "2.0 GB;lower --test or --n"},
		"sweep --test .999 --gamma 1 --max-memory 32MB": {1,
			"999000 test rows;32 MB;lower --n, or raise --max-memory"},
		"sweep --n 20000 --clusters 1 --methods bka --max-memory 2GB": {1, "bka at n = 20000;GB of memory;2 GB;--max-memory"},
		"sweep --max-memory lots":                                     {2, "--max-memory;lots;2GB"},
		"sweep a.csv b.csv":                                           {2, "at most one DATA;a.csv b.csv"},
		"sweep --target y bimodal":                                    {2, "--target is for files;bimodal"},
		"sweep --kernel periodic ../../testdata/cli/plants.csv":       {2, "periodic;one column;--columns"},
		"methods nystrm":                                              {2, "nystrm;did you mean nystrom?"},
		"data --colums a ../../testdata/cli/plants.csv":               {2, "--colums;did you mean --columns?"},
		"sweep decay:delta=1": {1,
			"decay:delta=1;out of range;from 1.2 to 20;decay:delta=1.5"},
		"sweep decya:delta=3":           {1, "decya:delta=3;did you mean decay?"},
		"methods --m 3":                 {2, "--m is of no use without --for;add --for DATA"},
		"methods nystrom --for bimodal": {2, "NAME and --for are both given"},
		"sweep --=3":                    {2, "bad flag syntax;gramscope sweep --help"},
		"sweep --columns a,,b ../../testdata/cli/plants.csv": {2, `an empty name in "a,,b";a list such as a,b`},
		"sweep --methods tensor-sketch --kernel polynomial --with sketch=1": {2,
			"sketch is a choice, not a number"},
		"sweep --target none --m rmse_test<=1 ../../testdata/cli/plants.csv": {2,
			"m can't follow from rmse_test<=1: plants.csv has no target;--target"},
		"sweep --target kind --m rmse_test<=1 ../../testdata/cli/plants.csv": {2,
			"m can't follow from rmse_test<=1: logistic has no rmse_test"},
		"sweep --resume /nonexistent.csv": {1, "--resume;/nonexistent.csv;no such file"},
		"sweep --resume ../../testdata/cli/plants.csv": {1,
			"--resume;plants.csv;gramscope sweep --format csv"},
		"bimodal": {2, "terminal;gramscope sweep"},
		"":        {2, "terminal;gramscope sweep"},
		"-":       {2, "terminal;gramscope sweep"},
	} {
		t.Run(line, func(t *testing.T) {
			status, out, errs := execute(t, context.Background(), "", strings.Fields(line)...)
			if status != want.status || out != "" {
				t.Errorf("status %d, want %d; output %q", status, want.status, out)
			}
			checkMessage(t, errs[max(0, strings.LastIndex("\n"+errs, "\ngramscope: ")):], strings.Split(want.parts, ";"))
		})
	}
}

func TestAnyOrderOfArguments(t *testing.T) {
	want := timeless(rowsOf(t, "sweep --n 50 --m 5 --seed 2 --methods nystrom moons"))
	for _, line := range []string{
		"sweep moons --n=50 --m=5 --seed=2 --methods=nystrom",
		"sweep --n 50 moons -m 5 --seed 2 --methods nystrom",
		"sweep --n 50 --m 5 --seed 2 --methods nystrom -- moons",
	} {
		if diff := cmp.Diff(want, timeless(rowsOf(t, line))); diff != "" {
			t.Errorf("%s:\n%s", line, diff)
		}
	}
}

func TestStandardInput(t *testing.T) {
	text, err := os.ReadFile("../../testdata/cli/plants.csv")
	if err != nil {
		t.Fatal(err)
	}
	status, out, errs := execute(t, context.Background(), string(text), "sweep", "-", "--methods", "best", "--m", "3")
	if status != 0 {
		t.Fatal(errs)
	}
	fromPipe, fromFile := parseRows(t, out)[0], rowsOf(t, "sweep --methods best --m 3 ../../testdata/cli/plants.csv")[0]
	if fromPipe["data"] != "-" || fromPipe["error"] != fromFile["error"] {
		t.Errorf("from standard input %v, from the file %v", fromPipe, fromFile)
	}
}

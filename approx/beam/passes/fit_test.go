package passes

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gramscope/approx"
	"gramscope/data"
	"gramscope/model/fitted"
	"gramscope/model/learn"
	"gramscope/model/sweep"
)

// inMemory returns the model of `gramscope fit` for a file with the same flags, on landmarks from a file.
func inMemory(t *testing.T, path string, s Settings) (*fitted.Model, *sweep.Trained) {
	t.Helper()
	ctx := t.Context()
	table, err := data.Open(ctx, path, nil, data.Options{Dialect: data.Dialect{Header: data.Header(s.Header)}})
	if err != nil {
		t.Fatal(err)
	}
	choice := s.Choice
	if s.Spec.Learner != "" {
		choice.Categorical = append(slices.Clone(choice.Categorical), choice.Target)
	}
	file, err := table.File(choice)
	if err != nil {
		t.Fatal(err)
	}
	coding, err := file.Coding()
	if err != nil {
		t.Fatal(err)
	}
	source, _, err := data.WithLandmarks(ctx, file, s.Landmarks, data.Options{})
	if err != nil {
		t.Fatal(err)
	}
	spec := s.Spec.Clone()
	spec.Methods, spec.Figures, spec.N, spec.Test = []string{"given"}, sweep.Figures{sweep.FigureRegression},
		source.Rows(), 0
	plan, err := sweep.Prepare(spec, approx.Methods(), sweep.NewStore(source))
	if err != nil {
		t.Fatal(err)
	}
	trained, err := plan.Train(ctx, plan.Cells[0], s.mu())
	if err != nil {
		t.Fatal(err)
	}
	return &fitted.Model{
		Coding: coding, Scaling: trained.Scaling, Kernel: fitted.Kernel{Family: spec.Kernel, Values: trained.Kernel.Values},
		Learner: trained.Learner, Classes: trained.Classes, Predictor: trained.Predictor, Offsets: trained.Offsets,
	}, trained
}

// mixed are rows of two numbers, a code, a colour, and then the target that is asked for. Some lack a number.
func mixed(n int, target func(v float64, i int) string) []string {
	rows := []string{"a,b,code,colour,y"}
	for i, row := range friedman(n, 21) {
		cells := strings.Split(row, ",")
		v, _ := strconv.ParseFloat(cells[5], 64)
		if i%17 == 3 {
			cells[1] = ""
		}
		rows = append(rows, fmt.Sprintf("%s,%s,%d,%s,%s", cells[0], cells[1], i%3,
			[]string{"red", "green", "blue", "red"}[i%4], target(v, i)))
	}
	return rows
}

// TestRegressionIsThatOfFit: the model and the report are those of `gramscope fit --method given`, for any
// kernel, columns and target.
func TestRegressionIsThatOfFit(t *testing.T) {
	number := func(v float64, _ int) string { return fmt.Sprint(v) }
	level := func(names ...string) func(float64, int) string {
		return func(v float64, _ int) string { return names[min(len(names)-1, int(max(0, v-8))/6)] }
	}
	for name, c := range map[string]struct {
		target func(float64, int) string
		flags  string
	}{
		"numbers":              {number, "--categorical code --kernel polynomial --degree 3 --offset 0.5 --sigma mean"},
		"linear":               {number, "--kernel linear --columns -code --standardize=false --m 3"},
		"a circle":             {number, "--kernel poisson --rate 0.5 --columns a"},
		"two classes":          {level("no", "yes"), "--sigma 2 --kernel matern32 --m 12"},
		"three classes":        {level("low", "middle", "high"), "--categorical code --gamma 0.1"},
		"numbers, classes":     {level("7", "1e1"), "--learner logistic --gamma 0.1"},
		"a categorical target": {level("7", "1e1"), "--categorical y"},
	} {
		t.Run(name, func(t *testing.T) {
			rows := mixed(240, c.target)
			input := parted(t, rows[0], rows[1:100], nil, rows[100:])
			folder := t.TempDir()
			whole := filepath.Join(folder, "all.csv")
			if err := os.WriteFile(whole, []byte(strings.Join(rows, "\n")+"\n"), 0o644); err != nil {
				t.Fatal(err)
			}
			points := filepath.Join(folder, "landmarks.csv")
			line := append(strings.Fields(c.flags), "--target", "y", "--drop-missing", "--mu", "0.3", "--test", "0",
				"--landmarks", points)
			s := settings(t, line...)
			file := firstRows(t, whole, s, 25, points)

			want, trained := inMemory(t, whole, s)
			got, r := done(t, input, line...)
			x := file.X
			u, err := got.Values(x)
			if err != nil {
				t.Fatal(err)
			}
			v, err := want.Values(x)
			if err != nil {
				t.Fatal(err)
			}
			near(t, "fit", u, v, 1e-9)
			if want := cmp.Or(int(s.Spec.Values["m"]), 25); r.Landmarks != want || got.Parameters["m"] != float64(want) {
				t.Errorf("%d landmarks, in the file %v, want %d", r.Landmarks, got.Parameters["m"], want)
			}
			if got.Learner != want.Learner || !slices.Equal(got.Classes, want.Classes) ||
				!reflect.DeepEqual(got.Coding, want.Coding) {
				t.Errorf("learner %s, classes %v, coding %+v; want %s, %v, %+v", got.Learner, got.Classes, got.Coding,
					want.Learner, want.Classes, want.Coding)
			}
			if n := len(trained.Train.Y); r.Rows != n || r.Dropped != 240-n || r.Bad != 0 {
				t.Errorf("%d rows, %d dropped, %d bad; want %d, %d and 0", r.Rows, r.Dropped, r.Bad, n, 240-n)
			}
			if want.Coding.Target.Texts == nil {
				residual := 0.0
				for i, y := range file.Y {
					residual += math.Pow(y-v.At(i, 0), 2)
				}
				if rmse := math.Sqrt(residual / float64(len(file.Y))); math.Abs(*r.Train-rmse) > 1e-9*rmse ||
					math.Abs(*r.DF-trained.DF) > 1e-9*trained.DF {
					t.Errorf("RMSE %v and %v degrees of freedom, want %v and %v", *r.Train, *r.DF, rmse, trained.DF)
				}
				return
			}
			truth := make([]int, len(file.Y))
			for i, y := range file.Y {
				truth[i] = int(y)
			}
			if accuracy := learn.Accuracy(want.Classifier().Decide(v), truth); *r.TrainAccuracy != accuracy || accuracy < 0.6 ||
				accuracy == 1 {
				t.Errorf("accuracy %v, want %v", *r.TrainAccuracy, accuracy)
			}
			if loss := learn.LogLoss(want.Classifier().Chances(v), truth); math.Abs(*r.TrainLoss-loss) > 1e-9*loss {
				t.Errorf("log loss %v, want %v", *r.TrainLoss, loss)
			}
			if r.Train != nil || r.TestAccuracy != nil || r.DF != nil || r.Passes < 3 || len(r.Warnings) > 0 {
				t.Errorf("figures of a classification: %+v", r)
			}
		})
	}
}

// firstRows returns the complete rows of a file, in its units, and writes the first count of them as landmarks.
func firstRows(t *testing.T, path string, s Settings, count int, landmarks string) *data.Set {
	t.Helper()
	out := &data.Set{}
	var x []float64
	choice := s.choice([]string{"y"})
	table, err := data.Open(context.Background(), path, nil, data.Options{})
	if err != nil {
		t.Fatal(err)
	}
	file, err := table.File(choice)
	if err != nil {
		t.Fatal(err)
	}
	coding, err := file.Coding()
	if err != nil {
		t.Fatal(err)
	}
	d := len(coding.Features())
	s.Spec.Test = 0
	if err := s.rows(t.Context(), path, coding, func(r *row) error {
		if r.Bad == nil && !r.Dropped {
			x, out.Y = append(x, r.X...), append(out.Y, r.Y)
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	out.X = mat.NewDense(len(out.Y), d, x)
	written, err := os.Create(landmarks)
	if err != nil {
		t.Fatal(err)
	}
	defer written.Close()
	if err := data.WriteLandmarks(written, coding.Features(), nil, out.X.Slice(0, count, 0, d).(*mat.Dense)); err != nil {
		t.Fatal(err)
	}
	return out
}

package passes

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/log"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"gonum.org/v1/gonum/mat"

	"gramscope/data"
	"gramscope/model/fitted"
	"gramscope/model/trial"
)

func init() {
	register.DoFn5x1[context.Context, scores, frame, landmarks, solution, error](&writeFn{})
}

// report is what is said of a run, as JSON. What there is no figure for is null.
type report struct {
	Rows      int      `json:"rows"` // for training
	HeldOut   int      `json:"held_out"`
	Bad       int      `json:"bad"`
	Gamma     float64  `json:"gamma"`
	Landmarks int      `json:"landmarks"`
	Held      int      `json:"dictionary"`  // points before it was filled up
	Ridge     float64  `json:"score_ridge"` // that it has come to
	DF        float64  `json:"df"`
	Train     *float64 `json:"rmse_train"`
	Test      *float64 `json:"rmse_test"`
	Error     *float64 `json:"error"` // ‖K−K̃‖_F/‖K‖_F, estimated
	Pairs     int      `json:"error_pairs"`
}

// writeFn writes the model, and what else was asked for.
type writeFn struct{ S Settings }

func (f *writeFn) ProcessElement(ctx context.Context, of scores, in frame, z landmarks, w solution) error {
	e, err := f.S.features(ctx, &in, &z)
	if err != nil {
		return err
	}
	m := &fitted.Model{
		Origin: fitted.Origin{
			Program: "gramscope approx/beam", Data: path.Base(f.S.Input), Rows: in.Rows, Method: z.Method, Solver: trial.SolverDirect, Mu: f.S.Mu, Seed: f.S.Seed,
			Parameters: map[string]any{"m": f.S.M, "score-ridge": f.S.ScoreRidge, "epsilon": f.S.Epsilon, "qbar": f.S.QBar},
		},
		Coding: in.Coding, Scaling: in.Scaling, Family: f.S.Kernel, Shape: in.Shape,
		Learner: fitted.Ridge, Predictor: e.Predictor(mat.NewDense(len(w.W), 1, w.W)), Offsets: []float64{in.Mean},
	}
	content, err := fitted.Encode(f.S.Output, m)
	if err != nil {
		return err
	}
	if f.S.LandmarksOut != "" {
		if err := write(ctx, f.S.LandmarksOut, landmarksFile(&in, &z)); err != nil {
			return err
		}
	}
	r := report{in.Rows, in.HeldOut, in.Bad, in.Shape.Gamma, len(z.Points) / z.Width, z.Held, z.Ridge, w.DF, figure(of.Train.rmse()), figure(of.Test.rmse()), figure(w.Error), w.Pairs}
	said, err := json.MarshalIndent(r, "", " ")
	if err != nil {
		return err
	}
	log.Info(ctx, string(said))
	if f.S.Report != "" {
		if err := write(ctx, f.S.Report, append(said, '\n')); err != nil {
			return err
		}
	}
	if isLocal(f.S.Output) {
		return fitted.Write(f.S.Output, content, f.S.Overwrite)
	}
	return write(ctx, f.S.Output, content)
}

// figure is nil for what is no number.
func figure(v float64) *float64 {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return nil
	}
	return &v
}

// landmarksFile is the landmarks in the units of the data, a column a feature.
func landmarksFile(in *frame, z *landmarks) []byte {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	w.Write(in.Coding.Features())
	for row := range slices.Chunk(z.Points, z.Width) {
		cells := make([]string, len(row))
		for j, v := range row {
			if in.Scaling != nil {
				v = in.Scaling.Mean[j] + v*in.Scaling.Deviation[j]
			}
			cells[j] = strconv.FormatFloat(v, 'g', -1, 64)
		}
		w.Write(cells)
	}
	w.Flush()
	return b.Bytes()
}

func sameNames(file string, have, want []string) error {
	if slices.Equal(have, want) {
		return nil
	}
	return &data.Error{File: file, Problem: "its columns are " + strings.Join(have, ", "), Want: "the features " + strings.Join(want, ", ") + " in this order"}
}

func isLocal(path string) bool { return !strings.Contains(path, "://") }

// write writes a file wherever there is a file system for it. One that is there already is replaced.
func write(ctx context.Context, path string, content []byte) error {
	fs, err := filesystem.New(ctx, path)
	if err != nil {
		return err
	}
	defer fs.Close()
	file, err := fs.OpenWrite(ctx, path)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if _, err := file.Write(content); err != nil {
		file.Close()
		return fmt.Errorf("%s: %w", path, err)
	}
	return file.Close()
}

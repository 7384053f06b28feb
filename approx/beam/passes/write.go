package passes

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/log"

	"gramscope/data"
	"gramscope/data/atomicfile"
	"gramscope/data/legible"
	"gramscope/data/remedy"
	"gramscope/model"
	"gramscope/model/fitted"
)

// report is the report of a run, written as JSON. A figure that does not apply is null.
type report struct {
	Rows       int      `json:"rows"` // training rows
	HeldOut    int      `json:"held_out"`
	Dropped    int      `json:"dropped"`
	Bad        int      `json:"bad"`
	Gamma      *float64 `json:"gamma"`
	Landmarks  int      `json:"landmarks"`
	Dictionary int      `json:"dictionary"`  // points before it was filled up
	Ridge      float64  `json:"score_ridge"` // the final one
	Learner    string   `json:"learner"`
	Passes     int      `json:"passes"` // of logistic regression over the rows
	DF         *float64 `json:"df"`
	Train      *float64 `json:"rmse_train"`
	Test       *float64 `json:"rmse_test"`

	TrainAccuracy *float64 `json:"accuracy_train"`
	TestAccuracy  *float64 `json:"accuracy_test"`
	TrainLoss     *float64 `json:"log_loss_train"`
	TestLoss      *float64 `json:"log_loss_test"`

	Error    *float64 `json:"error"` // ‖K−K̃‖_F/‖K‖_F, estimated
	Pairs    int      `json:"error_pairs"`
	Warnings []string `json:"warnings"`
}

func (f *writeFn) report(of *scores, in *frame, z *landmarks, w *solution, m *fitted.Model) report {
	r := report{
		Rows: in.Rows, HeldOut: in.HeldOut, Dropped: in.Dropped, Bad: in.Bad,
		Landmarks: len(z.Points) / z.Width, Dictionary: z.Size, Ridge: z.Ridge,
		Learner: m.Learner, Passes: w.Passes, DF: figure(w.DF), Warnings: slices.Concat(in.Warnings, w.Warnings),
	}
	if gamma, ok := in.Values[model.GammaName]; ok {
		r.Gamma = &gamma
	}
	if in.Classes == nil {
		r.Train, r.Test = figure(of.Train.rmse()), figure(of.Test.rmse())
		return r
	}
	r.TrainAccuracy, r.TestAccuracy = figure(of.Train.accuracy()), figure(of.Test.accuracy())
	r.TrainLoss, r.TestLoss = figure(of.Train.logLoss()), figure(of.Test.logLoss())
	return r
}

// figure returns &v, or nil if v is not finite.
func figure(v float64) *float64 {
	if !isFinite(v) {
		return nil
	}
	return &v
}

// writeFn writes the model, and the other files that were asked for.
type writeFn struct{ S Settings }

func (f *writeFn) ProcessElement(ctx context.Context, of scores, in frame, z landmarks, w solution) error {
	m, err := f.S.model(ctx, &in, &z, &w)
	if err != nil {
		return err
	}
	content, err := fitted.Encode(f.S.Output, m)
	if err != nil {
		return err
	}
	var points bytes.Buffer
	if err := data.WriteLandmarks(&points, in.Coding.Features(), in.Scaling, z.matrix()); err != nil {
		return err
	}
	e, err := f.S.features(ctx, &in, &z)
	if err != nil {
		return err
	}
	r := f.report(&of, &in, &z, &w, m)
	off, pairs := relativeError(e, in.sample(), in.Rows)
	r.Error, r.Pairs = figure(off), pairs
	for _, warning := range r.Warnings {
		log.Warn(ctx, legible.Text(warning))
	}
	figures, err := json.MarshalIndent(r, "", " ")
	if err != nil {
		return err
	}
	log.Info(ctx, string(figures))
	return f.S.write(ctx, map[string][]byte{
		"landmarks-out": points.Bytes(), "report": append(figures, '\n'), "output": content})
}

// writeBad writes the list of the bad rows that were recorded.
func (s *Settings) writeBad(ctx context.Context, all *standard) error {
	var text bytes.Buffer
	more := all.Bad
	for _, wrong := range all.Wrong {
		fmt.Fprintln(&text, legible.Text(wrong.String())) // on one line, whatever names of parts and columns contain
		more -= wrong.Lines
	}
	if more > 0 {
		fmt.Fprintf(&text, "and %d more\n", more)
	}
	return s.write(ctx, map[string][]byte{"bad": text.Bytes()})
}

// write writes those of the contents, by the names of their flags, that were asked for.
func (s *Settings) write(ctx context.Context, contents map[string][]byte) error {
	for _, file := range s.files() {
		if content, known := contents[file.flag]; known {
			if err := file.write(ctx, content); err != nil {
				return err
			}
		}
	}
	return nil
}

// place is a file to write, on any file system that Beam supports.
type place struct {
	atomicfile.Destination
	flag string
}

// files returns the files that were asked for. The model comes last: if it exists, so do the others.
func (s *Settings) files() (all []place) {
	for _, f := range []struct{ path, what, flag string }{
		{s.Bad, "the bad rows", "bad"}, {s.LandmarksOut, "the landmarks", "landmarks-out"},
		{s.Report, "the figures", "report"}, {s.Output, "the model", "output"},
	} {
		if f.path != "" {
			all = append(all, place{flag: f.flag, Destination: atomicfile.Destination{
				Path: f.path, Overwrite: s.Overwrite, What: f.what,
				Another: remedy.By("name another", f.flag, ""), Replace: remedy.By("replace it", "force", "")}})
		}
	}
	return all
}

// check checks before the work whether write could write the file.
func (p place) check(ctx context.Context) error {
	if p.isLocal() {
		return p.Check()
	}
	fsys, err := filesystem.New(ctx, p.Path)
	if err != nil {
		return err
	}
	defer fsys.Close()
	there, err := fsys.List(ctx, p.Path)
	if err == nil && len(there) > 0 && !p.Overwrite {
		return fmt.Errorf("%s: there is a file of this name already; name another with --%s, or replace it with --force",
			p.Path, p.flag)
	}
	return err
}

// write writes the file; a local file is written whole or not at all. An existing file is an error unless
// it may be replaced, or has the same content, as when a bundle is retried.
func (p place) write(ctx context.Context, content []byte) error {
	if p.isLocal() {
		err := p.Write(func(w io.Writer) error {
			_, err := w.Write(content)
			return err
		})
		if errors.Is(err, fs.ErrExist) {
			if was, unread := os.ReadFile(p.Path); unread == nil && bytes.Equal(was, content) {
				return nil
			}
		}
		return err
	}
	fsys, err := filesystem.New(ctx, p.Path)
	if err != nil {
		return err
	}
	defer fsys.Close()
	file, err := fsys.OpenWrite(ctx, p.Path)
	if err != nil {
		return fmt.Errorf("%s: %w", p.Path, err)
	}
	if _, err := file.Write(content); err != nil {
		file.Close()
		return fmt.Errorf("%s: %w", p.Path, err)
	}
	return file.Close()
}

func (p place) isLocal() bool { return !strings.Contains(p.Path, "://") }

// clean returns the path in a form in which equal files have equal paths.
func (p place) clean() string {
	if p.isLocal() {
		return filepath.Clean(p.Path)
	}
	return p.Path
}

package passes

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
)

// flaky is a disk on which a file breaks off half way every second time that it is opened, while the disk fails.
type flaky struct {
	mu    sync.Mutex
	good  map[string]bool // whether the next time goes well; nil: all do
	broke int
}

const flakyScheme = "flaky://"

var disk = &flaky{}

func init() { filesystem.Register("flaky", func(context.Context) filesystem.Interface { return disk }) }

var errDisk = errors.New("the disk has failed")

func (*flaky) Close() error { return nil }

func (*flaky) List(_ context.Context, glob string) ([]string, error) {
	files, err := filepath.Glob(strings.TrimPrefix(glob, flakyScheme))
	for i := range files {
		files[i] = flakyScheme + files[i]
	}
	return files, err
}

func (f *flaky) OpenRead(_ context.Context, path string) (io.ReadCloser, error) {
	content, err := os.ReadFile(strings.TrimPrefix(path, flakyScheme))
	f.mu.Lock()
	defer f.mu.Unlock()
	breaks := f.good != nil && !f.good[path]
	if f.good != nil {
		f.good[path] = breaks
	}
	if err != nil || !breaks {
		return io.NopCloser(strings.NewReader(string(content))), err
	}
	f.broke++
	return io.NopCloser(io.MultiReader(strings.NewReader(string(content[:len(content)/2])), broken{})), nil
}

type broken struct{}

func (broken) Read([]byte) (int, error) { return 0, errDisk }

func (*flaky) OpenWrite(context.Context, string) (io.WriteCloser, error) { return nil, errDisk }

func (*flaky) Size(_ context.Context, path string) (int64, error) {
	info, err := os.Stat(strings.TrimPrefix(path, flakyScheme))
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}

// combined runs a pass as a runner does: what a bundle of parts emits is merged within the bundle, one that fails is
// dropped and begun anew, and the bundles are merged as they arrive from their workers.
func combined[T any](t *testing.T, bundles [][]string, process func(path string, emit func(T)) error,
	merge func(a, b T) T) T {
	t.Helper()
	var all []T
	for _, bundle := range bundles {
		for try := 0; ; try++ {
			var own []T
			err := error(nil)
			for _, path := range bundle {
				if err = process(path, func(v T) { own = append(own, v) }); err != nil {
					break
				}
			}
			if err == nil {
				for len(own) > 1 {
					own = append([]T{merge(own[0], own[1])}, own[2:]...)
				}
				all = append(all, own...)
				break
			}
			if !errors.Is(err, errDisk) || try > 10 {
				t.Fatal(err)
			}
		}
	}
	out := sent(t, all[0])
	for _, v := range all[1:] {
		out = merge(out, sent(t, v))
	}
	return out
}

// ran is the result of all passes.
type ran struct {
	Columns    columns
	Standard   standard
	Frame      frame
	Dictionary dictionary
	Landmarks  landmarks
	Solution   solution
	Scores     scores
}

// run runs all passes over bundles.
func run(t *testing.T, s Settings, bundles [][]string) (out ran) {
	t.Helper()
	ctx := t.Context()
	// Of each there is one, which sees what was dropped and what is begun anew.
	ofColumns, ofMoments, ofRows, ofSums, ofSlopes, ofScores := &columnsFn{s}, &standardFn{s}, &dictionaryFn{s},
		&sumsFn{s}, &slopesFn{s}, &scoreFn{s}
	out.Columns = combined(t, bundles, func(path string, emit func(columns)) error {
		return ofColumns.ProcessElement(ctx, path, emit)
	}, mergeColumns)
	out.Standard = combined(t, bundles, func(path string, emit func(standard)) error {
		return ofMoments.ProcessElement(ctx, path, out.Columns, emit)
	}, (&mergeStandard{s}).MergeAccumulators)
	out.Frame = (&frameFn{s}).ProcessElement(ctx, out.Standard, out.Columns)
	out.Dictionary = combined(t, bundles, func(path string, emit func(dictionary)) error {
		return ofRows.ProcessElement(ctx, path, out.Frame, emit)
	}, (&mergeDictionaries{s}).MergeAccumulators)
	out.Landmarks = (&dictionaryLandmarksFn{s}).ProcessElement(ctx, out.Dictionary, out.Frame)
	equations := combined(t, bundles, func(path string, emit func(sums)) error {
		return ofSums.ProcessElement(ctx, path, out.Frame, out.Landmarks, emit)
	}, mergeSums)
	out.Solution = (&solveFn{s}).ProcessElement(ctx, equations, out.Frame)
	if out.Frame.Classes != nil {
		state := (&beginFn{s}).ProcessElement(ctx, out.Frame, out.Landmarks)
		for range s.Passes {
			all := combined(t, bundles, func(path string, emit func(slopes)) error {
				return ofSlopes.ProcessElement(ctx, path, out.Frame, out.Landmarks, state, emit)
			}, mergeSlopes)
			state = turn(ctx, all, state)
		}
		out.Solution = end(state, out.Frame, func(*solution) bool { return false })
		out.Solution.DF = 0 // NaN is equal to nothing
	}
	if err := failed(out.Frame.Failure, out.Dictionary.Failure, out.Landmarks.Failure, out.Solution.Failure); err != nil {
		t.Fatal(err)
	}
	out.Scores = combined(t, bundles, func(path string, emit func(scores)) error {
		return ofScores.ProcessElement(ctx, path, out.Frame, out.Landmarks, out.Solution, emit)
	}, mergeScores)
	return out
}

// TestRetriedBundle: bundles that fail half way in every pass, and are dropped and begun anew, change no bit: no row
// is counted twice, nor is one that is bad. Prism itself tries none again, and there the run fails by the disk.
func TestRetriedBundle(t *testing.T) {
	for name, target := range map[string]func(float64, int) string{
		"numbers": func(v float64, _ int) string { return fmt.Sprint(v) },
		"classes": func(v float64, _ int) string { return map[bool]string{false: "low", true: "high"}[v > 14] },
	} {
		t.Run(name, func(t *testing.T) {
			lines := mixed(400, target) // of which those that miss a value are bad
			rows := lines[1:]
			input := flakyScheme + parted(t, lines[0], rows[:100], rows[100:250], rows[250:300], rows[300:])
			s := settings(t, "--input", input, "--output", "none", "--m", "20", "--gamma", "0.1", "--mu", "0.5", "--max-bad",
				"100", "--test", "0.2")
			paths, err := disk.List(t.Context(), input)
			if err != nil || len(paths) != 4 {
				t.Fatal(paths, err)
			}
			bundles := [][]string{{paths[0], paths[1], paths[2]}, {paths[3]}}
			want := run(t, s, bundles)
			disk.good = map[string]bool{}
			defer func() { disk.good = nil }()
			got := run(t, s, bundles)
			if !reflect.DeepEqual(got, want) {
				t.Errorf("with bundles that fail\n%+v\nwithout\n%+v", got, want)
			}
			n := want.Scores.Train.Rows + want.Scores.Test.Rows + want.Standard.Bad
			if n != 400 || want.Standard.Bad < 20 || want.Dictionary.Partial.Seen != want.Scores.Train.Rows || disk.broke < 20 {
				t.Errorf("%d rows, %d of them bad, %d seen by the dictionary, %d for training; the disk broke off %d times", n,
					want.Standard.Bad, want.Dictionary.Partial.Seen, want.Scores.Train.Rows, disk.broke)
			}
			if name == "classes" {
				return
			}
			if _, _, err := onPrism(t, input); err == nil || !strings.Contains(err.Error(), errDisk.Error()) {
				t.Errorf("on Prism: %v", err)
			}
		})
	}
}

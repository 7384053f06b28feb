package inspect

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gramscope/approx"
	"gramscope/model"
	"gramscope/model/exact"
	"gramscope/model/sweep"
	"gramscope/model/trial"
)

// streamPlan returns a plan with the program's methods on 260 rows.
func streamPlan(t *testing.T, change func(*sweep.Spec)) *sweep.Plan {
	t.Helper()
	s := sweep.DefaultSpec(260)
	s.Methods, s.Figures, s.Standardize = []string{"squeak", "disqueak", "ink-estimate"}, sweep.Figures{sweep.FigureError},
		true
	s.Values = model.Values{"m": 60, "score-ridge": 0.5}
	if change != nil {
		change(&s)
	}
	p, err := sweep.Prepare(s, approx.Methods(), sweep.NewStore(generator(t, "bimodal")))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func framesOf(t *testing.T, p *sweep.Plan, c trial.Setting) []Frame {
	t.Helper()
	var frames []Frame
	if err := Stream(context.Background(), p, c, func(f Frame) { frames = append(frames, f) }); err != nil {
		t.Fatal(c.Method.Name, err)
	}
	return frames
}

// The dictionary of the last frame is that of the cell's run, except for the points that fill it up to
// m = 60.
func TestStreamIsTheRun(t *testing.T) {
	for _, budget := range []float64{model.SizeByBudget, model.SizeByRidge} {
		p := streamPlan(t, func(s *sweep.Spec) { s.Values["budget"] = budget; s.Reps = 2 })
		rows := collect(p.Run(context.Background(), 1))
		var ends []string
		for i, c := range p.Cells {
			frames := framesOf(t, p, c)
			last := frames[len(frames)-1].Step
			ends = append(ends, fmt.Sprint(last.Index))
			train, err := p.Rows(c)
			if err != nil {
				t.Fatal(err)
			}
			a, err := c.Fitter().Fit(context.Background(), train.Gram(c.Kernel), c.Generator())
			if err != nil {
				t.Fatal(c.Method.Name, err)
			}
			landmarks, held := a.Landmarks(), len(last.Index)
			size := held
			if budget == model.SizeByBudget {
				size = 60
			}
			if len(landmarks) != size || !slices.Equal(landmarks[:held], last.Index) {
				t.Errorf("%s: the %d landmarks of the run are not the %d of the last dictionary, filled up to %d", c.Method.Name,
					len(landmarks), held, size)
			}
			want := rows[i].Get("entries")
			if c.Method.Name != "ink-estimate" { // ink-estimate has read these columns before
				if want -= float64(260 * size); size > held {
					want -= float64(260 - held) // the diagonal of the candidates
				}
			}
			if last.Seen != 260 || float64(last.Entries) != want || !(rows[i].Get("rank_used") > 0) ||
				rows[i].Get("rank_used") > float64(size) {
				t.Errorf("%s: %d points seen, %d entries read, want 260 and %v; rank %v of %d points", c.Method.Name, last.Seen,
					last.Entries, want, rows[i].Get("rank_used"), size)
			}
		}
		if ends[0] == ends[3] {
			t.Error("two repetitions end with the same dictionary")
		}
	}
}

// gramOf returns the kernel matrix of the first cell.
func gramOf(t *testing.T, p *sweep.Plan) *model.Gram {
	t.Helper()
	rows, err := p.Rows(p.Cells[0])
	if err != nil {
		t.Fatal(err)
	}
	return rows.Gram(p.Cells[0].Kernel)
}

// rowsBelow returns the rows that each frame's dictionary represents.
func rowsBelow(frames []Frame) [][]int {
	out := make([][]int, len(frames))
	for j, f := range frames {
		for _, from := range f.Step.From {
			out[j] = append(out[j], out[from]...)
		}
		out[j] = append(out[j], f.Step.Arrived...)
	}
	return out
}

// Exact figures equal those of exact.Reference on the kernel matrix of the frame's points, and the bound
// follows from them.
func TestFramesAreExact(t *testing.T) {
	ctx := context.Background()
	for _, budget := range []float64{model.SizeByBudget, model.SizeByRidge} {
		p := streamPlan(t, func(s *sweep.Spec) {
			s.Values["budget"], s.Values["qbar"], s.Values["epsilon"] = budget, 30,
				0.4
		})
		for _, c := range p.Cells {
			train, err := p.Rows(c)
			if err != nil {
				t.Fatal(err)
			}
			g := train.Gram(c.Kernel)
			frames := framesOf(t, p, c)
			for j, rows := range rowsBelow(frames) {
				f := frames[j]
				if f.Exact == nil {
					t.Fatalf("%s: frame %d of %d has no exact figures", c.Method.Name, j, len(frames))
				}
				x, s := mat.NewDense(len(rows), g.X().RawMatrix().Cols, nil),
					mat.NewDense(len(rows), max(1, len(f.Step.Index)), nil)
				for a, i := range rows {
					x.SetRow(a, train.Train.X.RawRowView(i))
					if b := slices.Index(f.Step.Index, i); b >= 0 {
						s.Set(a, b, f.Step.Weight[b])
					}
				}
				r, err := exact.NewReference(model.NewGram(model.NewPoints(x, g.Kernel().Geometry()), g.Kernel()), true,
					[2]uint64{1, 1})
				if err != nil {
					t.Fatal(err)
				}
				dEff, err := r.EffectiveDimension(ctx, f.Step.Ridge)
				if err != nil {
					t.Fatal(err)
				}
				d, err := r.Diagnose(ctx, zero{sketch: s}, f.Step.Ridge, 0)
				if err != nil {
					t.Fatal(err)
				}
				if math.Abs(f.Exact.DEff-dEff.Value) > 1e-8*dEff.Value || math.Abs(f.Exact.EpsilonS-d.EpsilonS) > 1e-8 {
					t.Errorf("%s, frame %d: %+v, want d_eff = %v and ε(S) = %v", c.Method.Name, j, *f.Exact, dEff.Value, d.EpsilonS)
				}
				if f.Exact.EpsilonS < 0.4 && !f.Exact.GammaOK {
					t.Errorf("%s, frame %d: %+v is no γ-approximation", c.Method.Name, j, *f.Exact)
				}
				if want := 3 * 30 * f.Exact.DEff; math.Abs(f.Bound-want) > 1e-12*want {
					t.Errorf("%s, frame %d: bound %v, want %v", c.Method.Name, j, f.Bound, want)
				}
			}
		}
	}
}

// The ε of GammaOK is the method's parameter. With ε near 1 GammaOK is true for all dictionaries that do not
// miss a whole direction, and with ε near 0 for hardly any.
func TestFramesUseTheMethodsEpsilon(t *testing.T) {
	passed := map[float64]int{}
	for _, epsilon := range []float64{0.01, 0.99} {
		p := streamPlan(t, func(s *sweep.Spec) { s.Methods = []string{"squeak"}; s.Values["epsilon"] = epsilon })
		for _, f := range framesOf(t, p, p.Cells[0]) {
			if f.Exact.GammaOK {
				passed[epsilon]++
			}
		}
	}
	if passed[0.01] >= passed[0.99] {
		t.Errorf("frames that are γ-approximations, by ε: %v", passed)
	}
}

// At a fixed ridge d_eff does not decrease as points arrive. That of a merged node is at most the sum of
// those of its parts, and at least their maximum.
func TestFramesGrow(t *testing.T) {
	p := streamPlan(t, func(s *sweep.Spec) { s.Values["budget"] = model.SizeByRidge })
	for _, c := range p.Cells {
		frames := framesOf(t, p, c)
		for _, f := range frames {
			largest, sum := 0.0, float64(len(f.Step.Arrived))
			for _, from := range f.Step.From {
				d := frames[from].Exact.DEff
				largest, sum = max(largest, d), sum+d
			}
			if d := f.Exact.DEff; d < largest-1e-9 || d > sum+1e-9 || d > float64(f.Step.Seen) {
				t.Errorf("%s: d_eff = %v of %d points, that of the parts is %v, %v in all", c.Method.Name, d, f.Step.Seen, largest,
					sum)
			}
		}
	}
}

func TestStreamNeedsAStreamer(t *testing.T) {
	p := streamPlan(t, func(s *sweep.Spec) { s.Methods = []string{"nystrom", "disqueak", "squeak"} })
	if able := Streamers(p.Methods); !slices.Equal(able, []string{"disqueak", "squeak"}) {
		t.Errorf("%v work step by step", able)
	}
	defer func() {
		if why := fmt.Sprint(recover()); !strings.Contains(why, "nystrom does not build a dictionary") {
			t.Errorf("nystrom: %s", why)
		}
	}()
	_ = Stream(t.Context(), p, p.Cells[0], func(Frame) { t.Error("a frame") })
}

// After cancelling at any frame, with or without exact figures, there are no further frames.
func TestStreamIsCancelled(t *testing.T) {
	p := streamPlan(t, nil)
	for _, memory := range []int64{p.Spec.MaxMemory, 0} {
		p.Spec.MaxMemory = memory
		for _, c := range p.Cells {
			total := len(framesOf(t, p, c))
			for stop := range total {
				ctx, cancel := context.WithCancel(context.Background())
				frames := 0
				err := Stream(ctx, p, c, func(Frame) {
					if frames++; frames == stop+1 {
						cancel()
					}
				})
				if cancel(); frames != stop+1 || !errors.Is(err, context.Canceled) {
					t.Errorf("%s: cancelled at frame %d of %d, %d came: %v", c.Method.Name, stop+1, total, frames, err)
				}
			}
			done, cancel := context.WithCancel(context.Background())
			cancel()
			if err := Stream(done, p, c, func(Frame) { t.Error("a frame") }); !errors.Is(err, context.Canceled) {
				t.Errorf("%s: cancelled before it began: %v", c.Method.Name, err)
			}
		}
	}
}

// written returns frames as text with all bits of their numbers.
func written(frames []Frame) string {
	var b strings.Builder
	for _, f := range frames {
		fmt.Fprintf(&b, "%v %+v %v\n", f.Step, f.Exact, f.Bound)
	}
	return b.String()
}

// Frames depend only on the seed and the cell. They do not depend on the number of cores, on concurrent runs
// with the same store, or on results that the store has cached.
func TestStreamsAreReproducible(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	var first []string
	for _, procs := range []int{1, 2, 5} {
		runtime.GOMAXPROCS(procs)
		p := streamPlan(t, nil)
		got := make([]string, len(p.Cells))
		var wg sync.WaitGroup
		for i, c := range p.Cells {
			wg.Add(1)
			go func() {
				defer wg.Done()
				got[i] = written(framesOf(t, p, c))
			}()
		}
		if procs == 5 {
			collect(p.Run(context.Background(), 2))
		}
		wg.Wait()
		if first == nil {
			first = got
		}
		if !slices.Equal(got, first) || !strings.Contains(got[0], "EpsilonS") {
			t.Errorf("other frames with %d cores", procs)
		}
	}
	other := streamPlan(t, func(s *sweep.Spec) { s.Seed = 2 })
	if written(framesOf(t, other, other.Cells[0])) == first[0] {
		t.Error("another seed gives the same frames")
	}
}

// The number of frames with exact figures is limited for any n. A pass has 25, evenly spread over 1500
// points, and each level of a merge tree has 25.
func TestExactFramesAreFew(t *testing.T) {
	for _, n := range []int{50, 260, 1000, 1500, 20000} {
		j := &judge{limit: min(n, streamExactLimit), rows: map[int][]int{}, judged: map[int]int{}}
		steps, last, lastSeen, gap := 0, 0, 0, 0
		const parts = exactFrames - 1
		for seen := 0; seen < n; {
			came := make([]int, min(32, n-seen))
			seen += len(came)
			s := model.StreamStep{Node: steps, Arrived: came, Seen: seen}
			if steps > 0 {
				s.From = []int{steps - 1}
			}
			want := seen
			if seen > j.limit {
				want = 0
			}
			if got := len(j.pointsOf(s)); got != want {
				t.Fatalf("%d rows of a frame of %d points, want %d", got, seen, want)
			}
			if j.due(s) {
				gap = max(gap, seen-lastSeen)
				last, lastSeen = last+1, seen
			} else if steps == 0 {
				t.Errorf("n = %d: the first frame is not exact", n)
			}
			steps++
		}
		if last > 25 || lastSeen > j.limit || lastSeen < j.limit-j.limit/parts-32 || n == j.limit && lastSeen < n ||
			gap > j.limit/parts+32 || len(j.rows) > 1 {
			t.Errorf("n = %d: %d of %d frames are exact, up to %d points, at most %d apart; %d lists of rows are kept", n, last,
				steps, lastSeen, gap, len(j.rows))
		}
		tree := &judge{limit: min(n, streamExactLimit), rows: map[int][]int{}, judged: map[int]int{}}
		var level []model.StreamStep
		exact, nodes, small := 0, 0, map[int]int{} // the latter by level
		look := func(s model.StreamStep) model.StreamStep {
			s.Node = nodes
			nodes++
			if s.Seen <= tree.limit {
				small[s.Level]++
			}
			if tree.pointsOf(s); tree.due(s) {
				exact++
			}
			return s
		}
		for seen := 0; seen < n; seen += 64 {
			came := make([]int, min(64, n-seen))
			level = append(level, look(model.StreamStep{Arrived: came, Seen: len(came)}))
		}
		for height := 1; len(level) > 1; height++ {
			var above []model.StreamStep
			for a := 0; a+1 < len(level); a += 2 {
				above = append(above, look(model.StreamStep{From: []int{level[a].Node, level[a+1].Node}, Level: height,
					Seen: level[a].Seen + level[a+1].Seen}))
			}
			if len(level)%2 == 1 {
				above = append(above, level[len(level)-1])
			}
			level = above
		}
		for height, count := range tree.judged {
			if count > 25 {
				t.Errorf("n = %d: %d exact nodes on level %d", n, count, height)
			}
		}
		want := 0 // each level has its own 25
		for _, count := range small {
			want += min(count, 25)
		}
		if n <= streamExactLimit && exact != nodes || exact != want || n <= streamExactLimit && len(tree.rows) != 1 {
			t.Errorf("n = %d: %d of %d nodes are exact, want %d; %d lists of rows are kept", n, exact, nodes, want,
				len(tree.rows))
		}
	}
}

// A frame has no exact figures if its matrices do not fit into memory.
func TestExactFramesNeedRoom(t *testing.T) {
	p := streamPlan(t, func(s *sweep.Spec) { s.Methods = []string{"squeak"} })
	p.Spec.MaxMemory = math.MaxInt64
	p.Spec.MaxMemory = math.MaxInt64 - p.MemoryLeft(p.Cells[0]) + 5*8*100*100
	for _, f := range framesOf(t, p, p.Cells[0]) {
		if (f.Exact != nil) != (f.Step.Seen <= 100) || (f.Exact == nil) != math.IsNaN(f.Bound) {
			t.Errorf("%d points with memory for 100: exact figures %v, bound %v", f.Step.Seen, f.Exact, f.Bound)
		}
	}
}

// There is a limit for any number of points and any amount of memory.
func TestExactFramesHaveALimit(t *testing.T) {
	p := streamPlan(t, func(s *sweep.Spec) { s.Methods = []string{"squeak"} })
	g := gramOf(t, p)
	for n, want := range map[int]int{1400: 1400, 1600: streamExactLimit} {
		x := model.NewGram(model.NewPoints(mat.NewDense(n, 3, nil), model.SquaredEuclidean), g.Kernel())
		j, err := newJudge(p.Cells[0], x, p.MemoryLeft(p.Cells[0]))
		if err != nil || j.limit != want {
			t.Errorf("n = %d: frames of at most %d points are exact (%v), want %d", n, j.limit, err, want)
		}
	}
}

// A kernel matrix of zeros is an error, as in a run.
func TestStreamOfNothing(t *testing.T) {
	p := streamPlan(t, func(s *sweep.Spec) { s.Kernel = "linear" })
	g := gramOf(t, p)
	for name, x := range map[string]*mat.Dense{"zero": mat.NewDense(4, 2, nil),
		"huge": mat.NewDense(1, 1, []float64{1.5e154})} {
		_, err := newJudge(p.Cells[0], model.NewGram(model.NewPoints(x, model.InnerProduct), g.Kernel()), math.MaxInt64)
		if degenerate := new(model.DegenerateError); !errors.As(err, &degenerate) {
			t.Errorf("%s: %v, want a DegenerateError", name, err)
		}
	}
}

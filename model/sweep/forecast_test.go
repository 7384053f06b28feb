package sweep

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"
)

// simulated is an experiment with several methods, values of m and repetitions. Each repetition has
// its own kernel matrix. The durations are not proportional to the operations: the factor depends on
// the method, on the stage, and on chance.
type simulated struct {
	parts [][]Part
	took  []map[Stage]time.Duration
}

// simulate returns an experiment in which the runs of the method dear take a hundred times as long as
// others, and in which the first run of a repetition computes shared figures for all its runs.
func simulate(reps int, once float64, rng *rand.Rand) simulated {
	var s simulated
	factor := map[string]float64{"cheap": 1, "odd": 0.2, "exact": 3, "slow": 6}
	for rep := range reps {
		for _, m := range []float64{10, 20, 40, 80, 160, 320} {
			for _, method := range []string{"cheap", "exact", "odd", "slow"} {
				work := 1e5 + 4000*m*(40+2*m)
				if method == "exact" {
					work = 4e10 // 100 times the others' at m = 320
				}
				key := fmt.Sprint(method, rep, m)
				parts := []Part{
					{Kind{Stage: StageKernel}, fmt.Sprint("kernel", rep), 1e9, true},
					{Kind{StageFit, method}, "fit" + key, work, false},
					{Kind{StageError, method}, "error" + key, 1.6e7 * (1 + m), false},
					{Kind{Stage: StageDEff}, fmt.Sprint("d_eff", rep), 1e11 * once, true},
				}
				noise := func() float64 { return math.Exp(0.2 * rng.NormFloat64()) }
				took := map[Stage]time.Duration{
					StageFit:   seconds(work * factor[method] * noise() / 3e9),
					StageError: seconds(parts[2].Operations * noise() / 2e10),
				}
				if m == 10 && method == "cheap" {
					took[StageKernel] = seconds(1e9 * noise() / 1e9)
					took[StageDEff] = seconds(1e11 * once * noise() / 5e10)
				}
				s.parts, s.took = append(s.parts, parts), append(s.took, took)
			}
		}
	}
	return s
}

// run simulates the experiment. After every run it calls see with the forecast of the time left and
// with the true time left.
func (s simulated) run(speed *Speed, see func(done int, said time.Duration, known bool, truth time.Duration)) {
	f := NewForecast(speed, s.parts)
	var at, total time.Duration
	for _, took := range s.took {
		for _, d := range took {
			total += d
		}
	}
	for i, took := range s.took {
		for _, stage := range []Stage{StageKernel, StageFit, StageError, StageDEff} {
			f.Enter(i, stage, at)
			at += took[stage]
		}
		f.Enter(i, StageEnd, at)
		said, known := f.Left(at, 1)
		see(i+1, said, known, total-at)
	}
}

// After a quarter of the runs the forecast is right within a factor of two, even if one method is
// slow and the first run on a matrix computes shared figures.
func TestForecastIsRightWithinTwo(t *testing.T) {
	for _, once := range []float64{0, 1, 30} {
		for seed := range uint64(20) {
			s := simulate(4, once, rand.New(rand.NewPCG(seed, 1)))
			s.run(new(Speed), func(done int, said time.Duration, known bool, truth time.Duration) {
				switch {
				case !known:
					t.Fatalf("once %v, seed %d: not known after %d runs", once, seed, done)
				case 4*done < len(s.parts) || done == len(s.parts):
				case said > 2*truth || 2*said < truth:
					t.Fatalf("once %v, seed %d, %d of %d runs: %v left, in truth %v", once, seed, done, len(s.parts), said, truth)
				}
			})
		}
	}
}

// A Speed that has learned from one experiment gives a forecast for the next, of any size, before its
// first run has ended.
func TestForecastKnowsWhatHasBeenLearned(t *testing.T) {
	speed := new(Speed)
	if _, known := NewForecast(speed, simulate(1, 1, rand.New(rand.NewPCG(1, 1))).parts).Left(0, 1); known {
		t.Error("there is a forecast before any work has ended")
	}
	simulate(1, 1, rand.New(rand.NewPCG(1, 1))).run(speed, func(int, time.Duration, bool, time.Duration) {})
	s := simulate(4, 1, rand.New(rand.NewPCG(2, 1)))
	said, known := NewForecast(speed, s.parts).Left(0, 1)
	truth := time.Duration(0)
	for _, took := range s.took {
		for _, d := range took {
			truth += d
		}
	}
	if !known || said > 3*truth/2 || 3*said < 2*truth {
		t.Errorf("%v, %v, in truth %v", said, known, truth)
	}
}

// While a run is under way the time left decreases by the elapsed time, but not below the estimate for
// the other runs.
func TestForecastCountsDown(t *testing.T) {
	job := func(i int) []Part { return []Part{{Kind{StageFit, "a"}, fmt.Sprint(i), 10, false}} }
	f := NewForecast(new(Speed), [][]Part{job(0), job(1), job(2), job(3)})
	f.Enter(0, StageFit, 0)
	if _, known := f.Left(5*time.Second, 1); known {
		t.Error("there is a forecast before the first run has ended")
	}
	f.Enter(0, StageEnd, 10*time.Second)
	f.Enter(1, StageFit, 10*time.Second)
	for at, want := range map[int]int{10: 30, 14: 26, 20: 20, 60: 20} {
		if left, _ := f.Left(time.Duration(at)*time.Second, 1); left != time.Duration(want)*time.Second {
			t.Errorf("at %d s: %v left, want %d s", at, left, want)
		}
	}
	if left, _ := f.Left(10*time.Second, 2); left != 15*time.Second {
		t.Errorf("two workers: %v left", left)
	}
	if left, _ := f.Left(10*time.Second, 8); left != 10*time.Second {
		t.Errorf("eight workers for three runs: %v left, want the time of one run", left)
	}
}

// A shared part counts once, whichever run computes it. A part that was cached does not change the
// speed of its kind.
func TestForecastCountsSharedWorkOnce(t *testing.T) {
	job := func(matrix string) []Part { return []Part{{Kind{Stage: StageExact}, matrix, 10, true}} }
	f := NewForecast(new(Speed), [][]Part{job("a"), job("a"), job("b")})
	f.Enter(0, StageExact, 0)
	f.Enter(0, StageEnd, 10*time.Second)
	if left, known := f.Left(0, 1); !known || left != 10*time.Second {
		t.Errorf("%v left, %v: want that of b", left, known)
	}
	f.Enter(1, StageExact, 10*time.Second)
	f.Enter(1, StageEnd, 10*time.Second+10*time.Microsecond)
	if left, _ := f.Left(0, 1); left != 10*time.Second {
		t.Errorf("%v left after a run that found the figure: want that of b", left)
	}
}

// Runs whose rows are cached enter no stage but the end, and then add nothing to the time left.
func TestForecastOfKnownRows(t *testing.T) {
	job := func(i int) []Part { return []Part{{Kind{StageFit, "a"}, fmt.Sprint(i), 10, false}} }
	speed := new(Speed)
	speed.Learn(Kind{StageFit, "a"}, 10, time.Second)
	f := NewForecast(speed, [][]Part{job(0), job(1)})
	f.Enter(0, StageEnd, 0)
	if left, _ := f.Left(0, 1); left != time.Second {
		t.Errorf("%v left", left)
	}
}

// The estimate for a new kind of work uses the speed of all work, and known is false. A figure uses the
// speed of the same stage of other methods. A known kind uses its own speed, to a lesser degree if the
// work was short.
func TestSpeedOfWhatIsNew(t *testing.T) {
	var s Speed
	says := func(what string, k Kind, operations float64, want time.Duration) {
		t.Helper()
		got, known := s.Time(k, operations)
		if got < want*99/100 || got > want*101/100 || known != strings.HasSuffix(what, "known") {
			t.Errorf("%s: %v, %v, want %v", what, got, known, want)
		}
	}
	rls, floor := Kind{StageFit, "rls"}, Kind{Stage: StageFloor}
	says("nothing has ended", rls, 3*usualSpeed, 3*time.Second)
	s.Learn(Kind{StageFit, "nystrom"}, 1e3, 10*time.Microsecond)
	says("short slow work has ended", rls, 3*usualSpeed, 3*time.Second)
	says("short slow work of the same kind: known", Kind{StageFit, "nystrom"}, 3*usualSpeed, 3*time.Second)
	s.Learn(Kind{StageError, "bka"}, 1e9, time.Second)
	says("long slow work has ended", rls, 1e9, time.Second)
	s = Speed{}
	s.Learn(Kind{StageError, "nystrom"}, 4e11, time.Second)
	s.Learn(Kind{StageError, "bka"}, 4e11, 3*time.Second)
	says("on a machine of 2e11 operations a second", rls, 2e11, time.Second)
	says("a figure on it", floor, 2e11, time.Second)
	says("the error of another method is known", Kind{StageError, "rls"}, 4e11, 2*time.Second)
	s.Learn(rls, 1e9, time.Second)
	says("one run of the method: known", rls, 1e10, 10*time.Second)
	s.Learn(rls, 1.2e9, 1200*time.Millisecond)
	says("two runs of the method, equally fast: known", rls, 1e10, 10*time.Second)
	s.Learn(rls, 1e9, time.Hour)
	says("one run of the method took an hour: known", rls, 1e10, 19450*time.Millisecond)
	for range 30 {
		s.Learn(rls, 1e9, 3*time.Second)
	}
	says("many runs of the method took three times as long: known", rls, 1e9, 3*time.Second)
}

// The time of a stage is divided among its parts, without the parts that another run has computed.
func TestPartsOfAStageShareItsTime(t *testing.T) {
	once, own := Kind{Stage: StageError}, Kind{StageError, "a"}
	run := func(i string) []Part {
		return []Part{{once, "once", 3e9, true}, {own, i, 1e9, false}}
	}
	speed := new(Speed)
	f := NewForecast(speed, [][]Part{run("0"), run("1"), run("2")})
	f.Enter(0, StageError, 0)
	f.Enter(0, StageEnd, 8*time.Second)
	for k, want := range map[Kind]float64{once: 6, own: 2} {
		if got, _ := speed.Time(k, map[Kind]float64{once: 3e9, own: 1e9}[k]); math.Abs(got.Seconds()-want) > 0.1 {
			t.Errorf("%v: %v, want %v s", k, got, want)
		}
	}
	f.Enter(1, StageError, 8*time.Second)
	f.Enter(1, StageEnd, 10*time.Second)
	if left, _ := f.Left(10*time.Second, 1); left.Round(100*time.Millisecond) != 2*time.Second {
		t.Errorf("%v left: want that of the third run", left)
	}
}

package sweep

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"
)

// simulated is an experiment: methods over growing m, repetition by repetition, each
// with a kernel matrix of its own. Its times are not what the operations say: they
// differ by method, by stage, and by chance.
type simulated struct {
	parts [][]Part
	took  []map[Stage]time.Duration
}

// simulate has a method, dear, whose runs take a hundred times as long as others', and
// figures that the first run of a repetition computes for all.
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

// run goes through the experiment and calls see after every run with what is left
// said to be and is.
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

// After a quarter of the runs what is left is known to a factor of two, whatever is
// dear, and whatever the first run of a matrix carries.
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

// What one experiment has taught, the next knows from its first moment, whatever its
// size.
func TestForecastKnowsWhatHasBeenLearned(t *testing.T) {
	speed := new(Speed)
	if _, known := NewForecast(speed, simulate(1, 1, rand.New(rand.NewPCG(1, 1))).parts).Left(0, 1); known {
		t.Error("known before anything has ended")
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

// While a run goes on the time left falls by what it has taken, and not below what is
// expected of the others.
func TestForecastCountsDown(t *testing.T) {
	job := func(i int) []Part { return []Part{{Kind{StageFit, "a"}, fmt.Sprint(i), 10, false}} }
	f := NewForecast(new(Speed), [][]Part{job(0), job(1), job(2), job(3)})
	f.Enter(0, StageFit, 0)
	if _, known := f.Left(5*time.Second, 1); known {
		t.Error("known before the first run has ended")
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
		t.Errorf("eight workers for three runs: %v left, which one alone takes", left)
	}
}

// What is computed once for all is counted once, by whichever run; what was there
// already says nothing of its speed.
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

// Runs whose rows are known enter no stage: nothing of them is left.
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

// What is new goes by all that is known, and is a guess; a figure goes by that of other
// methods, what is known by itself, and what took a moment by little of that.
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
	says("a slow moment has ended", rls, 3*usualSpeed, 3*time.Second)
	says("a slow moment is known", Kind{StageFit, "nystrom"}, 3*usualSpeed, 3*time.Second)
	s.Learn(Kind{StageError, "bka"}, 1e9, time.Second)
	says("something slow has ended", rls, 1e9, time.Second)
	s = Speed{}
	s.Learn(Kind{StageError, "nystrom"}, 4e11, time.Second)
	s.Learn(Kind{StageError, "bka"}, 4e11, 3*time.Second)
	says("on a machine of 2e11 operations a second", rls, 2e11, time.Second)
	says("a figure on it", floor, 2e11, time.Second)
	says("the error of another method is known", Kind{StageError, "rls"}, 4e11, 2*time.Second)
	s.Learn(rls, 1e9, time.Second)
	says("the method known", rls, 1e10, 10*time.Second)
	s.Learn(rls, 1.2e9, 1200*time.Millisecond)
	says("two alike are known", rls, 1e10, 10*time.Second)
	s.Learn(rls, 1e9, time.Hour)
	says("one that took an hour is known", rls, 1e10, 19450*time.Millisecond)
	for range 30 {
		s.Learn(rls, 1e9, 3*time.Second)
	}
	says("three times as long for a while is known", rls, 1e9, 3*time.Second)
}

// Parts of one stage share its time; what another run has made has no share in it.
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

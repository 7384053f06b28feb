package advice

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"gramscope/model/number"
)

// Run has the figures of a method at a setting, means over the repetitions. NaN stands for an unknown figure.
type Run struct {
	Method string
	Error  float64 // relative to ‖K‖_F
	Rank   float64
	Test   float64 // error at the test rows
	Risk   float64 // relative to that of exact regression
}

// Seen has what a verdict is about.
type Seen struct {
	Run             // the method that is looked at
	Others  []Run   // of the same budget
	Tried   Run     // of a method that [First] names and that is not among the others; without a name if there is none
	M       int     // the budget
	Floor   float64 // least error of rank M
	Exact   float64 // test error of exact regression
	Enough  int     // least budget whose error is known and at most Good; 0 for none
	Narrows bool    // whether the kernel has a width
	Predict bool    // whether predictions count, not how near K̃ is to K
}

// Good is the error that is good enough for most uses.
const Good = 0.01

const (
	tiny = 1e-8 // an error that no use notices
	near = 1.02 // a test error so many times that of exact regression is as good
	far  = 1.05 // and one so many times worse is not
)

// Verdict says in one sentence what the figures of a setting mean.
type Verdict struct {
	Text, Brief string
	Add         string // the method to add, "" for none
}

// verdictRule is a condition, and what is said where it holds.
type verdictRule struct {
	holds func(Seen) bool
	says  func(Seen) Verdict
}

// predictions returns the rules on predictions, the most important first.
func predictions() []verdictRule {
	return []verdictRule{
		{
			// Not within a standard error of it: that of a few draws of rows is wide, and is shared by both
			// regressions.
			func(s Seen) bool { return s.Test <= near*s.Exact && !(s.Risk > 1.1) },
			func(s Seen) Verdict {
				return Verdict{Text: fmt.Sprintf("the test error is that of exact regression or less: a smaller m would do (:m rmse_test<=%v*rmse_test_exact)", near), Brief: "as good as exact: lower m would do"}
			},
		},
		{
			func(s Seen) bool { return s.Test > far*s.predicts().Test },
			func(s Seen) Verdict {
				less := percent(1-s.predicts().Test/s.Test) + " less test error"
				return Verdict{Text: s.predicts().Method + " at the same m has " + less + " than " + s.Method, Brief: s.predicts().Method + ": " + less}
			},
		},
		{
			func(s Seen) bool { return s.Test > far*s.Exact },
			func(s Seen) Verdict {
				above := percent(s.Test/s.Exact-1) + " above"
				if s.Test > 2*s.Exact {
					above = number.Times(s.Test / s.Exact)
				}
				return Verdict{Text: "the test error of " + s.Method + " is " + above + " that of exact regression: raise m", Brief: "test error " + above + " exact: raise m"}
			},
		},
	}
}

// verdicts returns the rules on how near K̃ is to K, the most important first.
func verdicts() []verdictRule {
	return []verdictRule{
		{
			func(s Seen) bool { return s.Floor > flat && s.best().Error < s.Floor/2 && s.best().Rank > float64(s.M) },
			func(s Seen) Verdict {
				return s.toward(fmt.Sprintf("rank %d leaves %s of K at least: only %s, whose rank is not m, is nearer", s.M, percent(s.Floor), s.best().Method),
					fmt.Sprintf("only %s is near K", s.best().Method))
			},
		},
		{
			func(s Seen) bool { return s.Floor > flat },
			func(s Seen) Verdict {
				remedy := "a larger m helps"
				if s.Narrows {
					remedy = "a smaller γ helps"
				}
				return Verdict{Text: fmt.Sprintf("K is nearly diagonal: rank %d leaves %s of it at least, and only %s", s.M, percent(s.Floor), remedy), Brief: "nearly diagonal: " + remedy}
			},
		},
		{
			func(s Seen) bool { return s.Error < tiny },
			func(s Seen) Verdict {
				digits := strconv.Itoa(int(-math.Log10(max(s.Error, number.Rounding))))
				return Verdict{Text: "K̃ of " + s.Method + " is K to " + digits + " digits: a smaller m would do", Brief: s.Method + " is K to " + digits + " digits"}
			},
		},
		{
			func(s Seen) bool { return s.best().Error <= s.Error/2 },
			func(s Seen) Verdict {
				closer := number.Times(s.Error/s.best().Error) + " closer"
				text := s.best().Method + " is " + closer
				if s.best().Rank > 2*float64(s.M) {
					text = s.best().Method + ", whose rank is not m, is " + closer
				}
				if s.Floor > number.Rounding {
					text = s.Method + " is " + number.Times(s.Error/s.Floor) + " above the floor; " + text
				}
				return s.toward(text, s.best().Method+" is "+closer)
			},
		},
		predictions()[0],
		{
			func(s Seen) bool { return s.Enough > 0 && float64(s.Enough) <= 0.7*float64(s.M) },
			func(s Seen) Verdict {
				return Verdict{Text: fmt.Sprintf("m = %d would do for an error of %s (:m error<=%v)", s.Enough, percent(Good), Good), Brief: fmt.Sprintf("m = %d: error %s", s.Enough, percent(Good))}
			},
		},
		{
			func(s Seen) bool { return s.Error <= 2*s.Floor },
			func(s Seen) Verdict {
				return Verdict{Text: fmt.Sprintf("%s is %s above the floor: only a larger m comes much closer", s.Method, number.Times(s.Error/s.Floor)), Brief: s.Method + " is near the floor"}
			},
		},
		predictions()[2],
		{
			func(s Seen) bool { return s.Floor > number.Rounding },
			func(s Seen) Verdict {
				return Verdict{Text: fmt.Sprintf("%s is %s above the floor, and no method here is much closer", s.Method, number.Times(s.Error/s.Floor)), Brief: s.Method + " is " + number.Times(s.Error/s.Floor) + " above the floor"}
			},
		},
	}
}

// Say returns the verdict of the first rule that holds, without a text if there is nothing to say.
func Say(s Seen) Verdict {
	rules := verdicts()
	if s.Predict {
		rules = slices.Concat(predictions(), rules)
	}
	if s.Error >= 0 {
		for _, rule := range rules {
			if rule.holds(s) {
				return rule.says(s)
			}
		}
	}
	return Verdict{}
}

// best returns the run with the least error.
func (s Seen) best() Run {
	best := s.Run
	for _, r := range append([]Run{s.Tried}, s.Others...) {
		if r.Method != "" && r.Error < best.Error {
			best = r
		}
	}
	return best
}

// predicts returns the run with the least test error.
func (s Seen) predicts() Run {
	best := s.Run
	for _, r := range s.Others {
		if r.Test < best.Test {
			best = r
		}
	}
	return best
}

// toward returns a verdict that names the best run, which the reader may have to add.
func (s Seen) toward(text, brief string) Verdict {
	v := Verdict{Text: text, Brief: brief}
	if s.best().Method == s.Tried.Method {
		v.Add = s.Tried.Method
	}
	return v
}

// percent formats a share with two digits: 35 %.
func percent(share float64) string { return strconv.FormatFloat(100*share, 'g', 2, 64) + " %" }

package advice

import (
	"math"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// TestVerdicts: each rule on figures where it holds, and the next one where it just does not.
func TestVerdicts(t *testing.T) {
	nan := math.NaN()
	usual := Seen{Run: Run{"nystrom", 0.04, 100, nan, nan}, Others: []Run{{"fourier", 0.1, 100, nan, nan}}, M: 100,
		N: 1000, Floor: 0.01, Exact: nan, Gamma: 2, Whole: true}
	for _, c := range []struct {
		name   string
		change func(*Seen)
		want   string
		do     string
	}{
		{"above the floor", func(*Seen) {}, "nystrom is 4× above the floor, and no method here is much closer", ""},
		{"near the floor", func(s *Seen) { s.Error = 0.013 },
			"nystrom is 1.3× above the floor: only a larger m comes much closer", "m 200"},
		{"a ticked one is closer", func(s *Seen) { s.Others = append(s.Others, Run{"rls", 0.002, 100, nan, nan}) },
			"nystrom is 4× above the floor; rls is 20× closer", ""},
		{"a better one exists", func(s *Seen) { s.Others, s.Error, s.Tried = nil, 40, Run{"rls", 2.105, 100, nan, nan} },
			"nystrom is 4000× above the floor; rls is 19× closer", "+ rls"},
		{"an exact one", func(s *Seen) { s.Floor, s.Error, s.Tried = nan, 1, Run{"bka", 0, 1000, nan, nan} },
			"bka, whose rank is not m, is 1e12× closer", "+ bka"},
		{"at the floor", func(s *Seen) { s.Error = 0.0104 }, "nystrom is at the floor: only a larger m", "m 200"},
		{"a little better one", func(s *Seen) { s.Tried = Run{"rls", 0.021, 100, nan, nan} },
			"nystrom is 4× above the floor, and", ""},
		{"of another rank", func(s *Seen) { s.Others = append(s.Others, Run{"bka", 0.001, 1000, nan, nan}) },
			"nystrom is 4× above the floor; bka, whose rank is not m, is 40× closer", ""},
		{"diagonal", func(s *Seen) { s.Floor, s.Error, s.Others = 0.9, 0.95, nil },
			"K is nearly diagonal: rank 100 leaves 90 % of it at least, and only a smaller γ helps", "gamma 0.5"},
		{"diagonal without a width", func(s *Seen) { s.Floor, s.Error, s.Others, s.Gamma = 0.9, 0.95, nil, nan },
			"K is nearly diagonal: rank 100 leaves 90 % of it at least, and only a larger m helps", "m 200"},
		{"blocks", func(s *Seen) { s.Floor, s.Error, s.Tried = 0.9, 0.95, Run{"bka", 1e-5, 1000, nan, nan} },
			"rank 100 leaves 90 % of K at least: only bka, whose rank is not m, is nearer", "+ bka"},
		{"exact", func(s *Seen) { s.Error, s.Floor = 1e-15, 1e-15 }, "K̃ of nystrom is K to 12 digits", ""},
		{"exact at a smaller m too", func(s *Seen) { s.Error, s.Floor, s.Enough = 1e-15, 1e-15, 40 },
			"K̃ of nystrom is K to 12 digits; m = 40 would do for an error of 1 %", "m error<=0.01"},
		{"enough for K, not for predictions", func(s *Seen) { s.Enough, s.Test, s.Exact = 40, 1.2, 1 },
			"the test error of nystrom is 20 % above that of exact regression: raise m", "m 200"},
		{"a better prediction of another rank", func(s *Seen) {
			s.Predict, s.Test, s.Exact, s.Others = true, 0.368, 0.27, []Run{{"bka", 0.5, 1000, 0.289, nan}}
		}, "bka, whose rank is not m, has 21 % less test error than nystrom", ""},
		{"tiny", func(s *Seen) { s.Error, s.Floor, s.Others = 9e-9, 1e-15, []Run{{"rls", 1e-12, 100, nan, nan}} },
			"K̃ of nystrom is K to 8 digits", ""},
		{"as good as exact", func(s *Seen) { s.Test, s.Exact = 1.01, 1 },
			"the test error is at most 2 % above that of exact regression: a smaller m may do",
			"m rmse_test<=1.02*rmse_test_exact"},
		{"worse than exact", func(s *Seen) { s.Test, s.Exact = 1.2, 1 },
			"the test error of nystrom is 20 % above that of exact regression: raise m", "m 200"},
		{"much worse than exact", func(s *Seen) { s.Test, s.Exact = 6.4, 1 },
			"the test error of nystrom is 6.4× that of exact regression: raise m", "m 200"},
		{"as good as exact on few rows", func(s *Seen) { s.Test, s.Exact, s.Risk = 1.01, 1, 1.85 },
			"nystrom is 4× above the floor, and", ""},
		{"predictions", func(s *Seen) { s.Predict, s.Test, s.Exact, s.Tried = true, 1, 1, Run{"rls", 1e-4, 100, nan, nan} },
			"the test error is at most 2 % above that of exact regression", "m rmse_test<=1.02*rmse_test_exact"},
		{"a better prediction", func(s *Seen) { s.Predict, s.Test, s.Exact, s.Others[0].Test = true, 0.368, 0.27, 0.289 },
			"fourier at the same m has 21 % less test error than nystrom", ""},
		{"a better prediction, elsewhere", func(s *Seen) { s.Test, s.Exact, s.Others[0].Test = 0.368, 0.27, 0.289 },
			"the test error of nystrom is 36 % above that of exact regression: raise m", "m 200"},
		{"predictions that are alike", func(s *Seen) {
			s.Predict, s.Test, s.Exact, s.Others[0].Test, s.Tried = true, 1.03, 1, 1.01, Run{"rls", 1e-4, 100, nan, nan}
		}, "nystrom is 4× above the floor; rls", "+ rls"},
		{"a little worse than exact", func(s *Seen) { s.Test, s.Exact = 1.03, 1 }, "nystrom is 4× above the floor, and", ""},
		{"more than enough", func(s *Seen) { s.Enough = 40 }, "m = 40 would do for an error of 1 %", "m error<=0.01"},
		{"near n", func(s *Seen) { s.Error, s.N = 0.013, 150 }, "nystrom is 1.3× above the floor: only a larger m", "m 150"},
		{"just enough", func(s *Seen) { s.Enough = 80 }, "nystrom is 4× above the floor, and", ""},
		{"no floor", func(s *Seen) { s.Floor = nan }, "K̃ of nystrom differs from K by 4 % of ‖K‖", ""},
		{"no figures", func(s *Seen) { s.Error = nan }, "", ""},
	} {
		s := usual
		s.Others = slices.Clone(s.Others)
		c.change(&s)
		v := Say(s)
		if !strings.HasPrefix(v.Text, c.want) || (v.Text == "") != (c.want == "") || v.Do != c.do ||
			(v.Brief == "") != (v.Text == "") {
			t.Errorf("%s: %+v, want %q and %q", c.name, v, c.want, c.do)
		}
		if utf8.RuneCountInString(v.Brief) > 37 { // what the table has room for in 80 columns
			t.Errorf("%s: %s is too long", c.name, v.Brief)
		}
	}
	computing := usual
	computing.Whole = false
	if v := Say(computing); v.Text != "nystrom is 4× above the floor" {
		t.Errorf("while others are being computed: %s", v.Text)
	}
}

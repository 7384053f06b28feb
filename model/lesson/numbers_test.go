package lesson_test

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gramscope/approx"
	"gramscope/model/lesson"
)

// spread is the share of the spread points of the set bimodal.
func spread(n float64) float64 { return math.Pow(n, 0.6) / (n + math.Pow(n, 0.6)) }

// otherNumbers are those of a text that are neither in its setting nor in a statement, with what they follow from.
var otherNumbers = map[string]map[string]float64{
	"columns": {"30": 3 * 10}, // a μ to choose
	"scores":  {"12": 1 / spread(400), "7": 80 * spread(400), "26": 400*spread(400) - 80*spread(400)},
	"squeak":  {"8": 480 / 60},
	"accumulate": {"14": 1 / spread(600), "13": 30 * (1 - math.Pow(1-spread(600), 8)), "360 000": 600 * 600,
		"18 000": 600 * 30},
	"meka":     {"8": 64 / 8, "320 000": 500 * 80 * 8, "1/5": 1. / 5}, // bits and bytes, and clusters
	"features": {"1/4": 1 / math.Sqrt(256/16), "100": 10 * 10},
	// the mean range of 10 normal draws
	"estimates": {"19": 20 * math.Erf(1.96/math.Sqrt2), "95 %": math.Erf(1.96 / math.Sqrt2), "3": 3.078},
}

var (
	formulas      = regexp.MustCompile("(?s)```.*?```|`[^`]*`|(?m)^\\d\\. |^## Draw: .*$")
	commented     = regexp.MustCompile(`(?s)<!--.*?-->`)
	numberPattern = regexp.MustCompile(`\d+( \d{3})+|\d+(\.\d+)?(e-?\d+)?(/\d+| %)?`)
	wordsOfParts  = regexp.MustCompile(`(?i)\b(one in [a-z]+|thirds?|quarters?|fifths?|tenths?|hundreds?|thousands?|dozens?)\b`)
)

// value reads a number such as 360 000, 1/4 or 20 %.
func value(t *testing.T, text string) float64 {
	t.Helper()
	scale := 1.0
	if percent, ok := strings.CutSuffix(text, " %"); ok {
		text, scale = percent, 100
	}
	over, under, _ := strings.Cut(text, "/")
	v, err := strconv.ParseFloat(strings.ReplaceAll(over, " ", ""), 64)
	if under != "" {
		scale, _ = strconv.ParseFloat(under, 64)
	}
	if err != nil {
		t.Fatal(err)
	}
	return v / scale
}

// TestNumbersAreChecked: each number of a text is one of the setting, or in a statement that --check checks, or follows
// from those in the way that is written here.
func TestNumbersAreChecked(t *testing.T) {
	for _, l := range lesson.All(approx.Methods()) {
		head, _, _ := strings.Cut(strings.TrimPrefix(lesson.File(l.Name), "---"), "\n---\n")
		var checked []float64
		for _, text := range append(commented.FindAllString(lesson.File(l.Name), -1), head) {
			for _, number := range numberPattern.FindAllString(text, -1) {
				checked = append(checked, value(t, number))
				if over, under, ok := strings.Cut(number, "/"); ok {
					checked = append(checked, value(t, over), value(t, under))
				}
			}
		}
		body := l.Text[:strings.LastIndex(strings.TrimSpace(l.Text), "\n")] // the last line has the sources
		body = formulas.ReplaceAllString(body, "")
		for _, number := range numberPattern.FindAllString(body, -1) {
			if other, ok := otherNumbers[l.Name][number]; ok {
				if math.Abs(other-value(t, number)) > 0.05*other {
					t.Errorf("%s: %s is %v", l.Name, number, other)
				}
				continue
			}
			if !slices.ContainsFunc(checked, func(v float64) bool { return math.Abs(v-value(t, number)) <= 1e-9*v }) {
				t.Errorf("%s: nothing checks the number %s: …%s…", l.Name, number, around(body, number))
			}
		}
		for _, word := range wordsOfParts.FindAllString(body, -1) {
			t.Errorf("%s: write %q in digits, so that this test sees it: …%s…", l.Name, word, around(body, word))
		}
	}
}

// around returns what stands around a word.
func around(text, word string) string {
	at := strings.Index(text, word)
	return strings.ReplaceAll(text[max(0, at-30):min(len(text), at+len(word)+30)], "\n", " ")
}

package sweep

import (
	"math"
	"math/rand/v2"
	"reflect"
	"sync"
	"testing"

	"gramscope/data"
	"gramscope/data/remedy"
	"gramscope/model"
	"gramscope/model/exact"
)

// TestResultText: a result reads back the same, with the numbers that have no text in JSON.
func TestResultText(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	regression := noRegression()
	regression.DF = 1.0 / 3
	row := Result{
		Data: "a\n\"b\"", N: 3, D: 2, Kernel: "linear", Gamma: nan, Sigma: nan, Method: "toy", Params: model.Values{"m": 0.1 + 0.2},
		Mu: math.SmallestNonzeroFloat64, ScoreRidge: math.MaxFloat64, Rep: 1, Seed: math.MaxUint64, Metrics: noMetrics(), RankUsed: 0,
		Floor: 0, FloorSE: nan, StableRank: math.Nextafter(1, 2), StableRankSE: nan, DEff: math.Copysign(0, -1), DEffSE: nan,
		Diagnostics: &exact.Diagnostics{Sketched: true, EpsilonS: nan, DMax: 1e300},
		Regression:  &regression, Bounds: &Bounds{inf, -inf, nan, 0, 1, 2}, Entries: math.MaxInt64, Seconds: 1e-9, Cached: true,
		Warnings: []remedy.Note{{Text: "this; that", Remedies: remedy.By("do", "m", "3").Or(remedy.Do("or not"))}},
	}
	for _, was := range []Result{row, {Metrics: noMetrics()}} {
		text, err := EncodeResult(was)
		if err != nil {
			t.Fatal(err)
		}
		back, err := decodeResult[Result](text)
		if err != nil || !sameBits(reflect.ValueOf(was), reflect.ValueOf(back)) {
			t.Errorf("%+v\nreads back as\n%+v\nfrom %s: %v", was, back, text, err)
		}
	}
	numbers := []float64{nan, inf, 0, math.Copysign(0, -1), 0.1}
	text, err := EncodeResult(numbers)
	back, err2 := decodeResult[[]float64](text)
	if err != nil || err2 != nil || !sameBits(reflect.ValueOf(numbers), reflect.ValueOf(back)) {
		t.Errorf("%v reads back as %v from %s: %v, %v", numbers, back, text, err, err2)
	}
	if _, err := EncodeResult(row.failed(&model.DegenerateError{})); err == nil {
		t.Error("a failed row is encoded")
	}
	for _, broken := range []string{`{"Gamma":"x"}`, `{"N":1.5}`, `[]`, `{"Params":3}`, ``, `{`} {
		if _, err := decodeResult[Result]([]byte(broken)); err == nil {
			t.Errorf("%s is a row", broken)
		}
	}
}

// sameBits reports whether two values are equal, with equal bits of their numbers.
func sameBits(a, b reflect.Value) bool {
	switch a.Kind() {
	case reflect.Float64:
		return a.Float() != a.Float() && b.Float() != b.Float() || math.Float64bits(a.Float()) == math.Float64bits(b.Float())
	case reflect.Struct:
		for i := range a.NumField() {
			if a.Type().Field(i).IsExported() && !sameBits(a.Field(i), b.Field(i)) {
				return false
			}
		}
		return true
	case reflect.Pointer:
		return a.IsNil() == b.IsNil() && (a.IsNil() || sameBits(a.Elem(), b.Elem()))
	case reflect.Slice:
		for i := range min(a.Len(), b.Len()) {
			if !sameBits(a.Index(i), b.Index(i)) {
				return false
			}
		}
		return a.Len() == b.Len()
	}
	return reflect.DeepEqual(a.Interface(), b.Interface())
}

// undrawn is a source whose rows must not be drawn.
type undrawn struct{ data.Source }

func (undrawn) Draw(int, float64, *rand.Rand) (*data.Set, *data.Set, error) {
	panic("the rows are drawn")
}

// notes is a keeper in memory.
type notes struct {
	sync.Mutex
	texts map[string][]byte
}

func (n *notes) of(data.Source) Keeper {
	return Keeper{
		Recall: func(key string) []byte { n.Lock(); defer n.Unlock(); return n.texts[key] },
		Keep: func(key string, result any) {
			text, err := EncodeResult(result)
			if err != nil {
				panic(err)
			}
			n.Lock()
			n.texts[key] = text
			n.Unlock()
		},
	}
}

// TestRecall: kept rows and numbers come back in another store, which does not even draw the rows, and failed runs
// and other settings are computed.
func TestRecall(t *testing.T) {
	source, kept := generator(t, "bimodal"), &notes{texts: map[string][]byte{}}
	spec := diagnosticSpec("toy", "keen", "broken")
	spec.Width = spec.Width.Unset()
	run := func(source data.Source, methods ...string) []Result {
		t.Helper()
		store, s := NewStore(source), spec.Clone()
		store.KeepBy(kept.of)
		s.Methods = methods
		return collect(prepareKeen(t, s, store).Run(t.Context(), 2))
	}
	was := run(source, "toy", "keen", "broken")
	count := len(kept.texts)
	if count != 3 { // the distances and two rows
		t.Errorf("%d results are kept", count)
	}
	back := run(undrawn{source}, "toy", "keen")
	for i, row := range back {
		if !sameBits(reflect.ValueOf(was[i]), reflect.ValueOf(row)) {
			t.Errorf("%+v\ncomes back as\n%+v", was[i], row)
		}
	}
	if failed := run(undrawn{source}, "broken"); failed[0].Failure != "panic: the rows are drawn" {
		t.Errorf("the failed run is not computed again: %q", failed[0].Failure)
	}
	spec.Values["m"] = 8
	if other := run(undrawn{source}, "toy"); other[0].Failure == "" {
		t.Error("a run at another m is recalled")
	}
	for key := range kept.texts {
		kept.texts[key] = []byte("{")
	}
	spec.Values["m"] = 7
	if anew := run(source, "keen")[0]; anew.Failure != "" || anew.Error != was[1].Error {
		t.Errorf("a result that can't be read is not computed: %+v", anew)
	}
}

// TestLatest: the latest rows and all numbers of a store.
func TestLatest(t *testing.T) {
	store, s := NewStore(generator(t, "bimodal")), toySpec("toy")
	s.Width, s.Over = s.Width.Unset(), []Axis{{Name: "m", Values: []float64{1, 2, 3, 4, 6, 7}}}
	p, err := Prepare(s, toyMethods(), store)
	if err != nil {
		t.Fatal(err)
	}
	collect(p.Run(t.Context(), 1))
	var ms []float64
	numbers := 0
	for _, result := range store.Latest(2) {
		if row, is := result.(Result); is {
			ms = append(ms, row.Params["m"])
		} else {
			numbers++
		}
	}
	if !reflect.DeepEqual(ms, []float64{6, 7}) || numbers != 1 {
		t.Errorf("rows of m = %v and %d numbers", ms, numbers)
	}
}

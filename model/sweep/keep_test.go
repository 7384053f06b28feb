package sweep

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"gramscope/data"
	"gramscope/data/remedy"
	"gramscope/model"
)

// TestResultText: a result reads back the same, but for the figures that are infinite.
func TestResultText(t *testing.T) {
	asked := Result{Data: "a", Params: model.Values{"m": 0.1 + 0.2}}
	row := asked
	row.warn("above")
	row.Warnings = append(row.Warnings,
		remedy.Note{Text: "this; that", Remedies: remedy.By("do", "m", "3").Or(remedy.Do("or not"))})
	for column, v := range map[string]float64{"df": 1.0 / 3, "error": math.Copysign(0, -1),
		"stable_rank": math.Nextafter(1, 2), "d_max": 1e300, "cached": 1, "entries": 1 << 52,
		"bias": math.SmallestNonzeroFloat64} {
		row.Set(column, v)
	}
	text, err := row.Encode()
	if err != nil {
		t.Fatal(err)
	}
	back, err := asked.decoded(text)
	if err != nil || !sameBits(back.values, row.values) || !reflect.DeepEqual(back.Warnings, row.Warnings) ||
		back.Data != "a" {
		t.Errorf("%+v\nreads back as\n%+v\nfrom %s: %v", row, back, text, err)
	}
	row.Set("bach_d", math.Inf(1))
	if text, err = row.Encode(); err != nil || strings.Contains(string(text), "bach_d") {
		t.Errorf("%s: %v", text, err)
	}
	if _, err := row.failed(&model.DegenerateError{}).Encode(); err == nil {
		t.Error("a failed row is encoded")
	}
	var file Results
	if _, err := file.Read(strings.NewReader("method,n,d,rep,error\na,9,1,1,0.5\n"), "a.csv", 1<<20); err != nil {
		t.Fatal(err)
	}
	if text, err := file.Rows[0].Encode(); err == nil {
		t.Errorf("a row of a file is encoded: %s", text)
	}
	for _, broken := range []string{`{"values":{"df":"x"}}`, `{"values":{"nonsense":1}}`, `{"Gamma":1}`, `[]`,
		`{"values":3}`, ``, `{`} {
		if _, err := asked.decoded([]byte(broken)); err == nil {
			t.Errorf("%s is a row", broken)
		}
	}
}

// sameBits reports whether two lists have the same bits, but for those of NaN.
func sameBits(a, b []float64) bool {
	return slices.EqualFunc(a, b,
		func(x, y float64) bool { return x != x && y != y || math.Float64bits(x) == math.Float64bits(y) })
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
		Keep: func(key string, row Result) {
			text, err := row.Encode()
			if err != nil {
				panic(err)
			}
			n.Lock()
			n.texts[key] = text
			n.Unlock()
		},
	}
}

// TestRecall: kept rows come back in another store, which does not even draw the rows of the data, and failed runs
// and other settings are computed.
func TestRecall(t *testing.T) {
	source, kept := generator(t, "bimodal"), &notes{texts: map[string][]byte{}}
	spec := diagnosticSpec("toy", "keen", "broken")
	run := func(source data.Source, methods ...string) []Result {
		t.Helper()
		store, s := NewStore(source), spec.Clone()
		store.KeepBy(kept.of)
		s.Methods = methods
		return collect(prepareKeen(t, s, store).Run(t.Context(), 2))
	}
	was := run(source, "toy", "keen", "broken")
	count := len(kept.texts)
	if count != 2 {
		t.Errorf("%d results are kept", count)
	}
	back := run(undrawn{source}, "toy", "keen")
	for i, row := range back {
		if !sameBits(was[i].values, row.values) ||
			fmt.Sprint(was[i].Params, was[i].Warnings) != fmt.Sprint(row.Params, row.Warnings) {
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
	if anew := run(source, "keen")[0]; anew.Failure != "" || anew.Get("error") != was[1].Get("error") {
		t.Errorf("a result that can't be read is not computed: %+v", anew)
	}
}

// TestLatest: the latest rows of a store.
func TestLatest(t *testing.T) {
	store, s := NewStore(generator(t, "bimodal")), toySpec("toy")
	s.Width, s.Over = s.Width.Unset(), []Axis{{Name: "m", Values: []float64{1, 2, 3, 4, 6, 7}}}
	p, err := Prepare(s, toyMethods(), store)
	if err != nil {
		t.Fatal(err)
	}
	collect(p.Run(t.Context(), 1))
	var ms []float64
	for _, row := range store.Latest(2) {
		ms = append(ms, row.Params["m"])
	}
	if !reflect.DeepEqual(ms, []float64{6, 7}) {
		t.Errorf("rows of m = %v", ms)
	}
}

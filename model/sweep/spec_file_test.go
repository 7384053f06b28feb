package sweep

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
)

// TestSpecFile: files have the width as a rule or, among the values, as γ or σ. They are written as they
// were read.
func TestSpecFile(t *testing.T) {
	const tail = `,"over":[{"name":"m","values":[1,2]}],"with":[{"name":"mu","formula":"1/n"}],"methods":["toy"],"n":7,"test":0.5,"standardize":true,"reps":2,"seed":3,` +
		`"exact_limit":4,"max_memory":5,"figures":["error"],"learner":"ridge","solver":"pcg"}`
	for head, want := range map[string]string{
		`{"kernel":"gaussian","width":"median","values":{}`:                    "sigma=median",
		`{"kernel":"gaussian","width":"mean","values":{"gamma":0.1,"m":3}`:     "gamma=0.1",
		`{"kernel":"gaussian","width":"median","values":{"m":3,"sigma":0.1}`:   "sigma=0.1",
		`{"kernel":"linear","values":{"mu":1e-7}`:                              "sigma=median",
		`{"kernel":"gaussian","width":"narrow","values":{"gamma":-1,"rate":2}`: "gamma=-1", // Check says so
	} {
		var s Spec
		if err := json.Unmarshal([]byte(head+tail), &s); err != nil || s.Width.String() != want || s.Named() == nil {
			t.Errorf("%s: the width is %v (%v), want %s", head, s.Width, err, want)
		}
		if text, err := json.Marshal(s); err != nil || string(text) != head+tail {
			t.Errorf("%s (%v)\nwant\n%s", text, err, head+tail)
		}
	}
	var s Spec
	var both *SpecError
	if err := json.Unmarshal([]byte(`{"values":{"gamma":1,"sigma":1}}`), &s); !errors.As(err, &both) ||
		!strings.Contains(err.Error(), "same width") {
		t.Errorf("γ and σ: %v", err)
	}
	if err := json.Unmarshal([]byte(`{"volume":1}`), &s); err == nil || !strings.Contains(err.Error(), "volume") {
		t.Errorf("a field that is not there: %v", err)
	}
}

// TestWidthIsNoValue: γ or σ among the values is misuse.
func TestWidthIsNoValue(t *testing.T) {
	s := toySpec("toy")
	s.Values["sigma"] = 1
	defer func() {
		if recover() == nil {
			t.Error("σ among the values did not panic")
		}
	}()
	_ = s.Check(toyMethods())
}

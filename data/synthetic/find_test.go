package synthetic

import "testing"

func TestEveryGeneratorIsFound(t *testing.T) {
	for _, want := range Generators() {
		if got, ok, err := Find(want.Name()); err != nil || !ok || got.Name() != want.Name() {
			t.Errorf("%s: %s, %v, %v", want.Name(), got.Name(), ok, err)
		}
	}
	if _, ok, err := Find("nothing"); ok || err != nil {
		t.Errorf("a generator of no name: %v, %v", ok, err)
	}
}

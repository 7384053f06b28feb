package lab

import (
	"reflect"
	"testing"
)

// TestScreensCanOnlyRead: all methods of State and Outcome return a value. A method without a result would change
// something.
func TestScreensCanOnlyRead(t *testing.T) {
	for _, of := range []reflect.Type{reflect.TypeFor[*State](), reflect.TypeFor[*Outcome]()} {
		for i := range of.NumMethod() {
			if m := of.Method(i); m.Type.NumOut() == 0 {
				t.Errorf("%v has the method %s, which returns nothing", of, m.Name)
			}
		}
	}
	state, bench := reflect.TypeFor[*State](), reflect.TypeFor[*Bench]()
	for _, name := range []string{"Change", "Undo", "Turn", "Toggle", "Sweep", "Require", "Receive", "ToggleFrozen",
		"Point", "Forget", "PinCurves", "Info"} {
		if _, has := state.MethodByName(name); has {
			t.Errorf("a screen can call %s", name)
		}
		if _, has := bench.MethodByName(name); !has {
			t.Errorf("a bench has no method %s", name)
		}
	}
}

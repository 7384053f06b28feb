package data

import (
	"context"
	"testing"
)

// A panic while a pipe is read is raised in the caller, where those who show it recover.
func TestAwaitPassesOnAPanic(t *testing.T) {
	defer func() {
		if got := recover(); got != "broken" {
			t.Errorf("the caller panics with %v", got)
		}
	}()
	_, err := Await(context.Background(), func() (int, error) { panic("broken") })
	t.Errorf("await returns %v", err)
}

// A panic with an error of the data, by which reading a matrix ends, is returned as this error.
func TestAwaitReturnsWhatIsWrongWithData(t *testing.T) {
	shorter := &Error{Problem: "the file has become shorter"}
	if n, err := Await(t.Context(), func() (int, error) { panic(shorter) }); n != 0 || err != error(shorter) {
		t.Errorf("%d, %v", n, err)
	}
}

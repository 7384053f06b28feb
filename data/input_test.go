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

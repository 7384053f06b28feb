package ui

import (
	"context"
	"testing"

	"gramscope/model/job"
	"gramscope/ui/screen/stream"
)

// Leaving ends the work, and what it still sends is dropped; coming back starts it
// anew, unless it was done.
func TestLeavingTheStreamStopsTheWork(t *testing.T) {
	m := streamToy(t, "braille", "none", 120, 40)
	feedStream(m, 2, false)
	sent := make(chan struct{})
	m.Runner.Start(stream.Jobs, func(_ context.Context, post func(any)) error {
		post(madeUpSteps(false)[2])
		close(sent)
		return nil
	})
	<-sent
	press(m, "1")
	m.Update(job.Wake{})
	if len(m.stream().Now.Steps) != 2 {
		t.Error("a step of the work that was stopped came through")
	}
	started := 0
	m.Launch = func(l job.Kind, _ job.Work) {
		if l == stream.Jobs {
			started++
		}
	}
	press(m, "5")
	if _, _, stale := m.stream().Shown(); started != 1 || !stale {
		t.Errorf("%d passes started on coming back, stale %v", started, stale)
	}
	for _, s := range madeUpSteps(false) {
		m.receive(stream.Jobs, s)
	}
	m.receive(stream.Jobs, job.Finished{})
	press(m, "1", "5")
	if started != 1 {
		t.Error("what was done is computed again")
	}
}

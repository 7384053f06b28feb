package ui

import (
	"context"
	"sync/atomic"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"gramscope/model/job"
	"gramscope/ui/look"
	"gramscope/ui/replay"
)

// Play shows the steps of c.Replay in a window of w×h cells without a terminal: it calls show for each with the number of steps
// before it, the time since the first one, and the window once the results are complete, or after limit. While a stream plays it
// calls show again at each of its steps. It stops at an error of show, or when ctx is cancelled. The window is that of an explorer
// without a replay. The look is that of a terminal with all colours. After the last step it returns how long that is to be seen.
func Play(ctx context.Context, c Config, w, h int, limit time.Duration, show func(step int, at time.Duration, window string) error) (time.Duration, error) {
	l, err := look.New(c.Glyphs, c.Theme, func(name string) string {
		return map[string]string{"COLORTERM": "truecolor", "TERM": "xterm-256color", "LANG": "C.UTF-8"}[name]
	})
	if err != nil {
		return 0, err
	}
	r := job.NewRunner(ctx)
	defer r.Close(patience)
	var now atomic.Int64 // nanoseconds since 1970 and since the first step: work in the background reads it, too
	m := newExplorer(c, l, r, func() time.Time { return time.Unix(0, now.Load()) })
	m.Update(tea.WindowSizeMsg{Width: w, Height: h})
	m.Init()
	m.walk.unseen = true
	steps := c.Replay.Steps
	for i, step := range steps {
		if i > 0 {
			m.Update(walkTo(i))
		}
		pause := MostPause
		if i+1 < len(steps) {
			pause = replay.Pause(step, steps[i+1], MostPause)
		}
		until := time.Duration(now.Load()) + time.Duration(float64(pause)/c.Replay.Speed)
		for {
			m.complete(limit)
			at := time.Duration(now.Load())
			if ctx.Err() != nil {
				return at, ctx.Err()
			}
			if err := show(i, at, m.View()); err != nil {
				return at, err
			}
			if m.ticks == 0 || at+m.ticks >= until {
				break
			}
			now.Add(int64(m.ticks))
			m.Update(ticked{})
		}
		if i+1 < len(steps) {
			now.Store(int64(until))
		}
	}
	return MostPause, nil
}

// complete handles the results of the work under way until it has ended, but no longer than limit.
func (m *explorer) complete(limit time.Duration) {
	expired := false
	const over job.Kind = "over"
	timer := time.AfterFunc(limit, func() { m.Runner.Post(job.Event{Kind: over}) })
	defer timer.Stop()
	end := time.Now().Add(limit)
	for !expired && (m.Runner.Busy(job.Sweep) || m.Runner.Busy(m.screen().JobKind())) {
		msg := m.Runner.Wait()
		if msg == nil {
			return
		}
		m.Update(msg)
		expired = time.Now().After(end)
	}
}

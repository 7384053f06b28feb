//go:build go1.25

package ui

import (
	"testing"
	"testing/synctest"
	"time"

	"gramscope/model/job"
	"gramscope/ui/curve"
	"gramscope/ui/pixel"
)

// However often a chart changes, at most twenty pictures of it are sent a second, and the last one is that of the chart
// as it is. The time is that of the test: drawing takes none.
func TestPicturesAreSentAtMostTwentyTimesASecond(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newToy(t, "braille", "none", 100, 30)
		defer m.Runner.Close(time.Minute)
		p := newPicturing(t, m)
		m.Init()
		settle(t, m)
		hear := func() {
			hear(m)
			p.show()
			synctest.Wait()
		}
		time.Sleep(time.Second)
		hear()
		time.Sleep(time.Second)
		hear()
		sent := map[int]int{} // by the second, pictures of the first chart
		last := m.pixels.panes[0].drawn.ID
		const seconds, pause = 1, 20 * time.Millisecond
		begun := time.Now()
		for time.Since(begun) < seconds*time.Second {
			m.charts()[0].Axes.Zoom.X = curve.Range{Lo: 10, Hi: 20 + time.Since(begun).Seconds()}
			m.dirty = true
			m.Update(nil)
			hear()
			if id := m.pixels.panes[0].drawn.ID; id != last {
				sent[int(time.Since(begun)/time.Second)]++
				last = id
			}
			time.Sleep(pause)
		}
		for second := range seconds {
			if got := sent[second]; got > 20 || got < 15 {
				t.Errorf("in second %d %d pictures are sent", second, got)
			}
		}
		for m.Runner.Busy(job.Pixels) {
			m.Update(m.Runner.Wait())
			p.show()
		}
		if pane := m.pixels.panes[0]; !pane.shows() || pane.dirty || len(p.terminal.Pictures) != 2 ||
			p.output.(*pixel.Screen).Sent() == 0 {
			t.Errorf("in the end there are %d pictures", len(p.terminal.Pictures))
		}
	})
}

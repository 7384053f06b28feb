package ui

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"reflect"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"gramscope/data"
	"gramscope/model"
	"gramscope/model/lab"
	"gramscope/model/number"
	"gramscope/ui/frame"
	"gramscope/ui/replay"
	"gramscope/ui/samples"
	"gramscope/ui/screen"
	"gramscope/ui/session"
)

// Replay is a log to show again.
type Replay struct {
	Steps    []replay.Step
	Sources  []data.Source // those of the steps
	Speed    float64       // how many times as fast as it was recorded; 0: it stands still at first
	Recorded bool          // whether results that the log does not have are not computed until the replay ends; the keeper recalls the others
}

// ReadLog reads a log, and the results below it. Its errors are those of [replay.Read] with the checks of [ReadSession].
func ReadLog(r io.Reader, name string, methods []model.Method) ([]replay.Step, *session.Results, error) {
	return replay.Read(r, name, func(s *session.Session) error { return checkSession(s, methods) })
}

// The limits of the speed of a replay, and the longest pause between two steps at speed 1.
const (
	MinSpeed  = 1.0 / 8
	MaxSpeed  = 64.0
	MostPause = 4 * time.Second
)

// walk is a replay under way. The zero value is none.
type walk struct {
	Replay
	at      int // the step that was shown last
	playing bool
	left    bool // for a state of the user's own, until the next step
	unseen  bool // window and keys are as without a replay
	ticket  int  // of the next step that comes by itself
}

// stepDue is the message that shows the next step, if the replay has not been stopped since.
type stepDue struct{ ticket int }

// walkTo is the message that shows a step.
type walkTo int

// replaying reports whether the keys of a replay apply.
func (m *explorer) replaying() bool {
	return m.walk.active() && !m.walk.unseen && len(m.open()) == 0
}

// active reports whether a replay is under way.
func (w *walk) active() bool { return w.Steps != nil }

// begin begins a replay, whose first step the explorer shows.
func (w *walk) begin(r Replay) {
	*w = walk{Replay: r, playing: r.Speed > 0}
	if r.Speed == 0 {
		w.Speed = 1
	}
}

// pause stops a replay until it is told to go on.
func (w *walk) pause() { w.playing, w.ticket = false, w.ticket+1 }

// leave stops a replay for what the user does.
func (w *walk) leave() {
	w.pause()
	w.left = true
}

// atEnd reports whether the last step is shown.
func (w *walk) atEnd() bool { return w.at == len(w.Steps)-1 }

// wait returns a command that ends when the next step is due.
func (w *walk) wait() tea.Cmd {
	w.ticket++
	if w.playing = w.playing && !w.atEnd(); !w.playing {
		return nil
	}
	pause := replay.Pause(w.Steps[w.at], w.Steps[w.at+1], MostPause)
	due := stepDue{w.ticket}
	return tea.Tick(time.Duration(float64(pause)/w.Speed), func(time.Time) tea.Msg { return due })
}

// text says how far a replay is, or is "".
func (w *walk) text() string {
	switch {
	case !w.active() || w.unseen:
		return ""
	case w.left:
		return fmt.Sprintf("replay left at %d/%d", w.at+1, len(w.Steps))
	case w.playing:
		return fmt.Sprintf("replay %d/%d ▸ %s×", w.at+1, len(w.Steps), number.Short(w.Speed))
	}
	return fmt.Sprintf("replay %d/%d waits", w.at+1, len(w.Steps))
}

// goOn shows the step that is due.
func (m *explorer) goOn(due stepDue) tea.Cmd {
	if !m.walk.active() || due.ticket != m.walk.ticket || m.walk.atEnd() {
		return nil
	}
	m.Note = lab.Note{}
	m.showStep(m.walk.at + 1)
	return m.walk.wait()
}

// stepBy pauses a replay, and shows another step.
func (m *explorer) stepBy(by int) {
	m.walk.pause()
	to := m.walk.at + by
	switch {
	case to < 0:
		m.Info("this is the first state of the log")
	case to >= len(m.walk.Steps):
		m.Info("this is the last state of the log: esc ends the replay, and enter begins again")
	default:
		m.showStep(to)
	}
}

// playOrPause stops a replay, or lets it go on, from the beginning if it is at its end.
func (m *explorer) playOrPause() tea.Cmd {
	if m.walk.playing {
		m.walk.pause()
		return nil
	}
	if m.walk.atEnd() {
		m.showStep(0)
	}
	m.walk.playing, m.walk.left = true, false
	return m.walk.wait()
}

// playFaster changes the speed by a factor.
func (m *explorer) playFaster(factor float64) tea.Cmd {
	m.walk.Speed = min(max(m.walk.Speed*factor, MinSpeed), MaxSpeed)
	m.Info("speed " + number.Short(m.walk.Speed) + "×")
	return m.walk.wait()
}

// leaveReplay shows all panes again if a chart is shown alone or presented, else it ends the replay.
func (m *explorer) leaveReplay() {
	if m.presents || m.alone() {
		m.escape()
		return
	}
	m.endReplay()
}

// endReplay leaves the explorer in the present state.
func (m *explorer) endReplay() {
	recorded := m.walk.Recorded
	m.walk = walk{ticket: m.walk.ticket + 1}
	if recorded {
		m.keeper.RecallOnly(false)
		m.Restart() // what is missing is computed
	}
	m.Info("the replay has ended: all keys are the explorer's again")
}

// showStep shows a step of the replay.
func (m *explorer) showStep(to int) {
	was, step := m.walk.Steps[m.walk.at].Moment, m.walk.Steps[to]
	source := m.walk.Sources[to]
	if m.walk.at, m.walk.left = to, false; was == nil {
		was = &session.Moment{}
	}
	now := step.Moment
	if now == nil {
		now = &session.Moment{}
	}
	if now.Pinned > was.Pinned { // the curves of the state before
		m.PinAs(now.Pinned)
	}
	if now.Frozen != was.Frozen && now.Frozen != m.Frozen() {
		m.freeze()
	}
	m.showState(step.Session, source)
	if now.Pinned < was.Pinned {
		m.PinAs(now.Pinned)
	}
	m.changeMoment(*was, *now)
}

// showState shows the state of a session of a source: one change if the setting is another, which u undoes.
func (m *explorer) showState(s *session.Session, source data.Source) {
	was := m.screen()
	now := m.session()
	sameData := sameText(now.Data, s.Data)
	if !sameData {
		m.forgetData()
	}
	if !sameData || !sameText(now.Spec, s.Spec) {
		m.Restore(func(at *lab.Setting) {
			store := at.Store
			at.Preset(source, s.Spec)
			if sameData {
				at.Store = store
			}
		})
		m.History.Trim()
	}
	if m.lessons.Open && s.Lesson == "" {
		m.lessons.Open = false
		m.Constrain(nil)
	}
	m.restore(s)
	m.asked = m.stage() // the state says where the focus is
	if m.screen().Screen != was.Screen {
		m.send(was, screen.Left{})
	}
	m.send(m.screen(), screen.Pointed{})
	m.follow()
}

// sameText reports whether two values are the same in JSON.
func sameText(a, b any) bool {
	one, err := json.Marshal(a)
	other, err2 := json.Marshal(b)
	return err == nil && err2 == nil && bytes.Equal(one, other)
}

// changeMoment changes in the window what two states of a log differ in. So what the user has changed since stays.
func (m *explorer) changeMoment(was, now session.Moment) {
	if now.Expanded != was.Expanded {
		m.expanded = now.Expanded
	}
	if now.Presented != was.Presented {
		m.presents = now.Presented
	}
	if m.before = m.focus; m.presents && !now.Presented && m.focus == frame.Knobs { // the user presents it
		m.focusOn(m.charted)
	}
	if now.Numbers != was.Numbers {
		m.numbers = now.Numbers
	}
	if !reflect.DeepEqual(now.Cross, was.Cross) {
		m.cross = samples.Crosshair{}
		if now.Cross != nil {
			m.cross = samples.Crosshair{On: true, Axis: now.Cross.Axis, X: now.Cross.X}
		}
	}
}

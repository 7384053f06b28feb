package ui

import (
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"gramscope/ui/frame"
)

// The title has the numbers of the sample under the mouse, until it leaves the chart or a key is pressed.
func TestReadOutAtTheMouse(t *testing.T) {
	m := newToy(t, "braille", "none", 100, 30)
	m.Init()
	settle(t, m)
	title := titleOf(m)
	l, _ := m.built[0].Settled()
	u, _ := l.X.Map(10)
	move := func(u float64) { mouseAt(m, u, 0.5, tea.MouseButtonNone, tea.MouseActionMotion) }
	move(u)
	if now := titleOf(m); !strings.Contains(now, "m=10") || !strings.Contains(now, "● 5e-01") || m.cross.On {
		t.Fatalf("over the first sample the title is %q", now)
	}
	move(1)
	if now := titleOf(m); !strings.Contains(now, "m=40") {
		t.Errorf("over the last sample the title is %q", now)
	}
	m.Update(tea.MouseMsg{X: 3, Y: 5, Action: tea.MouseActionMotion})
	if now := titleOf(m); now != title {
		t.Errorf("over the knobs the title is %q, was %q", now, title)
	}
	move(u)
	press(m, "esc")
	if now := titleOf(m); now != title {
		t.Errorf("after a key the title is %q, was %q", now, title)
	}
	press(m, "[")
	crossed := titleOf(m)
	move(u)
	if titleOf(m) == crossed {
		t.Errorf("the crosshair hides the mouse: %q", crossed)
	}
	m.Update(tea.MouseMsg{X: 3, Y: 5, Action: tea.MouseActionMotion})
	if titleOf(m) != crossed {
		t.Errorf("the crosshair is gone: %q", titleOf(m))
	}
	press(m, "c")
	before := m.View()
	move(u)
	if m.View() != before {
		t.Error("the mouse moves a chart under a menu")
	}
}

// Of many movements only those that change what is shown are handled, and the last of them always is.
func TestMovementsDoNotFlood(t *testing.T) {
	m := newToy(t, "braille", "none", 100, 30)
	m.Init()
	settle(t, m)
	now := time.Unix(0, 0)
	c := calm{clock: func() time.Time { return now }}
	handled := 0
	send := func(msg tea.Msg) {
		if msg = c.filter(m, msg); msg != nil {
			handled++
			m.Update(msg)
		}
	}
	r, a := m.layout.Panes[frame.First], m.areas[0]
	over := func(col int) tea.MouseMsg {
		return tea.MouseMsg{X: r.X + a.Left + col, Y: r.Y + 5, Action: tea.MouseActionMotion}
	}
	for k := range 1000 {
		send(tea.MouseMsg{X: 3, Y: k % 30, Action: tea.MouseActionMotion})
		send(over(0))
		if k == 0 {
			now = now.Add(time.Second)
			send(over(0))
		}
	}
	if handled > 2 {
		t.Errorf("%d of 2000 movements that come at once are handled", handled)
	}
	now = now.Add(time.Second)
	send(over(0))
	send(over(a.Cols - 1)) // too soon
	if x, _ := m.hovered.At(m.built[0]); x != 10 {
		t.Errorf("the movement that came too soon was handled: %v", x)
	}
	send(restMsg{})
	if x, _ := m.hovered.At(m.built[0]); x != 40 {
		t.Errorf("at rest the mouse is over the last sample, shown is %v", x)
	}
	before := handled
	send(restMsg{})
	if handled != before {
		t.Error("a rest without a movement is handled")
	}
}

// A movement that changes nothing costs as little as its place among the samples.
func BenchmarkMovement(b *testing.B) {
	m := newReal(b, "braille", 160, 45)
	m.Init()
	await(m, time.Minute)
	press(m, "2")
	for !m.spectrum().Done {
		m.Update(m.Runner.Wait())
	}
	defer m.Runner.Close(time.Second)
	c := calm{clock: time.Now}
	r, a := m.layout.Panes[frame.First], m.areas[0]
	event := tea.MouseMsg{X: r.X + a.Left, Y: r.Y + 5, Action: tea.MouseActionMotion}
	m.Update(event)
	for b.Loop() {
		if c.filter(m, event) != nil {
			b.Fatal("the movement changes something")
		}
	}
}

// On screen 3 the line below the points has the numbers of the point under the mouse, and a click moves the crosshair
// to it, which esc hides.
func TestReadOutOfAPoint(t *testing.T) {
	t.Parallel()
	m := newToyPoints(t)
	m.Update(nil)
	said := func() string { return m.texts[0][strings.LastIndex(m.texts[0], "\n")+1:] }
	legend := said()
	r := m.layout.Panes[frame.First]
	x, y := 0, 0
	for x = r.X; x < r.X+r.W && !strings.Contains(said(), "╳ point "); x += 4 {
		for y = r.Y; y < r.Y+r.H && !strings.Contains(said(), "╳ point "); y++ {
			m.Update(tea.MouseMsg{X: x, Y: y, Action: tea.MouseActionMotion})
		}
	}
	found := said()
	if !strings.Contains(found, "╳ point ") || !strings.Contains(found, "cluster") {
		t.Fatalf("over all cells the line is %q", found)
	}
	m.Update(tea.MouseMsg{X: 3, Y: 5, Action: tea.MouseActionMotion})
	if said() != legend {
		t.Errorf("over the knobs the line is %q, was %q", said(), legend)
	}
	for _, action := range []tea.MouseAction{tea.MouseActionPress, tea.MouseActionRelease} {
		m.Update(tea.MouseMsg{X: x - 4, Y: y - 1, Button: tea.MouseButtonLeft, Action: action})
	}
	at, _, _ := strings.Cut(found[strings.Index(found, "point "):], ":")
	if text := m.View(); !strings.Contains(m.Note.Text, at) || strings.Count(text, "╳ "+at) != 1 {
		t.Errorf("clicked at %q: %q\n%s", at, m.Note.Text, text)
	}
	press(m, "esc")
	if strings.Contains(m.View(), "╳") {
		t.Errorf("esc leaves the crosshair:\n%s", m.View())
	}
}

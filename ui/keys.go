package ui

import (
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"gramscope/model/lab"
	"gramscope/ui/screen"
)

// mode is the pane or the modal that receives the keys. Sets of modes are or-ed together.
type mode int

const (
	onKnobs   = mode(screen.OnKnobs)
	onFirst   = mode(screen.OnFirst) // the screen's charts
	onSecond  = mode(screen.OnSecond)
	onThird   = mode(screen.OnThird)
	onMethods = mode(screen.OnMethods)
	onCharts  = mode(screen.OnCharts)
)

const (
	onText mode = onMethods << (1 + iota) // a lesson's text
	inHelp
	inSearch  // typing what is sought in the help
	inMenu    // choosing in a menu, or typing what is sought there
	inMethods // choosing among all methods, or typing what is sought there
	inField   // typing a value
	inColumns // choosing target and features of a file
	inName    // typing the name of a file to write
	inCommand // typing a command
	inLoading

	onPanes  = onKnobs | onMethods | onCharts | onText
	choosing = onPanes &^ (onMethods | onText) // where up and down choose a knob
	inLists  = inMenu | inColumns
	typing   = inMenu | inField | inSearch | inMethods | inName | inCommand
	letters  = onPanes | inHelp | inColumns | inLoading // where letters are keys
	anywhere = letters | typing
)

// binding is a row of the table of keys.
type binding struct {
	keys string // as bubbletea names them, with blanks between; the blank key is "space"; a hint alone has its first key
	show string // how they are printed; "": as in keys; a pair has a blank between its keys, or is two characters
	does string // for the help
	hint string // for the footer; "" leaves it out there
	in   mode   // 0: onPanes
	run  func(*explorer) tea.Cmd
	by   func(m *explorer, by int) // in place of run, for a pair: the first half of the keys pass −1, the others 1

	own     bool   // whether a screen defines it
	wide    bool   // whether the footer of a wide window prefers it
	first   bool   // whether it is on the help's first page
	on      string // the key of its only screen; "" for all screens
	section string // of the help
	live    bool   // whether it is left out if results from files are shown
}

// applies reports whether the row is for a mode and a screen. on has the key of the screen, or of two side by side.
func (b *binding) applies(in mode, on string) bool { return b.in&in != 0 && strings.Contains(on, b.on) }

// acts reports whether the row is more than a hint.
func (b *binding) acts() bool { return b.run != nil || b.by != nil }

// has reports whether the row has a key.
func (b *binding) has(key string) bool {
	for name := range strings.FieldsSeq(b.keys) {
		if name == key {
			return true
		}
	}
	return false
}

// spaced returns how the keys are printed in the help: a pair has a blank between.
func (b *binding) spaced() string {
	if b.by == nil || strings.Contains(b.show, " ") {
		return b.show
	}
	return strings.Join(strings.Split(b.show, ""), " ")
}

// press carries out one of the row's keys.
func (b *binding) press(m *explorer, key string) tea.Cmd {
	if b.run != nil {
		return b.run(m)
	}
	keys := strings.Fields(b.keys)
	if slices.Index(keys, key) < len(keys)/2 {
		b.by(m, -1)
	} else {
		b.by(m, 1)
	}
	return nil
}

// do makes a handler that returns no command.
func do(f func(*explorer)) func(*explorer) tea.Cmd {
	return func(m *explorer) tea.Cmd { f(m); return nil }
}

// find returns the binding of a key in a mode on a screen. It searches the bindings of the screen before those of all
// screens.
func find(keys []binding, in mode, on, key string) (binding, bool) {
	for _, own := range []bool{true, false} {
		for _, b := range keys {
			if b.applies(in, on) && b.acts() && (b.on != "") == own && b.has(key) {
				return b, true
			}
		}
	}
	return binding{}, false
}

// keyboard handles a message of one key or several.
func (m *explorer) keyboard(msg tea.KeyMsg) tea.Cmd {
	var cmds []tea.Cmd
	m.pointOut(spot{}) // the mouse rests while keys are pressed
	for _, key := range expand(msg) {
		m.Note, m.dirty = lab.Note{}, true
		ok := m.safely(func() {
			if m.faults.blank && key.Type == tea.KeyEsc {
				m.retreat()
			}
			cmds = append(cmds, m.key(key))
		})
		if !ok && key.Type == tea.KeyCtrlC { // it ends the program in any state
			cmds = append(cmds, tea.Quit)
		}
	}
	return tea.Batch(cmds...)
}

// key runs the binding of a key, or types it where text is typed.
func (m *explorer) key(pressed tea.KeyMsg) tea.Cmd {
	name := pressed.String()
	if name == " " {
		name = "space"
	}
	if b, ok := find(m.keys(m.screen().key), m.mode(), m.on(), name); ok && !pressed.Paste {
		return b.press(m, name)
	}
	if open := m.open(); len(open) > 0 && open[0].typed != nil {
		open[0].typed.Key(pressed)
		m.line.Typed()
	}
	return nil
}

// expand splits a message into single keys. Several keys that arrive in one read, such as a key held down,
// are one message with many runes.
func expand(msg tea.KeyMsg) []tea.KeyMsg {
	if msg.Type != tea.KeyRunes || msg.Paste || len(msg.Runes) < 2 {
		return []tea.KeyMsg{msg}
	}
	keys := make([]tea.KeyMsg, len(msg.Runes))
	for i, r := range msg.Runes {
		keys[i] = tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{r}, Alt: msg.Alt}
	}
	return keys
}

// escape leaves the topmost modal, or else a search for widths, the crosshair, an expanded pane, a lesson, or numbers.
func (m *explorer) escape() {
	if open := m.open(); len(open) > 0 {
		m.carryOut(open[0].escape())
		return
	}
	switch {
	case m.learning != nil:
		m.stopLearning("the widths are as they were")
	case m.cross.On:
		m.cross.On = false
	case m.alone() || m.arranged == presented:
		m.showAll()
	case !m.numbers && m.reading():
		m.closeLesson()
	default:
		m.numbers = false
		m.send(m.screen(), screen.Escaped{})
	}
}

package ui

import (
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

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
	inAsking  // whether to replace one
	inShowing // reading a box
	inLoading

	onPanes  = onKnobs | onMethods | onCharts | onText
	choosing = onPanes &^ (onMethods | onText) // where up and down choose a knob
	inLists  = inMenu | inColumns
	typing   = inMenu | inField | inSearch | inMethods | inName | inCommand
	anywhere = onPanes | inHelp | inLists | typing | inLoading | inAsking | inShowing
)

// binding is a row of the table of keys.
type binding struct {
	keys []string // as bubbletea names them
	show string   // how they are printed; of a pair with a blank between, or as two characters
	does string   // for the help
	hint string   // for the footer; "" leaves it out there
	in   mode
	run  func(*explorer) tea.Cmd
	by   func(m *explorer, by int) // of a pair, in place of run: the first half of the keys go by −1, the others by 1

	wide    bool   // a wide window's footer offers it before others
	first   bool   // it is on the help's first page
	on      string // the key of the only screen that it is for; "" for all
	section string // of the help
	live    bool   // it is left out where results from files are shown
}

// single returns the rows of a pair: its keys, and its hint. Of other rows it returns the row.
func (b binding) single() []binding {
	if b.by == nil {
		return []binding{b}
	}
	shown := strings.Fields(b.show)
	if len(shown) == 1 {
		shown = strings.Split(b.show, "")
	}
	back, forth := b, b
	half := len(b.keys) / 2
	back.keys, back.show, back.hint, back.run = b.keys[:half], shown[0], "", do(func(m *explorer) { b.by(m, -1) })
	forth.keys, forth.show, forth.hint, forth.run = b.keys[half:], shown[1], "", do(func(m *explorer) { b.by(m, 1) })
	return []binding{back, forth, {show: b.show, hint: b.hint, in: b.in, on: b.on, live: b.live, section: b.section}}
}

// applies reports whether a key does something in a mode on a screen, or on one beside another: on are their keys.
func (b *binding) applies(in mode, on string) bool { return b.in&in != 0 && strings.Contains(on, b.on) }

// alive marks keys that are left out where results from files are shown.
func alive(keys []binding) []binding {
	for i := range keys {
		keys[i].live = true
	}
	return keys
}

// do makes a command-less handler.
func do(f func(*explorer)) func(*explorer) tea.Cmd {
	return func(m *explorer) tea.Cmd { f(m); return nil }
}

// find returns the binding of a key in a mode on a screen. The screen's own bindings are
// searched before those of all screens.
func find(keys []binding, in mode, on, key string) (binding, bool) {
	for _, own := range []bool{true, false} {
		for _, b := range keys {
			if b.applies(in, on) && b.run != nil && (b.on != "") == own && slices.Contains(b.keys, key) {
				return b, true
			}
		}
	}
	return binding{}, false
}

// modeOf returns the modes in which the focus is on one of the given panes.
func modeOf(on screen.Place) mode {
	if on&screen.OnKnobs != 0 {
		return mode(on) | onText
	}
	return mode(on)
}

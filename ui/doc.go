// Package ui is the explorer: the screens of gramscope in a terminal.
//
// The one tea.Model is explorer. A message goes this way, and no file calls one that stands before it:
//
//   - explorer.go takes a message. Keys (keyboard.go) and the mouse (mouse.go) go to what
//     covers the panes, if anything does (modal.go), or to the pane that has the focus
//     (position.go). Tables of keys (bindings.go, modalkeys.go) say what each does; help and
//     footer read them, too. What a background job has found (receive.go) goes to the bench
//     or to a screen.
//   - A screen (package screen, and screens.go) shows a part of the experiment. It changes
//     nothing: what it wants done it returns as values, as do the data chooser, the
//     dialog that writes files and the command line (commandline.go).
//   - controller.go has the experiment and what of it is shown. What is wanted (wanted.go) becomes
//     a lesson (lessons.go), a knob's value (knobs.go), or another change (change.go) of the
//     bench (package lab).
//   - charts.go has the window: it lays it out (package frame) and draws the charts that have changed.
//   - draw.go joins all that into the window's text: header.go and footer.go are its first
//     and its last line, and packages methodtable and samples are the table and the numbers.
//     Where the terminal has pictures, pixels.go draws the charts as such (package pixel).
//
// All computing happens in the runner's goroutines. What they find reaches Update at most 30 times a second.
package ui

// Package ui is the explorer: the screens of gramscope in a terminal.
//
// The one tea.Model is explorer. A message goes this way, and the files are in this order:
//
//   - explorer.go takes a message. Keys (keyboard.go) and the mouse (mouse.go) go to what
//     covers the panes, if anything does (modal.go), or to the pane that has the focus.
//     One table of keys (keys.go) says what each does; help and footer read it, too.
//     What a background job has found (receive.go) goes to the bench or to a screen.
//   - A screen (package screen, and screens.go) shows a part of the experiment. It changes
//     nothing: what it wants done it returns as values, as do the data chooser, the
//     dialog that writes files and the command line (commandline.go).
//   - wanted.go does what is wanted, on the bench (package lab), which has the experiment.
//   - charts.go lays the window out (layout.go) and draws the charts that have changed.
//   - frame.go joins all that into the window's text.
//
// All computing happens in the runner's goroutines. What they find reaches Update at most
// 30 times a second.
package ui

// Package ui is the explorer: the screens of gramscope in a terminal.
//
// There is one tea.Model, explorer; the parts of the screen are plain structs
// that turn their state into text of a given size. Update is a short router. A
// table of screens (screens.go) says what the digit keys show: knobs and methods
// stand on every one, and what is a screen's own is in a file of its name.
// All computing happens in the runner's goroutines, and what comes out of them
// reaches Update through its mailbox, at most 30 times a second. One table of
// keys (keys.go) drives dispatch, the help and the footer.
package ui

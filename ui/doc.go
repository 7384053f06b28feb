// Package ui is the explorer: the screens of gramscope in a terminal.
//
// There is one tea.Model, explorer. The experiment is on a bench (package lab), and what
// stands between knobs and methods is a screen's, one package each, met through the
// contract of package screen. Update is a short router: it hands messages on, and carries
// out what screens want done (carry.go), as do the rooms where data are chosen (chooser)
// and files written (save). What a command wants package prompt tells as a value
// (commandline.go), and a lesson's pane is drawn by the screen that lists them. A list of
// screens (screens.go) says what the digit keys show. All computing happens in the runner's
// goroutines, and what comes out of them reaches Update through its mailbox, at most 30
// times a second. One table of keys (keys.go) drives dispatch, the help and the footer.
package ui

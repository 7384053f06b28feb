// Package replay has the log of the explorer's states, each with its time, and the file of terminal output into which
// it is played.
//
// A log is a file of lines, each a JSON object: the sessions in the order of time, and below them results as below any
// session. So a log is also a session, which opens at its last state.
package replay

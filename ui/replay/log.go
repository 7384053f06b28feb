package replay

import (
	"bytes"
	"io"
	"math"
	"slices"
	"time"

	"gramscope/ui/session"
)

// MostStates is the maximum number of states in a log. The oldest give way to later ones.
const MostStates = 2000

// Log records states as they come. The zero value is an empty log.
type Log struct {
	lines [][]byte // of the sessions, the latest last
	last  []byte   // the latest without its time
	at    float64  // the time of the latest
	gone  int      // number of states that gave way
}

// Add adds a state at a time since the beginning, unless it is that of the latest. What the program changes by itself, as when
// it chooses the values of an axis, amends the latest state, which keeps its time. Add changes s.At. It reports whether the log has changed.
func (l *Log) Add(s *session.Session, at time.Duration, amends bool) bool {
	s.At = 0
	text, err := s.Text()
	if err != nil || bytes.Equal(text, l.last) {
		return false
	}
	amends = amends && len(l.lines) > 0
	if !amends {
		l.at = max(l.at, math.Round(at.Seconds()*1000)/1000)
	}
	s.At = l.at
	line, err := s.Text()
	if err != nil {
		return false
	}
	switch {
	case amends:
		l.lines[len(l.lines)-1] = line
	case len(l.lines) == MostStates:
		l.lines = append(slices.Delete(l.lines, 0, 1), line)
		l.gone++
	default:
		l.lines = append(l.lines, line)
	}
	l.last = text
	return true
}

// Len returns the number of states, and how many gave way to later ones.
func (l *Log) Len() (states, gone int) { return len(l.lines), l.gone }

// Time returns the time of the latest state.
func (l *Log) Time() time.Duration { return time.Duration(l.at * float64(time.Second)) }

// Content returns a function that writes the states so far, and below them what below writes.
func (l *Log) Content(below func(io.Writer) error) func(io.Writer) error {
	lines := slices.Clone(l.lines)
	return func(w io.Writer) error {
		for _, line := range lines {
			if _, err := w.Write(line); err != nil {
				return err
			}
		}
		return below(w)
	}
}

package replay

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"time"

	"gramscope/data"
	"gramscope/data/remedy"
	"gramscope/model"
	"gramscope/ui/session"
)

// mostLines is the maximum number of lines of a log.
const mostLines = 1 << 20

// Bounds on what is read, in bytes. A state has some thousand, a result some hundred.
const (
	mostLog   = 64 << 20
	mostState = 1 << 20
	mostLine  = 16 << 20 // of results
)

// mostSeconds is the largest time of a state, some thirty years.
const mostSeconds = 1e9

// want is what a log is expected to be.
const want = "a log that the explorer's key w has written"

// Step is a state of a log that was read.
type Step struct {
	*session.Session
	Line int // in the file, from 1
}

// Pause returns how long the state before a step is shown, at most that long.
func Pause(before, step Step, most time.Duration) time.Duration {
	return time.Duration(min(step.At-before.At, most.Seconds()) * float64(time.Second))
}

// Read reads a log of at least one state, and the results below. check checks a state; its error is a *data.Error. Errors are of
// type *data.Error and name the file and the line: it is damaged, or not one of a log. A last line that is not complete is left out.
// What else is wrong with results is a note of theirs.
func Read(r io.Reader, name string, check func(*session.Session) error) (steps []Step, results *session.Results, err error) {
	all := &io.LimitedReader{R: r, N: mostLog + 1}
	in := bufio.NewReaderSize(all, 64<<10)
	results = session.NewResults()
	fault := func(line int, problem string) error {
		return &data.Error{File: name, Line: line, Problem: problem, Want: want}
	}
	if err := checkStart(in, fault); err != nil {
		return nil, nil, err
	}
	for number := 1; ; number++ {
		if number > mostLines {
			return nil, nil, fault(number, "more lines than a log has")
		}
		line, err := readLine(in)
		switch {
		case errors.Is(err, io.EOF) && all.N == 0:
			return nil, nil, fault(0, "longer than "+model.Bytes(mostLog))
		case errors.Is(err, io.EOF) && len(steps) == 0:
			return nil, nil, fault(number, "the first state is cut short")
		case errors.Is(err, io.EOF):
			if len(line) > 0 {
				results.Notes = append(results.Notes, fmt.Sprintf("%s:%d: the file ends in the middle of this line, which is left out", name, number))
			}
			return steps, results, nil
		case errors.Is(err, errLong):
			return nil, nil, fault(number, "a line of more than "+model.Bytes(mostLine))
		case err != nil:
			return nil, nil, &data.Error{File: name, Problem: data.Cause(err), Want: want, Err: err}
		case len(bytes.TrimSpace(line)) == 0:
		case session.IsSession(line):
			s, err := state(line, steps, check)
			if err != nil {
				return nil, nil, placed(err, name, number)
			}
			steps = append(steps, Step{s, number})
		default:
			results.Add(line, number)
		}
	}
}

// checkStart returns an error for what does not begin like a log, whose first bytes it leaves unread.
func checkStart(in *bufio.Reader, fault func(line int, problem string) error) error {
	start, err := in.Peek(len(session.Start))
	var isSession bool
	if more, _ := in.Peek(1 << 10); bytes.HasPrefix(bytes.TrimSpace(more), []byte("{")) {
		isSession = bytes.Contains(more, []byte(session.Start[1:]))
	}
	switch {
	case session.IsSession(start):
		return nil
	case len(start) == 0 && errors.Is(err, io.EOF):
		return fault(0, "empty")
	case isSession:
		bad := fault(1, "this is a session of one state").(*data.Error)
		bad.Remedies = remedy.Do("open it with gramscope --session FILE")
		return bad
	case err != nil && !errors.Is(err, io.EOF):
		return fault(0, data.Cause(err))
	}
	return fault(1, "this is not a log of gramscope")
}

// state reads the line of a state that follows others.
func state(line []byte, before []Step, check func(*session.Session) error) (*session.Session, error) {
	if len(line) > mostState {
		return nil, &data.Error{Problem: "a state of more than " + model.Bytes(mostState), Want: want}
	}
	s, err := session.Decode(line)
	if err != nil {
		return nil, err
	}
	switch {
	case s.At < 0:
		return nil, session.Edited("at: the time %v is negative", s.At)
	case s.At > mostSeconds:
		return nil, session.Edited("at: %v seconds are more than thirty years", s.At)
	case len(before) > 0 && s.At < before[len(before)-1].At:
		return nil, session.Edited("at: the time runs back from %v to %v seconds", before[len(before)-1].At, s.At)
	}
	return s, check(s)
}

// placed returns an error with the place in the file.
func placed(err error, name string, line int) error {
	if own := (*data.Error)(nil); errors.As(err, &own) {
		own.File, own.Line = name, line
		return own
	}
	return &data.Error{File: name, Line: line, Problem: err.Error(), Err: err}
}

// errLong is the error of a line that is too long.
var errLong = errors.New("the line is too long")

// readLine reads a line without its end, which is valid until the next read. The error is io.EOF if the end is missing.
func readLine(in *bufio.Reader) (line []byte, err error) {
	part, err := in.ReadSlice('\n')
	for errors.Is(err, bufio.ErrBufferFull) {
		if line = append(line, part...); len(line) > mostLine {
			return nil, errLong
		}
		part, err = in.ReadSlice('\n')
	}
	if line != nil {
		part = append(line, part...)
	}
	return bytes.TrimSuffix(part, []byte("\n")), err
}

package replay

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strings"
	"time"
)

// Cast writes windows as an asciinema file of version 2: a line with the size of the terminal, and then a line [seconds, "o", text]
// for each window, with the lines of the window that differ from those before. See https://docs.asciinema.org/manual/asciicast/v2/.
type Cast struct {
	w      io.Writer
	lines  []string // of the last window
	height int
}

// NewCast begins a file for a terminal of so many columns and rows.
func NewCast(w io.Writer, columns, rows int, title string) (*Cast, error) {
	c := &Cast{w: w, height: rows}
	return c, c.line(struct {
		Version int               `json:"version"`
		Width   int               `json:"width"`
		Height  int               `json:"height"`
		Title   string            `json:"title,omitempty"`
		Env     map[string]string `json:"env"`
	}{2, columns, rows, title, map[string]string{"TERM": "xterm-256color"}})
}

// Codes of a terminal.
const (
	clearAll   = "\x1b[?25l\x1b[0m\x1b[2J" // and hide the cursor
	clearLine  = "\x1b[0m\x1b[2K"
	showCursor = "\x1b[0m\x1b[?25h"
)

// Show writes a window, which has at most as many lines as the terminal, each as wide as it or less. A window that is the one
// before writes nothing.
func (c *Cast) Show(at time.Duration, window string) error {
	var out strings.Builder
	if c.lines == nil {
		out.WriteString(clearAll)
		c.lines = make([]string, c.height)
	}
	now := strings.Split(window, "\n")
	for i := range c.lines {
		line := ""
		if i < len(now) {
			line = now[i]
		}
		if line != c.lines[i] {
			fmt.Fprintf(&out, "\x1b[%d;1H%s%s", i+1, clearLine, line)
			c.lines[i] = line
		}
	}
	if out.Len() == 0 {
		return nil
	}
	return c.event(at, out.String())
}

// End shows the cursor again at the end of the file, below the window's last line.
func (c *Cast) End(at time.Duration) error {
	return c.event(at, fmt.Sprintf("\x1b[%d;1H%s", c.height, showCursor))
}

func (c *Cast) event(at time.Duration, output string) error {
	return c.line([]any{math.Round(at.Seconds()*1000) / 1000, "o", output})
}

// line writes a value as a line of JSON, in one call.
func (c *Cast) line(v any) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return err
	}
	_, err := c.w.Write(b.Bytes())
	return err
}

package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/charmbracelet/lipgloss"
	"github.com/charmbracelet/x/ansi"

	"gramscope/data"
	"gramscope/data/atomicfile"
	"gramscope/data/legible"
	"gramscope/data/remedy"
	"gramscope/model/sweep"
)

// Report prints the error that [Run] returned and returns the exit status: 0 for success, 1 for a failure, 2 for wrong
// usage. A closed pipe on standard output, as behind `head`, is a success.
func Report(err error, stderr io.Writer) int {
	var wrong *sweep.SpecError
	switch {
	case err == nil, errors.Is(err, syscall.EPIPE):
		return 0
	case errors.Is(err, context.Canceled):
		err = errors.New("interrupted")
	}
	complain(err, stderr)
	if errors.As(err, &wrong) {
		return 2
	}
	return 1
}

// complain writes an error on one line, and what stands below it; joined errors get one line each.
func complain(err error, stderr io.Writer) {
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		for _, one := range joined.Unwrap() {
			complain(one, stderr)
		}
		return
	}
	fmt.Fprintf(stderr, "gramscope: %s\n", legible.Message(remedy.Message(err, flagged())))
	var file *data.Error
	if errors.As(err, &file) {
		for _, line := range file.Below {
			fmt.Fprintf(stderr, "  %s\n", legible.Text(line))
		}
	}
}

// flagged returns the words of remedies for the command line, which name settings as flags.
func flagged() remedy.Words {
	return remedy.Words{
		Name: func(setting string) string { return "--" + setting },
		By: func(setting, value string) string {
			switch {
			case setting == "set":
				return "(`gramscope data` lists them)"
			case setting == "format":
				return "with `gramscope sweep --format " + value + "`"
			case value == "":
				return "with --" + setting
			}
			return "with --" + setting + " " + legible.Shell(value)
		},
	}
}

// notes prints notes to standard error, one per line.
func (p *program) notes(list ...remedy.Note) {
	for _, line := range remedy.Texts(list, flagged()) {
		p.note("%s", line)
	}
}

// note prints a note to standard error, unless it has been printed before.
func (p *program) note(format string, args ...any) {
	if text := fmt.Sprintf(format, args...); !slices.Contains(p.noted, text) {
		p.noted = append(p.noted, text)
		p.say("note: " + text)
	}
}

// say writes lines to standard error and ignores errors.
func (p *program) say(lines ...string) {
	for _, line := range lines {
		fmt.Fprintln(p.stderr, legible.Message(line))
	}
}

// write writes a text to standard output.
func (p *program) write(text string) error { return writeFolded(p.stdout, text) }

func writeFolded(w io.Writer, text string) error {
	_, err := io.WriteString(w, folded(text, width(w)))
	return err
}

// lastColumn matches a line up to its last column, commandLine a line that is a command.
var lastColumn, commandLine = regexp.MustCompile(`^.*  `),
	regexp.MustCompile(`^ *(\S+ .*\| )?gramscope( \S+)*( +#.*)?$`)

// folded breaks lines of more than most cells at blanks, and begins the rest of a line below its last column. Command
// lines stay whole, to be copied.
func folded(text string, most int) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		before := lastColumn.FindString(line)
		indent := lipgloss.Width(before)
		if room := most - indent; room > 0 && lipgloss.Width(line) > most && !commandLine.MatchString(line) {
			const hyphen = "\uE000" // in place of hyphens, with which flags and numbers begin
			rest := ansi.Wordwrap(strings.ReplaceAll(line[len(before):], "-", hyphen), room, "")
			rest = strings.ReplaceAll(rest, "\n", "\n"+strings.Repeat(" ", indent))
			lines[i] = before + strings.ReplaceAll(rest, hyphen, "-")
		}
	}
	return strings.Join(lines, "\n")
}

// writeText writes a text to a file, and says so.
func (p *program) writeText(to *atomicfile.Destination, text string) error {
	err := to.Write(func(w io.Writer) error { _, err := io.WriteString(w, text); return err })
	if err == nil && to.Path != "-" {
		p.say("wrote " + to.String())
	}
	return err
}

// bar is the progress line on standard error. A bar without a writer draws nothing.
type bar struct {
	w     io.Writer // nil if the bar is not drawn
	total int

	known, done int
	since       time.Time
}

// progress returns the progress line of total runs; known runs are done already. It is drawn on terminals only.
func (p *program) progress(total, known int) *bar {
	b := &bar{total: total, known: known, since: time.Now()}
	if isScreen(p.stderr) {
		b.w = p.stderr
	}
	return b
}

func (b *bar) draw() {
	if b.w == nil {
		return
	}
	text := sweep.FormatTime(time.Since(b.since)) + " so far"
	if left, known := sweep.TimeLeft(b.done, b.total-b.known, time.Since(b.since)); known {
		text = "about " + sweep.FormatTime(left) + " left"
	}
	fmt.Fprintf(b.w, "\r\x1b[K%d/%d runs, %s", b.known+b.done, b.total, text)
}

// clear erases the line, so that a row can be written to the same terminal.
func (b *bar) clear() {
	if b.w != nil {
		fmt.Fprint(b.w, "\r\x1b[K")
	}
}

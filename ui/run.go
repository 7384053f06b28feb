package ui

import (
	"context"
	"errors"
	"image/color"
	"io"
	"os"
	"reflect"
	"runtime/debug"
	"sync"
	"syscall"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"gramscope/data"
	"gramscope/data/remedy"
	"gramscope/model"
	"gramscope/model/job"
	"gramscope/model/lab"
	"gramscope/model/lesson"
	"gramscope/model/sweep"
	"gramscope/ui/keep"
	"gramscope/ui/look"
	"gramscope/ui/pixel"
	"gramscope/ui/screen/lessons"
	"gramscope/ui/session"
	"gramscope/ui/terminal"
)

// Config has the data and the settings that the explorer starts with.
type Config struct {
	Source  data.Source
	Spec    sweep.Spec     // the first setting; Over's first axis is swept, m if there is none
	Methods []model.Method // all methods, in the order of display
	Workers int            // goroutines that compute, at least 1

	Glyphs string // auto, braille, line or ascii
	Theme  string // one of Themes
	Pixels string // one of pixel.Names

	Input  io.Reader // the terminal
	Output io.Writer

	Recorded *lab.Recorded    // results to show instead of computing any; Source and Spec are not used then
	Session  *session.Session // the session to restore; nil: the first screen as it is
	Parts    []session.Field  // parts of what is shown, set after Session
	Lesson   *lesson.Lesson   // the lesson to open; Source and Spec are its preset; nil for none
	Class    *Class           // the class that takes Lesson; nil: one reader
	Shown    lab.Shown        // by the first chart

	Keeper *keep.Keeper // of results and the session; nil for none

	// Arguments returns the arguments that open the explorer in a state on some data, or nil if these would be too
	// long. A nil function stands for one that returns nil.
	Arguments func(s *session.Session, source data.Source) []string

	LoadOptions data.Options  // for files chosen on the screen
	Warnings    []remedy.Note // shown at the start
	Version     string

	pause time.Duration // see lab.Config; 0 in tests that press keys at once
}

// Class is a class that takes a lesson in its room.
type Class struct {
	Answers []lessons.Answer // to the lesson's steps; Run starts with these and stores the new ones at its end
}

// patience is how long quitting waits for work that can't be interrupted, filePatience how long it waits for files
// that are being written.
const (
	patience     = 20 * time.Millisecond
	filePatience = 5 * time.Second
)

// Run shows the explorer until the user quits or ctx is cancelled. It handles no signals: the caller cancels ctx at
// one. A closed terminal is an error. Errors of data and methods appear on the screen.
func Run(ctx context.Context, c Config) error {
	l := look.New(c.Glyphs, c.Theme, os.Getenv)
	r := job.NewRunner(ctx)
	defer r.Close(patience)
	defer r.AwaitFiles(filePatience)
	c.pause = 150 * time.Millisecond
	first := newExplorer
	if c.Recorded != nil {
		first = newViewer
	}
	m := first(c, l, r, time.Now)
	m.pixels.screen = pixel.NewScreen(c.Output, pixel.Choose(c.Pixels, os.Getenv))
	m.output = m.pixels.screen
	m.pixels.measure()
	filter := &calm{clock: time.Now}
	var program *tea.Program
	input := terminal.Input(c.Input, func(paper color.NRGBA) { program.Send(backgroundMsg(paper)) })
	program = tea.NewProgram(m, tea.WithContext(ctx), tea.WithoutSignalHandler(), tea.WithAltScreen(),
		tea.WithMouseAllMotion(), tea.WithFilter(filter.filter), tea.WithInput(input), tea.WithOutput(m.output))
	m.rest.program = program
	_, err := program.Run()
	m.endKeeping()
	if c.Class != nil {
		c.Class.Answers = m.lessons.Answers(*c.Lesson)
	}
	if ctx.Err() != nil && errors.Is(err, tea.ErrProgramKilled) {
		return ctx.Err()
	}
	if errors.Is(err, terminal.ErrClosed) || errors.Is(err, syscall.EIO) {
		return terminal.ErrClosed
	}
	return err
}

const (
	framePeriod = time.Second / 60
	restAfter   = 2 * time.Second // without a message
)

// rest stops the ticker of bubbletea's renderer, which draws at most one frame a tick, while there are no messages. The
// zero value does nothing.
type rest struct {
	program *tea.Program

	mu     sync.Mutex
	ticker *time.Ticker
	timer  *time.Timer
	woken  time.Time
}

// wake lets the ticker run until there has been no message for restAfter.
func (r *rest) wake() {
	if r.program == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.ticker == nil {
		r.ticker = tickerOf(r.program)
		r.timer = time.AfterFunc(restAfter, r.sleep)
	}
	r.woken = time.Now()
	r.timer.Reset(restAfter)
	r.ticker.Reset(framePeriod)
}

// sleep stops the ticker and returns memory to the system, unless a message came since. The collector alone would keep
// the garbage of earlier settings for minutes.
func (r *rest) sleep() {
	r.mu.Lock()
	rests := time.Since(r.woken) >= restAfter
	if rests {
		r.ticker.Stop()
	}
	r.mu.Unlock()
	if rests {
		debug.FreeOSMemory()
	}
}

// tickerOf returns the ticker of a running program's renderer. The field is not exported, and no option of bubbletea
// stops the ticker.
func tickerOf(p *tea.Program) *time.Ticker {
	renderer := reflect.ValueOf(p).Elem().FieldByName("renderer").Elem().Elem()
	return (*time.Ticker)(renderer.FieldByName("ticker").UnsafePointer())
}

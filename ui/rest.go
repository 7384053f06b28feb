package ui

import (
	"reflect"
	"runtime/debug"
	"sync"
	"time"

	tea "github.com/charmbracelet/bubbletea"
)

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
		if r.ticker = tickerOf(r.program); r.ticker == nil {
			return
		}
		r.timer = time.AfterFunc(restAfter, r.sleep)
	}
	r.woken = time.Now()
	r.timer.Reset(restAfter)
	r.ticker.Reset(framePeriod)
}

// sleep stops the ticker and gives memory back to the system, unless a message came just now. The collector alone would
// keep the garbage of settings that were left for minutes.
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

// tickerOf returns the ticker of a running program's renderer, nil for a bubbletea whose renderer has none: then it
// never rests. The field is not exported, and no option of bubbletea stops it.
func tickerOf(p *tea.Program) *time.Ticker {
	renderer := reflect.ValueOf(p).Elem().FieldByName("renderer")
	if !renderer.IsValid() || renderer.IsNil() || renderer.Elem().Kind() != reflect.Pointer {
		return nil
	}
	ticker := renderer.Elem().Elem().FieldByName("ticker")
	if !ticker.IsValid() || ticker.Type() != reflect.TypeFor[*time.Ticker]() {
		return nil
	}
	return (*time.Ticker)(ticker.UnsafePointer())
}

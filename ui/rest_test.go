package ui

import (
	"bytes"
	"io"
	"strings"
	"sync"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
)

// resting is a model whose renderer rests at once after the first message.
type resting struct {
	rest  *rest
	shown string
}

func (m resting) Init() tea.Cmd { return nil }
func (m resting) View() string  { return m.shown }

func (m resting) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if text, ok := msg.(string); ok {
		m.shown = text
		m.rest.wake()
	}
	return m, nil
}

// drawn collects what is drawn.
type drawn struct {
	mu   sync.Mutex
	text bytes.Buffer
	more chan struct{}
}

func (d *drawn) Write(p []byte) (int, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.text.Write(p)
	select {
	case d.more <- struct{}{}:
	default:
	}
	return len(p), nil
}

func (d *drawn) waitFor(t *testing.T, text string) {
	t.Helper()
	for {
		d.mu.Lock()
		found := strings.Contains(d.text.String(), text)
		d.mu.Unlock()
		if found {
			return
		}
		select {
		case <-d.more:
		case <-time.After(20 * time.Second):
			t.Fatalf("%q is not drawn", text)
		}
	}
}

// TestRendererRests: the ticker of bubbletea's renderer is found, and a message after a rest is drawn. If the renderer
// of a later bubbletea has none, wake panics: see whether that renderer rests by itself.
func TestRendererRests(t *testing.T) {
	out, r := &drawn{more: make(chan struct{}, 1)}, new(rest)
	in, keys := io.Pipe()
	defer keys.Close()
	r.program = tea.NewProgram(resting{rest: r}, tea.WithInput(in), tea.WithOutput(out), tea.WithoutSignalHandler())
	ended := make(chan error)
	go func() {
		_, err := r.program.Run()
		ended <- err
	}()
	r.program.Send("first")
	out.waitFor(t, "first")
	r.mu.Lock()
	r.woken = r.woken.Add(-restAfter)
	r.mu.Unlock()
	r.sleep()
	r.program.Send("second")
	out.waitFor(t, "second")
	r.program.Quit()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"time"

	"gramscope/data/atomicfile"
	"gramscope/data/legible"
	"gramscope/data/remedy"
	"gramscope/ui"
	"gramscope/ui/replay"
)

// writeCast writes a replay as an asciinema file. log names the replay. If ctx is cancelled the file has the states so far.
func (p *program) writeCast(ctx context.Context, s *replaySettings, log string, config ui.Config) error {
	to := atomicfile.Destination{Path: s.cast, Stdout: p.screen, Overwrite: s.replace, What: "the cast",
		Another: remedy.By("name another", "cast", ""), Replace: remedy.By("replace it", "force", "")}
	if err := to.Check(); err != nil {
		return err
	}
	for _, note := range config.Warnings {
		p.note("%s", note)
	}
	steps := len(config.Replay.Steps)
	progress := p.progress(steps)
	progress.start(0)
	done := 0
	err := to.Write(func(w io.Writer) error {
		cast, err := replay.NewCast(w, s.w, s.h, "gramscope: "+legible.Text(log))
		if err != nil {
			return err
		}
		last := time.Duration(0)
		rest, err := ui.Play(ctx, config, s.w, s.h, s.time, func(step int, at time.Duration, window string) error {
			last = at
			if err := cast.Show(at, window); err != nil {
				return err
			}
			if done == step {
				progress.step()
			}
			done = step + 1
			return nil
		})
		if errors.Is(err, ctx.Err()) && done > 0 { // what there is is kept
			err = nil
		}
		if err != nil {
			return err
		}
		return cast.End(last + rest)
	})
	progress.clear()
	switch {
	case err != nil:
		return err
	case ctx.Err() != nil:
		p.note("%d of %d states are written to %s, a whole file", done, steps, to)
		return ctx.Err()
	case s.cast != "-":
		p.say(fmt.Sprintf("wrote %s: %d states", filepath.Clean(to.String()), done))
	}
	return nil
}

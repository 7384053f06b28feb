package command

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"gramscope/data"
	"gramscope/data/remedy"
	"gramscope/model"
	"gramscope/model/kernel"
	"gramscope/model/linalg"
	"gramscope/model/sweep/memory"
	"gramscope/ui"
	"gramscope/ui/keep"
	"gramscope/ui/replay"
	"gramscope/ui/session"
)

// replaySettings holds the flags of the command replay.
type replaySettings struct {
	flags    *flags
	screen   screenFlags
	speed    float64
	recorded bool

	cast    string
	replace bool
	w, h    int
	time    time.Duration // limit for a state of the cast
}

// replayFlags defines the flags of the command replay.
func replayFlags(c command) *replaySettings {
	s := &replaySettings{flags: newFlags(c), speed: 1, w: 120, h: 40, time: time.Minute}
	f := s.flags
	f.group("replay")
	f.add("speed", "S", fmt.Sprintf("S times as fast as it was recorded, from %v to %v, or 0 to stand still until a key is pressed; pauses of more than %v are shortened (default 1)", ui.MinSpeed, ui.MaxSpeed, ui.MostPause), func(text string) (err error) {
		if s.speed, err = strconv.ParseFloat(text, 64); err != nil || s.speed != 0 && !(s.speed >= ui.MinSpeed && s.speed <= ui.MaxSpeed) {
			return &usageError{fmt.Sprintf("%q is not a speed", text), fmt.Sprintf("give a number from %v to %v, or 0", ui.MinSpeed, ui.MaxSpeed)}
		}
		return nil
	})
	f.addBool("recorded", "show the results that the log has, and compute no other runs; matrices, streams and what else a log does not have are computed still", &s.recorded)
	f.group("without a screen")
	f.text("cast", "FILE", "write the replay as an asciinema file (version 2) to FILE, or to standard output (-): each state when its results are complete", &s.cast)
	f.add("size", "WxH", "columns and rows of its terminal (default 120x40)", func(text string) error {
		if n, err := fmt.Sscanf(text, "%dx%d", &s.w, &s.h); n < 2 || err != nil || text != fmt.Sprintf("%dx%d", s.w, s.h) || s.w < 20 || s.h < 6 || s.w > 500 || s.h > 200 {
			return &usageError{fmt.Sprintf("%q is not a size of a terminal", text), "give columns and rows, such as 120x40, from 20x6 to 500x200"}
		}
		return nil
	})
	f.duration("time", "how long the results of a state may take, which is then shown as far as it is", &s.time)
	f.addBool("force", "replace FILE if it exists", &s.replace)
	s.screen.define(f)
	return s
}

// replay shows a log again, or writes it as an asciinema file.
func (p *program) replay(ctx context.Context, c command, args []string) error {
	s := replayFlags(c)
	name, helped, err := s.flags.read(args, "LOG", p.stdout,
		"In the explorer, w writes the log: every state since it was opened, with its time, and below them the results. A replay shows the states again.\n"+
			"space shows the next one, backspace the one before, enter stops and goes on, + and - change the speed, and esc ends the replay in the present state.\n"+
			"Any other key does what it always does, and stops the replay; space then goes on with the log.",
		"A replay opens the data that the states name, as --session does: regular files only, and nothing else that the log names. All are opened before it begins.\n"+
			"The explorer keeps nothing of a replay for --continue. A log is also a session: gramscope --session LOG opens it at its last state.")
	switch {
	case helped || err != nil:
		return err
	case name == "":
		return &usageError{"no log to replay", "the explorer's key w writes one"}
	case s.cast == "" && slices.ContainsFunc([]string{"size", "time", "force"}, s.flags.isGiven):
		return &usageError{"--size, --time and --force are for --cast", "give --cast FILE as well"}
	case s.cast != "" && s.speed == 0:
		return &usageError{"--cast needs a pace, and --speed 0 is none", "leave --speed out"}
	}
	steps, results, err := p.readLog(ctx, name)
	if err != nil {
		return err
	}
	limit, _ := model.MachineMemory()
	limit = min(steps[0].Spec.MaxMemory, limit)
	limitMemory(limit)
	var keys io.Reader
	if s.cast == "" {
		piped := ""
		if name == "-" {
			piped = "the log"
		}
		var closeKeys func()
		if keys, closeKeys, err = p.keys(piped); err != nil {
			return err
		}
		defer closeKeys()
	}
	sources, notes, err := p.openSteps(ctx, name, steps, limit)
	if err != nil {
		return err
	}
	changed := changedData(name, steps, sources, results)
	if changed != nil && s.recorded {
		return changed
	}
	if changed != nil {
		notes = append(notes, remedy.Notes(changed.Problem+": the replay differs from what was recorded")...)
	}
	for _, text := range results.Notes {
		notes = append(notes, remedy.Notes(text)...)
	}
	config := ui.Config{
		Source: sources[0], Spec: steps[0].Spec.Clone(), Session: steps[0].Session, Methods: p.methods, Workers: max(1, runtime.NumCPU()-1), Glyphs: s.screen.glyphs, Theme: s.screen.theme, Pixels: s.screen.pixels,
		Replay:    &ui.Replay{Steps: steps, Sources: sources, Speed: s.speed, Recorded: s.recorded},
		Arguments: p.arguments, LoadOptions: data.Options{Dialect: steps[0].Data.Dialect(), MaxBytes: model.UsableMemory(limit), Spectral: linalg.Spectral}, Warnings: notes, Version: version(),
	}
	if s.recorded {
		config.Keeper = keep.New("", version(), results, "")
		config.Keeper.RecallOnly(true)
	}
	if s.cast != "" {
		return p.writeCast(ctx, s, filepath.Base(name), config)
	}
	config.Input, config.Output = keys, p.screen
	return ui.Run(ctx, config)
}

// readLog reads a log's file, or standard input for "-".
func (p *program) readLog(ctx context.Context, path string) ([]replay.Step, *session.Results, error) {
	in, name := p.stdin, "standard input"
	if path != "-" {
		file, err := os.Open(path)
		if err != nil {
			bad := &data.Error{File: path, Problem: data.Cause(err), Want: "a log that the explorer's key w has written", Err: err}
			if errors.Is(err, fs.ErrNotExist) {
				bad.Problem = "no such file"
			}
			return nil, nil, bad
		}
		defer file.Close()
		in, name = file, path
	}
	type read struct {
		steps   []replay.Step
		results *session.Results
	}
	log, err := await(ctx, func() (l read, err error) {
		l.steps, l.results, err = ui.ReadLog(in, name, p.methods)
		return l, err
	})
	return log.steps, log.results, err
}

// openSteps opens the data of all steps. Data that several steps name are opened once. limit bounds the memory of all, in bytes.
func (p *program) openSteps(ctx context.Context, name string, steps []replay.Step, limit int64) (sources []data.Source, notes []remedy.Note, err error) {
	opened := map[string]data.Source{}
	total := int64(0)
	for _, step := range steps {
		text, err := json.Marshal(step.Data)
		if err != nil {
			return nil, nil, err
		}
		matrix := step.Spec.Kernel == kernel.Precomputed
		key := fmt.Sprint(matrix, string(text))
		if opened[key] == nil {
			source, more, err := p.openStep(ctx, step, limit)
			if err != nil {
				return nil, nil, inLog(name, step, err)
			}
			if total += memory.Of(source).Table(); total > model.UsableMemory(limit) {
				return nil, nil, inLog(name, step, data.TooMuchMemory(total, model.UsableMemory(limit)))
			}
			opened[key] = source
			notes = append(notes, more...)
		}
		sources = append(sources, opened[key])
	}
	return sources, notes, nil
}

// openStep opens the data of a step.
func (p *program) openStep(ctx context.Context, step replay.Step, limit int64) (data.Source, []remedy.Note, error) {
	d := step.Data
	if d.File == "-" {
		return nil, nil, &data.Error{Problem: "the data came from standard input", Remedies: remedy.Do("write them to a file, open that, and write the log anew")}
	}
	if d.File == "" && !isGenerator(d.Set) {
		return nil, nil, &data.Error{Problem: fmt.Sprintf("this program has no built-in set %q", d.Set)}
	}
	for _, path := range []string{d.File, d.Landmarks} {
		if path == "" {
			continue
		}
		info, err := os.Stat(path)
		if err == nil && !info.Mode().IsRegular() {
			err = errors.New("not a regular file")
		}
		if err != nil {
			return nil, nil, &data.Error{Problem: "the data file " + path + " can't be opened: " + data.Cause(err), Remedies: remedy.Do("put it back"), Err: err}
		}
	}
	l := loader{flags: newFlags(command{}), choice: data.Choice{Target: d.Target, Columns: d.Columns, Categorical: d.Categorical, DropMissing: d.DropMissing, Indefinite: d.Indefinite},
		dialect: d.Dialect(), landmarks: d.Landmarks, maxBytes: limit, kernel: &step.Spec.Kernel}
	return l.open(ctx, d.Set+d.File, strings.NewReader(""))
}

// inLog returns an error about the data of a step, with its place in the log.
func inLog(name string, step replay.Step, err error) error {
	if errors.Is(err, context.Canceled) {
		return err
	}
	if own := (*data.Error)(nil); errors.As(err, &own) && own.File == "" {
		own.File, own.Line = name, step.Line
		return own
	}
	return fmt.Errorf("%s:%d: %w", name, step.Line, err)
}

// changedData returns an error for the first data that are not those on which the log's results were computed, or nil.
func changedData(name string, steps []replay.Step, sources []data.Source, results *session.Results) *data.Error {
	seen := map[data.Source]bool{}
	for i, source := range sources {
		if _, isFile := source.(*data.File); !isFile || seen[source] {
			continue
		}
		seen[source] = true
		if results.Changed(session.OriginOf(source, version())) != "" {
			return &data.Error{File: name, Line: steps[i].Line, Problem: source.Name() + ", or the program, has changed since the log was written",
				Remedies: remedy.Do("leave --recorded out, and the replay computes")}
		}
	}
	return nil
}

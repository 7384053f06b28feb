package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"gramscope/data"
	"gramscope/model"
	"gramscope/model/lab"
	"gramscope/model/sweep"
	"gramscope/ui"
)

// view is the command that opens the results of earlier sweeps in the explorer's charts.
func (p *program) view() *flags {
	f := newFlags("view [flags] RESULTS.csv...", "show earlier or remote sweeps in the explorer's charts", aFile)
	screen := &screenFlags{}
	screen.define(f)
	var maxMemory int64
	f.heading = "data"
	f.memory("refuse results that need more memory than this", &maxMemory)
	f.any(func(ctx context.Context, names []string) error {
		if len(names) > 0 {
			if err := p.needScreen("", "the files are CSV, which other programs read, too"); err != nil {
				return err
			}
		}
		all, err := results(ctx, names, maxMemory)
		if err != nil {
			return err
		}
		return p.open(ctx, screen, ui.Config{Recorded: all})
	})
	return f
}

// results joins files of results for a command.
func results(ctx context.Context, names []string, maxMemory int64) (*lab.Recorded, error) {
	if len(names) == 0 {
		return nil, usage("no file of results", "`gramscope sweep --format csv > RESULTS.csv` writes one")
	}
	limitMemory(maxMemory)
	return data.Await(ctx, func() (*lab.Recorded, error) { return readResults(names, model.UsableMemory(maxMemory)) })
}

// readResults joins files of results in the order given. It returns an error if they need more than maxMemory bytes.
func readResults(names []string, maxMemory int64) (*lab.Recorded, error) {
	all := &lab.Recorded{Files: names}
	var results sweep.Results
	for _, name := range names {
		file, err := os.Open(name)
		if err != nil {
			return nil, fmt.Errorf("%s: %s, expected a file that `gramscope sweep --format csv` wrote", name, data.Cause(err))
		}
		cut, err := results.Read(file, name, maxMemory)
		file.Close()
		if errors.Is(err, io.EOF) {
			return nil, fmt.Errorf("%s is empty, expected a file that `gramscope sweep --format csv` wrote", name)
		}
		if err != nil {
			return nil, err
		}
		if cut > 0 {
			note := fmt.Sprintf("%s:%d: the file ends in the middle of this line, which is left out", name, cut)
			all.Notes = append(all.Notes, note)
		}
	}
	all.Header, all.Places, all.Rows = results.Header, results.Places, results.Rows
	if len(all.Rows) == 0 {
		return nil, fmt.Errorf("%s: no rows below the header; run the sweep, or name other files", names[0])
	}
	return all, nil
}

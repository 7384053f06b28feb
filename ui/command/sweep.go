package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"gramscope/data"
	"gramscope/data/legible"
	"gramscope/data/remedy"
	"gramscope/model/lab"
	"gramscope/model/sweep"
	"gramscope/model/trial"
)

// sweep is the command that runs the experiment and writes its rows.
func (p *program) sweep() *flags {
	f := newFlags("sweep [flags] [DATA]", "run the explorer's experiment without a screen: a row for each run", dataset)
	s := experiment(f, p.methods)
	var resume string
	shard := sweep.Shard{Part: 1, Of: 1}
	f.add("shard", "I/N", "run part I of N, from 1; the rows of all parts, in order, are the rows of the whole grid",
		read(&shard, sweep.ParseShard))
	f.add("resume", "FILE", "take finished rows from an earlier CSV file, and compute the others", asText(&resume))
	s.figureFlags()
	f.one("DATA", func(ctx context.Context, name string) error { return p.writeSweep(ctx, s, name, shard, resume) })
	return f
}

// writeSweep runs a part of the experiment and writes its rows. It takes finished rows from the file resume.
func (p *program) writeSweep(ctx context.Context, s *settings, name string, shard sweep.Shard, resume string) error {
	if s.format == "" && isTerminal(p.stdout) {
		s.format = "table"
	}
	plan, err := p.plan(ctx, s, name)
	if err != nil {
		return err
	}
	if plan.Take(shard); len(plan.Cells) == 0 {
		p.note("part %d of %d has no rows: there are more parts than runs", shard.Part, shard.Of)
	}
	known, err := data.Await(ctx, func() ([]*sweep.Result, error) { return p.finished(ctx, plan, resume) })
	if err != nil {
		return err
	}
	s.workers = p.workersFor(min(s.workers, len(plan.Cells)), plan.CheckMemory)
	if s.workers > 1 {
		p.note("%d runs at a time: seconds are comparable only with --workers 1", s.workers)
	}
	w, err := p.rowWriter(cmp.Or(s.format, "csv"), plan, strings.Split(s.flags.value("figures").text, ","))
	if err != nil {
		return err
	}
	rows := &rows{plan: plan, known: known, out: w, p: p}
	if shard.Of == 1 {
		rows.latest = map[string][]sweep.Result{}
	}
	if err := rows.write(ctx, s.workers); err != nil {
		return err
	}
	if s.format == "table" { // a table has no column for warnings
		p.notes(remedy.Notes(rows.warnings()...)...)
		for _, said := range lab.Judge(plan.Spec, rows.latest) {
			text := said.Text
			if len(plan.Spec.Over) > 0 {
				text = "at the last values, " + text
			}
			if name, value, ok := strings.Cut(said.Do, " "); ok {
				text += " (" + legible.Shell("--"+name, value) + ")"
			}
			p.note("%s", text)
		}
	}
	return rows.verdict()
}

// workersFor returns the largest number up to workers that the memory limit allows, with a note if it is smaller.
func (p *program) workersFor(workers int, check func(workers int) error) int {
	most := workers
	for most > 1 && check(most) != nil {
		most--
	}
	if most < workers {
		p.note("%d at a time, not %d: --max-memory does not allow more", most, workers)
	}
	return most
}

// plan opens the data, plans the runs and prints notes on both.
func (p *program) plan(ctx context.Context, s *settings, name string) (*sweep.Plan, error) {
	source, notes, err := s.loader.open(ctx, name, p.stdin)
	if err != nil {
		return nil, err
	}
	spec, more, err := s.specFor(source)
	if err != nil {
		return nil, err
	}
	spec.Figures = s.figures(spec.MostRows(source.Rows()))
	isRidge := cmp.Or(spec.Learner, trial.LearnRidge) == trial.LearnRidge
	if !isRidge { // the learner takes numbers as classes
		notes = slices.DeleteFunc(notes, func(n remedy.Note) bool { return n.Remedies.For("categorical") })
	}
	plan, err := s.prepare(ctx, spec, source)
	if err != nil {
		return nil, err
	}
	p.notes(slices.Concat(targetNotes(source, isRidge), notes, remedy.Notes(more...), plan.Notes)...)
	return plan, nil
}

// targetNotes returns a note on the target of a file. ofNumbers says that numbers are learned.
func targetNotes(source data.Source, ofNumbers bool) []remedy.Note {
	file, ok := source.(*data.File)
	switch {
	case !ok:
		return nil
	case !file.HasTarget() && data.MatrixOf(file) != nil:
		return remedy.Notes("no target; --target FILE names one")
	case !file.HasTarget():
		return remedy.Notes("no target: all columns are used as features")
	}
	line := "target: " + file.Target()
	if place := file.TargetPlace(); place != "" {
		line += ", " + place + " (--target NAME or --target none changes that)"
	}
	if ofNumbers && file.Classes() == nil {
		line += "; it is centred by its mean over the training rows"
	}
	return remedy.Notes(line)
}

// finished reads the rows of an earlier run from the file of --resume: one for each cell, nil for those to compute.
func (p *program) finished(ctx context.Context, plan *sweep.Plan, name string) ([]*sweep.Result, error) {
	if name == "" {
		return make([]*sweep.Result, len(plan.Cells)), nil
	}
	file, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("--resume: %s: %s", name, data.Cause(err))
	}
	defer file.Close()
	known, cut, err := plan.Finished(file, name)
	if errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("--resume: %s is empty; the shell empties a file behind >: write to another file", name)
	}
	if err != nil {
		return nil, fmt.Errorf("--resume: %w", err)
	}
	if err := plan.Verify(ctx, known); err != nil {
		return nil, fmt.Errorf("--resume: %s: %w", name, err)
	}
	if !slices.ContainsFunc(known, func(row *sweep.Result) bool { return row != nil }) {
		p.note("--resume: no row of %s is of a run of this grid: all are computed", name)
	}
	if cut > 0 {
		p.note("%s:%d: the file ends in the middle of this line: its run is computed again", name, cut)
	}
	return known, nil
}

package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/charmbracelet/lipgloss"
	"github.com/spf13/pflag"

	"gramscope/data"
	"gramscope/model"
	"gramscope/model/advice"
	"gramscope/model/number"
	"gramscope/model/promise"
	"gramscope/model/sweep"
	"gramscope/model/trial"
)

// listMethods is the command that lists all methods, describes one, or names those to try first on data.
func (p *program) listMethods() *flags {
	f := newFlags("methods [flags] [NAME]", "list the methods, describe or check one, or name three to try first on data",
		among(methodWords(p.methods)))
	f.omitted = []string{"exact-limit", "test", "landmarks"}
	s, m, on, check := newSettings(f, p.methods), int(model.Budget(new(int)).Default), "", false
	f.ownMethods()
	f.add("check", "",
		"say which promises NAME keeps: any m, finite, symmetric, seeded, positive semi-definite, exact at m = n",
		whether(&check))
	f.add("for", "DATA", "name the three methods to try first on DATA, a file, - or a built-in set, and why",
		asText(&on).from(dataset))
	s.dataFlags("default: all rows of DATA; of a built-in set 1000", "")
	f.heading = "limits"
	f.add("m", "N", fmt.Sprintf("columns that can be afforded (default %d, at most half of n)", m), atLeast(1, &m))
	s.runFlags("")
	f.one("NAME", func(ctx context.Context, name string) (err error) {
		f.Flags().Visit(func(flag *pflag.Flag) {
			if on == "" && err == nil && flag.Name != "check" {
				err = usage("--"+flag.Name+" is of no use without --for", "add --for DATA, or leave it out")
			}
		})
		names := model.Names(p.methods)
		i := slices.Index(names, name)
		switch {
		case err != nil:
			return err
		case on != "" && name != "":
			return usage("NAME and --for are both given", "leave one of them out")
		case check && name == "":
			return usage("--check takes one method", "name it: gramscope methods NAME --check")
		case on != "":
			return p.adviseFirst(ctx, s, on, m)
		case name == "":
			return p.write(methodList(p.methods))
		case i < 0:
			return sweep.UnknownMethod(name, p.methods)
		}
		if check {
			text, err := promisesText(ctx, p.methods[i])
			return errors.Join(p.write(text), err)
		}
		return p.write(methodText(p.methods[i]))
	})
	return f
}

// promisesText says which promises a method keeps. A broken promise that is not optional is an error, too.
func promisesText(ctx context.Context, m model.Method) (text string, err error) {
	var sets []string
	checked, err := data.Await(ctx, func() (of promise.Promises, err error) {
		of, sets, err = promise.OnSets(ctx, m)
		return of, err
	})
	if err != nil {
		return "", err
	}
	var lines [][]string
	broken := 0
	for _, one := range checked {
		verdict := "holds"
		if one.Broken != "" {
			verdict = "does not hold: " + one.Broken
		}
		if one.Broken != "" && !one.Optional {
			broken++
		}
		lines = append(lines, []string{one.Name, verdict})
	}
	if broken > 0 {
		err = fmt.Errorf("%s breaks %d of the promises that every method makes", m.Name, broken)
	}
	return m.Name + " on " + strings.Join(sets, ", ") + "\n\n" + table(lines), err
}

// methodList lists methods below the names of their families.
func methodList(methods []model.Method) string {
	var b strings.Builder
	width := lipgloss.Width(strings.Join(model.Names(methods), "\n"))
	for i, m := range methods {
		if i == 0 || m.Family != methods[i-1].Family {
			fmt.Fprintf(&b, "\n%s: %s\n\n", m.Family, m.Family.Doc())
		}
		params := mapped(m.New().Params(), func(q model.Param) string { return "--" + string(q.Name) + " " + defaultText(q) })
		text := []string{m.Title(), "take it " + m.When, cmp.Or(strings.Join(params, ", "), "no parameters")}
		fmt.Fprintf(&b, "  %-*s %s\n", width, m.Name, strings.Join(text, fmt.Sprintf("\n  %*s ", width, "")))
	}
	const next = "`gramscope methods NAME` describes one, `gramscope methods --for DATA` names three to try first.\n"
	return strings.TrimPrefix(b.String(), "\n") + "\n" + next
}

// defaultText returns a parameter's default, or "auto" if other values determine it.
func defaultText(q model.Param) string {
	if math.IsNaN(q.Default) {
		return "auto"
	}
	return q.Format(q.Default)
}

// methodText describes a method.
func methodText(m model.Method) string {
	lines := [][]string{{"parameter", "default", "range"}}
	for _, q := range m.New().Params() {
		span := q.Format(q.Min) + " to " + q.Format(q.Max)
		if q.Choices != nil {
			span = strings.Join(q.Choices, ", ")
		}
		lines = append(lines, []string{"--" + string(q.Name), defaultText(q), span, q.Doc})
	}
	text := fmt.Sprintf("%s: %s\n\nTake it %s.\n", m.Name, m.Doc, m.When)
	if len(lines) > 1 {
		text += "\n" + table(lines)
	}
	text += fmt.Sprintf("\nfamily: %s (%s)\nkernel entries: %s\n", m.Family, m.Family.Doc(), m.Cost)
	if needs := needsText(m.Needs); needs != "" {
		text += fmt.Sprintf("needs: %s\n", needs)
	}
	return text + fmt.Sprintf("reference: %s\n", m.Ref)
}

func needsText(n model.Needs) string {
	var parts []string
	for _, one := range []struct {
		isNeeded bool
		text     string
	}{
		{n.Spectrum, "a kernel with a spectral density"},
		{n.Coordinates, "points with coordinates, which the kernel precomputed has not"},
		{n.Kernels != nil, "the kernel " + strings.Join(n.Kernels, " or ")},
		{n.Landmarks, "--landmarks FILE"},
		{n.MaxN > 0, fmt.Sprintf("n up to %d", n.MaxN)},
		{n.MaxDims > 0, fmt.Sprintf("points of up to %d dimensions", n.MaxDims)},
	} {
		if one.isNeeded {
			parts = append(parts, one.text)
		}
	}
	return strings.Join(parts, ", ")
}

// adviseFirst names the methods to try first on data at a budget m, and the figures that decide.
func (p *program) adviseFirst(ctx context.Context, s *settings, name string, m int) error {
	source, notes, err := s.loader.open(ctx, name, p.stdin)
	if err != nil {
		return err
	}
	spec := s.rows(source, 0, source.Rows())
	n := spec.MostRows(source.Rows())
	spec.N, spec.Methods = min(n, advice.SampleRows), []string{"nystrom"}
	q, err := data.Await(ctx, func() (advice.Problem, error) {
		plan, err := sweep.Prepare(spec, p.methods, sweep.NewStore(source))
		if err != nil {
			return advice.Problem{}, err
		}
		cell := plan.Cells[0]
		rows, err := plan.Rows(cell)
		if err != nil {
			return advice.Problem{}, err
		}
		allowed, random := model.UsableMemory(spec.MaxMemory), trial.Stream(cell.Draw.Seed, "advice")
		if !s.flags.isGiven("m") {
			m = min(m, max(n/2, 1))
		}
		return advice.Look(ctx, rows.Gram(cell.Kernel), n, m, allowed, random)
	})
	if err != nil {
		return err
	}
	p.notes(notes...)
	of, dims := "", fmt.Sprintf(", d = %d", q.D)
	if q.D == 0 { // of a kernel matrix
		dims = ""
	}
	if q.Rows < q.N {
		of = fmt.Sprintf(", on a sample of %d rows", q.Rows)
	}
	text := fmt.Sprintf("n = %d%s, m = %d, kernel %s%s: stable rank %s, floor at rank m %s\n\n",
		q.N, dims, q.M, q.Kernel.Name(), of, number.Short(q.StableRank), number.Short(q.Floor))
	list := advice.First(q, p.methods)
	for i, a := range list {
		if i == 0 || a.Why != list[i-1].Why {
			text += a.Why + ":\n"
		}
		at := slices.IndexFunc(p.methods, func(m model.Method) bool { return m.Name == a.Method })
		text += fmt.Sprintf("  %d. %-18s take it %s\n", i+1, a.Method, p.methods[at].When)
	}
	if len(list) == 0 {
		text += "no method can run on this problem: lower --m or --n, or raise --max-memory\n"
	}
	return p.write(text)
}

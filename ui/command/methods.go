package command

import (
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/pflag"

	"gramscope/model"
)

// listMethods is the command that lists all methods, describes one, or names those to try first on data.
func (p *program) listMethods() *flags {
	s, first := adviceFlags(p.methods)
	f := s.flags
	f.arguments(among(methodWords(p.methods)))
	f.Long = "Without NAME and --for the methods are listed, family by family."
	f.show("gramscope methods\ngramscope methods nystrom\ngramscope methods --for housing.csv --m 200",
		"for", "m", "n", "target", "columns", "kernel", "gamma", "sigma", "standardize", "max-memory")
	f.one("NAME", func(ctx context.Context, name string) error { return p.about(ctx, s, first, name) })
	return f
}

// about describes the method of a name, all of them, or those to try first.
func (p *program) about(ctx context.Context, s *settings, first *adviceOn, name string) (err error) {
	s.flags.Flags().Visit(func(flag *pflag.Flag) {
		if first.data == "" && err == nil {
			err = &usageError{"--" + flag.Name + " is of no use without --for", "add --for DATA, or leave it out"}
		}
	})
	if err != nil {
		return err
	}
	var b strings.Builder
	var names []string
	for _, m := range p.methods {
		names = append(names, m.Name)
	}
	i := slices.Index(names, name)
	switch {
	case first.data != "" && name != "":
		return &usageError{"NAME and --for are both given", "leave one of them out"}
	case first.data != "":
		return p.adviseFirst(ctx, s, first)
	case name == "":
		writeMethods(&b, p.methods)
	case i < 0:
		return unknown("method", name, names)
	default:
		writeMethod(&b, p.methods[i])
	}
	_, err = io.WriteString(p.stdout, b.String())
	return err
}

// writeMethods lists methods below the names of their families.
func writeMethods(b *strings.Builder, methods []model.Method) {
	width := 0
	for _, m := range methods {
		width = max(width, len(m.Name))
	}
	for i, m := range methods {
		if i == 0 || m.Family != methods[i-1].Family {
			fmt.Fprintf(b, "%s: %s\n\n", m.Family, m.Family.Doc())
		}
		for j, text := range []string{m.Title(), "take it " + m.When, parameterLine(m)} {
			fmt.Fprintf(b, "  %-*s %s\n", width, []string{m.Name, "", ""}[j], text)
		}
		if i == len(methods)-1 || m.Family != methods[i+1].Family {
			b.WriteString("\n")
		}
	}
	b.WriteString("`gramscope methods NAME` describes one method, and `gramscope methods --for DATA` names three to try first.\n")
}

// parameterLine names the parameters with their defaults.
func parameterLine(m model.Method) string {
	var parts []string
	for _, q := range m.New().Params() {
		parts = append(parts, "--"+string(q.Name)+" "+defaultText(q))
	}
	if parts == nil {
		return "no parameters"
	}
	return strings.Join(parts, ", ")
}

// defaultText returns a parameter's default, or "auto" if other values determine it.
func defaultText(q model.Param) string {
	if math.IsNaN(q.Default) {
		return "auto"
	}
	return q.Format(q.Default)
}

func writeMethod(b *strings.Builder, m model.Method) {
	fmt.Fprintf(b, "%s: %s\n\nTake it %s.\n", m.Name, m.Doc, m.When)
	table := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	for i, q := range m.New().Params() {
		if i == 0 {
			fmt.Fprintln(table, "\nparameter\tdefault\trange\t")
		}
		span := q.Format(q.Min) + " to " + q.Format(q.Max)
		if q.Choices != nil {
			span = strings.Join(q.Choices, ", ")
		}
		fmt.Fprintf(table, "--%s\t%s\t%s\t%s\n", q.Name, defaultText(q), span, q.Doc)
	}
	table.Flush()
	fmt.Fprintf(b, "\nfamily: %s (%s)\nkernel entries: %s\n", m.Family, m.Family.Doc(), m.Cost)
	if needs := needsText(m.Needs); needs != "" {
		fmt.Fprintf(b, "needs: %s\n", needs)
	}
	fmt.Fprintf(b, "reference: %s\n", m.Ref)
}

func needsText(n model.Needs) string {
	var parts []string
	if n.Spectrum {
		parts = append(parts, "a kernel with a spectral density")
	}
	if n.UnitDiagonal {
		parts = append(parts, "a kernel with k(x,x) = 1")
	}
	if n.Coordinates {
		parts = append(parts, "points with coordinates, which the kernel precomputed has not")
	}
	if n.Kernels != nil {
		parts = append(parts, "the kernel "+strings.Join(n.Kernels, " or "))
	}
	if n.Landmarks {
		parts = append(parts, "--landmarks FILE")
	}
	if n.MaxN > 0 {
		parts = append(parts, fmt.Sprintf("n up to %d", n.MaxN))
	}
	return strings.Join(parts, ", ")
}

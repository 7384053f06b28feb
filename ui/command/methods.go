package command

import (
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"text/tabwriter"

	"gramscope/model"
)

// listMethods lists all methods, or describes one.
func (p *program) listMethods(_ context.Context, c command, args []string) error {
	f := newFlags(c)
	name, helped, err := f.read(args, "NAME", p.stdout)
	if helped || err != nil {
		return err
	}
	var b strings.Builder
	if name == "" {
		width := 0
		for _, m := range p.methods {
			width = max(width, len(m.Name))
		}
		for _, m := range p.methods {
			fmt.Fprintf(&b, "%-*s %s\n%*s %s\n", width, m.Name, m.Title(), width, "", parameterLine(m))
		}
		b.WriteString("\n`gramscope methods NAME` describes one method.\n")
		_, err := io.WriteString(p.stdout, b.String())
		return err
	}
	var names []string
	for _, m := range p.methods {
		names = append(names, m.Name)
	}
	i := slices.Index(names, name)
	if i < 0 {
		return unknown("method", name, names)
	}
	writeMethod(&b, p.methods[i])
	_, err = io.WriteString(p.stdout, b.String())
	return err
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
	fmt.Fprintf(b, "%s: %s\n", m.Name, m.Doc)
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
	fmt.Fprintf(b, "\nkernel entries: %s\n", m.Cost)
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

package command

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"gramscope/model"
	"gramscope/model/advice"
	"gramscope/model/number"
	"gramscope/model/sweep"
	"gramscope/model/trial"
)

// adviceOn is what the methods to try first are asked for.
type adviceOn struct {
	data string // "": nothing is asked
	m    int
}

// adviceFlags defines the flags of the command methods.
func adviceFlags(methods []model.Method) (*settings, *adviceOn) {
	f := newFlags("methods [flags] [NAME]", "list the methods by family, describe one, or name the three to try first on data")
	f.omitted = []string{"exact-limit", "test", "landmarks"}
	s, on := newSettings(f, methods), &adviceOn{m: int(model.Budget(new(int)).Default)}
	f.text("for", "DATA", "name the three methods to try first on DATA, a file, - or a built-in set, and why; the flags below say more of the problem", &on.data)
	f.offer("for", dataset())
	s.dataFlags("default: all rows of DATA; of a built-in set 1000", "")
	f.group("limits")
	f.count("m", "N", fmt.Sprintf("columns that can be afforded (default %d)", on.m), 1, &on.m)
	s.runFlags("")
	return s, on
}

// adviseFirst names the methods to try first.
func (p *program) adviseFirst(ctx context.Context, s *settings, on *adviceOn) error {
	limitMemory(s.spec.MaxMemory)
	source, notes, err := s.loader.open(ctx, on.data, p.stdin)
	if err != nil {
		return err
	}
	spec := s.rows(source, 0, source.Rows())
	n := spec.MostRows(source.Rows())
	spec.N, spec.Methods = min(n, advice.SampleRows), []string{"nystrom"}
	delete(spec.Values, model.TrainRowsName)
	problem, err := await(ctx, func() (advice.Problem, error) {
		plan, err := sweep.Prepare(spec, p.methods, sweep.NewStore(source))
		if err != nil {
			return advice.Problem{}, err
		}
		cell := plan.Cells[0]
		rows, err := plan.Rows(cell)
		if err != nil {
			return advice.Problem{}, err
		}
		return advice.Look(ctx, rows.Gram(cell.Kernel), n, on.m, model.UsableMemory(spec.MaxMemory), trial.Stream(cell.Draw.Seed, "advice"))
	})
	if err != nil {
		return err
	}
	p.notes(notes)
	var b strings.Builder
	writeAdvice(&b, problem, advice.First(problem, p.methods), p.methods)
	_, err = io.WriteString(p.stdout, b.String())
	return err
}

// writeAdvice writes the figures that decide, and the methods with their reasons.
func writeAdvice(b *strings.Builder, q advice.Problem, list []advice.Advice, methods []model.Method) {
	of := ""
	if q.Rows < q.N {
		of = fmt.Sprintf(", on a sample of %d rows", q.Rows)
	}
	fmt.Fprintf(b, "n = %d, d = %d, m = %d, kernel %s%s: stable rank %s, floor at rank m %s\n\n", q.N, q.D, q.M, q.Kernel.Name(), of, number.Short(q.StableRank), number.Short(q.Floor))
	for i, a := range list {
		if i == 0 || a.Why != list[i-1].Why {
			fmt.Fprintf(b, "%s:\n", a.Why)
		}
		at := slices.IndexFunc(methods, func(m model.Method) bool { return m.Name == a.Method })
		fmt.Fprintf(b, "  %d. %-18s take it %s\n", i+1, a.Method, methods[at].When)
	}
	if len(list) == 0 {
		b.WriteString("no method can run on this problem: lower --m or --n, or raise --max-memory\n")
	}
}

package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime"
	"strings"

	"gramscope/data"
	"gramscope/model/claim"
	"gramscope/model/lesson"
	"gramscope/model/sweep"
	"gramscope/ui"
)

// lesson is the command that lists the lessons, opens one, checks the claims of one or all, or sums up the answers of a class.
func (p *program) lesson() *flags {
	f := newFlags("lesson [NAME|FILE] [--check|--answers]", "take a guided tour of the theory, or check its claim on the numbers")
	f.arguments(values{words: lessonWords, paths: files}, aFile())
	f.group("without a screen")
	var check, example, answers, class bool
	seeds := 20
	var screen screenFlags
	f.addBool("check", "run the experiment of NAME, or of every lesson, and say whether its claim holds", &check)
	f.count("seeds", "S", "check at the seeds 1 to S (default 20)", 1, &seeds)
	f.addBool("class", "take NAME with a class: one large question at a time, answers by their hands, curves as the class calls them out", &class)
	var page string
	var replace bool
	f.text("html", "PAGE", "write NAME as one page for print to the file PAGE, or to standard output (-): text, drawings, and the claim with its figures; with --class, in the end and with what the class has answered", &page)
	f.addBool("force", "replace a page that exists", &replace)
	f.addBool("new", "write a lesson with comments to the file NAME, or print it: an example to begin one's own with", &example)
	f.addBool("answers", "sum up how the sessions of a class, files that w has written, answer the steps of NAME", &answers)
	screen.define(f)
	f.Example = "gramscope lesson gamma\ngramscope lesson --check\ngramscope lesson gamma --html gamma.html"
	f.any(func(ctx context.Context, words []string) error {
		if answers {
			return p.sumAnswers(ctx, words)
		}
		name, err := only(words, "NAME|FILE")
		if err != nil {
			return err
		}
		if class && (name == "" || check || example || answers) {
			return &usageError{"--class takes one lesson, without --check, --new and --answers", "name it: gramscope lesson gamma --class"}
		}
		if page != "" && (name == "" || check || example) {
			return &usageError{"--html writes one lesson, without --check and --new", "name it: gramscope lesson gamma --html gamma.html"}
		}
		if example {
			return p.exampleLesson(name)
		}
		chosen, err := p.lessons(name)
		if err != nil {
			return err
		}
		switch {
		case check:
			return p.checkLessons(ctx, chosen, seeds)
		case page != "" && !class:
			return p.writeHandout(ctx, chosen[0], name, page, replace, nil)
		case name == "":
			return p.listLessons()
		case class && len(chosen[0].Steps) == 0:
			return fmt.Errorf("the lesson %s has no steps to ask a class", name)
		case isScreen(p.stdout) && isTerminal(p.stdin):
			var of *ui.Class
			if class {
				of = &ui.Class{}
			}
			if page != "" {
				if err := p.destination(page, "html", "the page", replace).Check(); err != nil {
					return err
				}
			}
			if err := p.openLesson(ctx, chosen[0], screen, of); err != nil || page == "" {
				return err
			}
			return p.writeHandout(ctx, chosen[0], name, page, replace, of)
		case class:
			return &usageError{"a class takes a lesson on a terminal", "start it in one"}
		}
		_, err = io.WriteString(p.stdout, chosen[0].Text)
		return err
	})
	return f
}

func (p *program) listLessons() error {
	var b strings.Builder
	for _, name := range lesson.Names() {
		fmt.Fprintf(&b, "%-12s %s\n", name, lesson.Title(name))
	}
	_, err := io.WriteString(p.stdout, b.String())
	return err
}

// lessons returns the lesson of a name or a file, or those of the program if the name is "".
func (p *program) lessons(name string) ([]lesson.Lesson, error) {
	if name == "" {
		return lesson.All(p.methods), nil
	}
	if !strings.HasSuffix(name, ".md") {
		l, ok := lesson.Find(name, p.methods)
		if !ok {
			return nil, unknown("lesson", name, append(lesson.Names(), "a file that ends in .md"))
		}
		return []lesson.Lesson{l}, nil
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("%s: %s", name, data.Cause(err))
	}
	l, err := lesson.Parse(name, string(text), p.methods)
	if err != nil {
		return nil, fmt.Errorf("%s:%w", name, err)
	}
	return []lesson.Lesson{l}, nil
}

// exampleLesson writes a lesson with comments to a new file, or prints it.
func (p *program) exampleLesson(name string) error {
	if name == "" {
		_, err := io.WriteString(p.stdout, lesson.Example())
		return err
	}
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s is there already; choose another name", name)
	}
	if err != nil {
		return fmt.Errorf("%s: %s", name, data.Cause(err))
	}
	if _, err = file.WriteString(lesson.Example()); err == nil {
		err = file.Close()
	}
	if err == nil {
		p.note("wrote %s; `gramscope lesson %s` opens it, and --check checks its claim", name, name)
	}
	return err
}

// checkLessons runs the experiments of lessons at the seeds from 1 on and writes a line for each: its
// name, ✓ or ✗, and the figures at seed 1, or at the first seed at which the claim does not hold.
func (p *program) checkLessons(ctx context.Context, lessons []lesson.Lesson, seeds int) error {
	failed := 0
	for _, l := range lessons {
		verdict, seed, err := p.checkLesson(ctx, l, seeds)
		if err != nil {
			return err
		}
		where := fmt.Sprintf("at seeds 1 to %d", seeds)
		if seed > 0 {
			failed++
			where = fmt.Sprintf("at seed %d", seed)
		}
		if _, err := fmt.Fprintf(p.stdout, "%-12s %s (%s)\n", l.Name, verdict, where); err != nil {
			return err
		}
	}
	if failed > 0 {
		return fmt.Errorf("%d of %d claims do not hold; the figures are above, and `gramscope lesson NAME` explains them", failed, len(lessons))
	}
	return nil
}

// checkLesson returns the verdict at seed 1, or that of the first seed at which the claim does not hold, and that seed.
func (p *program) checkLesson(ctx context.Context, l lesson.Lesson, seeds int) (first claim.Verdict, failed int, err error) {
	for seed := 1; seed <= seeds; seed++ {
		l.Spec.Seed = uint64(seed)
		rows, _, err := p.runLesson(ctx, l)
		if err != nil {
			return first, 0, err
		}
		verdict := l.Check(rows)
		if steps := l.CheckText(rows); verdict.State == claim.Holds && steps.State != claim.Holds {
			verdict = steps
		}
		switch verdict.State {
		case claim.Holds:
			if seed == 1 {
				first = verdict
			}
		default: // all rows are there
			verdict.State = claim.Fails
			return verdict, seed, nil
		}
	}
	return first, 0, nil
}

// runLesson runs a lesson's experiment.
func (p *program) runLesson(ctx context.Context, l lesson.Lesson) (rows []sweep.Result, plan *sweep.Plan, err error) {
	if plan, err = await(ctx, func() (*sweep.Plan, error) { return l.Plan(ctx, p.methods) }); err != nil {
		return nil, nil, err
	}
	for row := range plan.Run(ctx, runtime.NumCPU()) {
		rows = append(rows, row)
	}
	return rows, plan, ctx.Err()
}

// openLesson starts the explorer on a lesson, which a class takes unless that is nil.
func (p *program) openLesson(ctx context.Context, l lesson.Lesson, screen screenFlags, class *ui.Class) error {
	return ui.Run(ctx, ui.Config{
		Source: l.Source(), Spec: l.Spec.Clone(), Lesson: &l, Class: class, Methods: p.methods, Workers: max(1, runtime.NumCPU()-1), Glyphs: screen.glyphs, Theme: screen.theme, Pixels: screen.pixels,
		Arguments: p.arguments, Input: p.stdin, Output: p.screen, Version: version(),
	})
}

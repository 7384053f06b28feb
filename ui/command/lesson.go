package command

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"strings"

	"gramscope/data"
	"gramscope/data/atomicfile"
	"gramscope/data/remedy"
	"gramscope/model"
	"gramscope/model/claim"
	"gramscope/model/flagtext"
	"gramscope/model/lesson"
	"gramscope/model/sweep"
	"gramscope/ui"
	"gramscope/ui/handout"
	"gramscope/ui/keep"
)

// lesson is the command that lists the lessons, opens one, or checks the claims of one or all.
func (p *program) lesson() *flags {
	titled := func(name string) (string, string) { return name, lesson.Title(name) }
	f := newFlags("lesson [NAME|FILE] [--check]", "take a guided tour of the theory, or check its claim on the numbers",
		&takes{words: wordsOf(lesson.Names, titled), files: true})
	f.heading = "without a screen"
	var check, example, inClass bool
	seeds := 20
	screen := &screenFlags{}
	f.add("check", "", "run the experiment of NAME, or of every lesson, and say whether its claim holds", whether(&check))
	f.add("seeds", "S", "check at the seeds 1 to S (default 20)", atLeast(1, &seeds))
	page := f.output("html",
		"write NAME for print to FILE, or to standard output (-): text, drawings, the claim with its figures", "the page")
	f.add("class", "",
		"take NAME with a class: one large question at a time, answers by hands, curves as called; --html has both",
		whether(&inClass))
	f.add("force", "", "replace a page that exists", whether(&f.force))
	f.add("new", "", "write an example with comments to the file NAME, or print it, to begin a lesson of your own with",
		whether(&example))
	screen.define(f)
	f.add("no-keep", "", "do not keep this lesson for --continue", whether(&screen.noKeep))
	f.one("NAME|FILE", func(ctx context.Context, name string) error {
		switch {
		case (inClass || page.Path != "") && (name == "" || check || example):
			problem := "--class and --html take one lesson, without --check and --new"
			return usage(problem, "name it: gramscope lesson gamma --html gamma.html")
		case example && check:
			return usage("--new and --check are both given", "leave one of them out")
		case example && name != "" && !strings.HasSuffix(name, ".md"):
			return usage("the file of a lesson ends in .md", "name one that does: gramscope lesson my.md --new")
		case example:
			page.Path, page.What, page.Another = cmp.Or(name, "-"), "the lesson", remedy.By("name another", "new", "")
			return p.writeText(page, lesson.Example())
		}
		chosen, err := lessonsOf(name, p.methods)
		switch {
		case err != nil:
			return err
		case f.isGiven("seeds") && !check:
			return usage("--seeds is for --check", "add it, or leave --seeds out")
		case check:
			return p.checkLessons(ctx, chosen, seeds)
		case page.Path != "" && !inClass:
			return p.writeHandout(ctx, chosen[0], name, page, nil)
		case inClass && len(chosen[0].Steps) == 0:
			return fmt.Errorf("the lesson %s has no steps to ask a class", name)
		case name == "":
			row := func(name string) []string { return []string{name, lesson.Title(name)} }
			return p.write(table(mapped(lesson.Names(), row)))
		case isScreen(p.stdout) && isTerminal(p.stdin):
			l := chosen[0]
			var class *ui.Class
			if inClass {
				class = &ui.Class{}
			}
			config := ui.Config{Source: l.Source, Spec: l.Spec.Clone(), Lesson: &l, Class: class, Arguments: p.arguments}
			folder, _, _ := p.keeps(screen, "") // errors are of --continue
			config.Keeper = keep.New(folder, version(), nil, "")
			if inClass && page.Path == "" {
				config.Warnings = append(config.Warnings, remedy.Note{Text: "no file will keep the hands and curves of this class",
					Remedies: remedy.Do("q, and start with --html FILE, if you want them")})
			}
			err := p.open(ctx, screen, config)
			for i := 0; inClass && i < len(class.Answers); i++ { // q asks nothing, and without --html no file has them
				p.say(fmt.Sprintf("hands in step %d, by answer: %v", i+1, class.Answers[i].Hands))
			}
			if err != nil || page.Path == "" {
				return err
			}
			return p.writeHandout(ctx, l, name, page, class)
		case inClass:
			return usage("a class takes a lesson on a terminal", "start it in one, or leave --class out")
		}
		return p.write(chosen[0].Text)
	})
	return f
}

// lessonsOf returns the lesson of a name or a file, or all built-in lessons if the name is "".
func lessonsOf(name string, methods []model.Method) ([]lesson.Lesson, error) {
	if name == "" {
		return lesson.All(methods), nil
	}
	if strings.HasSuffix(name, ".md") {
		l, err := lesson.Open(name, methods)
		return []lesson.Lesson{l}, err
	}
	l, ok := lesson.Find(name, methods)
	if !ok {
		return nil, unknown("lesson", name, append(lesson.Names(), "a file that ends in .md"))
	}
	return []lesson.Lesson{l}, nil
}

// checkLessons runs the experiment of each lesson at the seeds from 1 on, up to the first at which the claim does not
// hold. It writes a line for each lesson: its name, and the verdict at that seed, or at seed 1.
func (p *program) checkLessons(ctx context.Context, lessons []lesson.Lesson, seeds int) error {
	failed := 0
	for _, l := range lessons {
		var first claim.Verdict
		where := fmt.Sprintf("at seed 1; it holds at seeds 1 to %d", seeds)
		for seed := 1; seed <= seeds; seed++ {
			l.Spec.Seed = uint64(seed)
			rows, _, err := p.runLesson(ctx, l)
			if err != nil {
				return err
			}
			verdict := l.Check(rows)
			if steps := l.CheckText(rows); verdict.State == claim.Holds && steps.State != claim.Holds {
				verdict = steps
			}
			if seed == 1 {
				first = verdict
			}
			if verdict.State != claim.Holds {
				verdict.State = claim.Fails // all rows are there
				first, where = verdict, fmt.Sprintf("at seed %d", seed)
				failed++
				break
			}
		}
		if err := p.write(fmt.Sprintf("%-12s %s (%s)\n", l.Name, first, where)); err != nil {
			return err
		}
	}
	if failed > 0 {
		return fmt.Errorf("%d of %d claims do not hold or lack figures; `gramscope lesson NAME` explains them", failed,
			len(lessons))
	}
	return nil
}

// runLesson runs a lesson's experiment.
func (p *program) runLesson(ctx context.Context, l lesson.Lesson) (rows []sweep.Result, plan *sweep.Plan, err error) {
	if plan, err = data.Await(ctx, func() (*sweep.Plan, error) { return l.Plan(ctx, p.methods) }); err != nil {
		return nil, nil, err
	}
	for row := range plan.Run(ctx, runtime.NumCPU()) {
		rows = append(rows, row)
	}
	return rows, plan, ctx.Err()
}

// writeHandout writes a lesson, which the command line calls argument, as HTML, with the answers of a class, if any.
func (p *program) writeHandout(ctx context.Context, l lesson.Lesson, argument string, to *atomicfile.Destination,
	class *ui.Class) error {
	rows, plan, err := p.runLesson(ctx, l)
	if err != nil {
		return err
	}
	opened := l
	opened.Spec = plan.Spec
	config := ui.Config{
		Source: l.Source, Spec: opened.Spec.Clone(), Lesson: &opened, Class: class,
		Methods: p.methods, Workers: runtime.NumCPU(),
	}
	page, err := data.Await(ctx, func() (handout.Page, error) { return ui.Drawings(ctx, config) })
	if err != nil {
		return err
	}
	page.Lesson, page.Verdict, page.Opens = l, l.Check(rows), line("lesson", argument)
	page.Axis, _ = l.Over()
	page.Repeats = line(flagtext.Sweep(plan.Spec, p.methods, flagtext.Rows{Source: l.Source})...)
	for i := 0; class != nil && i < len(class.Answers); i++ {
		page.Hands = append(page.Hands, class.Answers[i].Hands)
	}
	var text strings.Builder
	if err := page.Write(&text); err != nil {
		return err
	}
	return p.writeText(to, text.String())
}

package paper

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"gramscope/data"
	"gramscope/model/lesson"
)

// documents are the files of the papers, in the order of the list.
var documents = []string{"bach", "chen", "squeak", "low-rank", "meka", "qmc", "randomised-qmc", "tensor-sketch",
	"volume", "nuclear-scores", "sparse-cholesky", "xnystrace", "first-three"}

// All lists the entries, paper by paper.
func All() (all []Entry) {
	for _, name := range documents {
		entries, err := Parse(lesson.File("papers/" + name))
		if err != nil {
			panic(fmt.Sprintf("paper: %s.md:%v", name, err))
		}
		all = append(all, entries...)
	}
	return all
}

// Parse reads a document: `# PAPER`, a paragraph about it, and for each entry
//
//	## NAME: TITLE
//	---
//	item: the figure, table or claim
//	sweep: "LABEL" --methods rls,nystrom --over m=10,20 casp.csv.gz --target RMSD
//	compute: NAME ARGUMENTS "what it computes from the kernel matrices of the sweep, in place of its rows"
//	table: COLUMN COLUMN
//	chart: log COLUMN "title" over log COLUMN "title" by COLUMN also COLUMN,COLUMN of 1,2
//	claim: a statement of package lesson, as let, share and differs are
//	---
//	Reported: what the paper reports
//
//	Here: what is different here and why
//
// The sweeps are lines of the command, with --workers 1 where times matter and --methods every for all that can run,
// without the references. A label, and what follows the first column of a chart, may be left out; `of` names sweeps,
// from 1.
func Parse(file string) (entries []Entry, err error) {
	parts := strings.Split(file, "\n## ")
	paper, ok := strings.CutPrefix(parts[0], "# ")
	if !ok {
		return nil, errors.New("1: the document does not begin with # and the name of the paper")
	}
	paper, source, _ := strings.Cut(paper, "\n")
	number := 1 + strings.Count(parts[0], "\n")
	for _, part := range parts[1:] {
		number++
		e := Entry{Paper: paper, Source: strings.TrimSpace(source)}
		lines := strings.Split(part, "\n")
		e.Name, e.Title, _ = strings.Cut(lines[0], ": ")
		head, text := 0, ""
		for i, line := range lines[1:] {
			switch {
			case line == "---":
				head++
			case head > 1:
				text += line + "\n"
			case head == 1 && !strings.HasPrefix(line, "#"):
				if err := e.take(line); err != nil {
					return nil, fmt.Errorf("%d: %w", number+1+i, err)
				}
			}
		}
		number += len(lines) - 1
		reports, differs, _ := strings.Cut(text, "\nHere: ")
		e.Reports, e.Differs = strings.TrimPrefix(strings.TrimSpace(reports), "Reported: "), strings.TrimSpace(differs)
		entries = append(entries, e)
	}
	return entries, nil
}

var (
	labelled  = regexp.MustCompile(`^(?:"([^"]*)" +)?(.*)$`)
	computing = regexp.MustCompile(`^(\S+) ([^"]*)"(.*)"$`)
	charting  = regexp.MustCompile(`^(log )?(\w+)(?: "([^"]*)")? over (log )?(\w+)(?: "([^"]*)")?` +
		`(?: by (\w+))?(?: also ([\w,]+))?(?: of ([\d,]+))?$`)
)

// take takes in a line of an entry's head.
func (e *Entry) take(line string) error {
	key, text, _ := strings.Cut(line, ": ")
	switch key {
	case "item":
		e.Item = text
	case "sweep":
		e.readSweep(text)
	case "compute":
		found := computing.FindStringSubmatch(text)
		if found == nil || len(e.Runs) == 0 || computations[found[1]] == nil {
			return fmt.Errorf("%q computes nothing", text)
		}
		r := &e.Runs[len(e.Runs)-1]
		r.Compute, r.Arguments, r.What = found[1], strings.Fields(found[2]), found[3]
	case "table":
		e.Columns = strings.Fields(text)
	case "chart":
		found := charting.FindStringSubmatch(text)
		if found == nil {
			return fmt.Errorf("%q is not a chart", text)
		}
		c := &Chart{LogY: found[1] != "", Y: found[2], YTitle: found[3], By: found[7], Runs: []int{0},
			LogX: found[4] != "", X: found[5], XTitle: found[6]}
		if found[8] != "" {
			c.Also = strings.Split(found[8], ",")
		}
		if found[9] != "" {
			c.Runs = nil
			for word := range strings.SplitSeq(found[9], ",") {
				n, err := strconv.Atoi(word)
				if err != nil {
					return err
				}
				c.Runs = append(c.Runs, n-1)
			}
		}
		e.Chart = c
	default:
		e.claims = append(e.claims, line)
	}
	return nil
}

// readSweep reads an experiment. Only flags about the data are read before the data are known.
func (e *Entry) readSweep(text string) {
	found := labelled.FindStringSubmatch(text)
	r := Run{Label: found[1], words: strings.Fields(found[2])}
	r.Choice.Target = r.drop("--target")
	if columns := r.drop("--columns"); columns != "" {
		r.Choice = data.Choice{Target: r.Choice.Target, Columns: strings.Split(columns, ",")}
	}
	r.Alone = r.drop("--workers") == "1"
	r.Data = r.words[len(r.words)-1]
	e.Runs = append(e.Runs, r)
}

// drop takes a flag out of the line, and returns its value, "" if it is not there.
func (r *Run) drop(flag string) string {
	i := slices.Index(r.words, flag)
	if i < 0 {
		return ""
	}
	value := r.words[i+1]
	r.words = slices.Delete(r.words, i, i+2)
	return value
}

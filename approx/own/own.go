// Package own makes methods of programs in any language. A program describes its method as JSON. It is started for each
// fit with the name of a folder, where it reads a problem and writes landmarks, a factor, or both.
package own

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strings"
	"time"

	"gramscope/approx/form"
	"gramscope/model"
)

// Flag is the option whose values are the commands of own methods.
const Flag = "--method-command"

const describeLimit = 10 * time.Second

// description is what a program prints for --describe.
type description struct {
	Name, Title, Reference string
	Params                 []parameter
	Needs                  struct {
		Kernels []string
		Rows    int     // at most; 0: any number
		K       bool    // K.npy is written for it
		Seconds float64 // after which a fit is ended
	}

	command string
	empty   time.Duration // of a start that does nothing
	params  []model.Param // without variables
}

// parameter describes a knob of the program.
type parameter struct {
	Name, Doc string
	Kind      string // real, integer or choice
	Default   any    // a number, or one of the Choices
	Min, Max  float64
	Scale     string // linear or log
	Choices   []string
}

// fail returns an error of the program, or of what it has written.
func (d *description) fail(format string, args ...any) error {
	return fmt.Errorf("%s %q: %s", Flag, d.command, fmt.Sprintf(format, args...))
}

// Methods returns the known methods, one more for each command that args name with [Flag], and args without these.
func Methods(ctx context.Context, known []model.Method, args []string) (all []model.Method, rest []string, err error) {
	all = slices.Clone(known)
	for len(args) > 0 && args[0] != "--" {
		name, command, isJoined := strings.Cut(args[0], "=")
		if name != Flag && name != Flag[1:] || !isJoined && len(args) == 1 {
			rest, args = append(rest, args[0]), args[1:]
			continue
		}
		if args = args[1:]; !isJoined {
			command, args = args[0], args[1:]
		}
		d, err := describe(ctx, command, all)
		if err != nil {
			return nil, nil, err
		}
		all = append(all, d.method())
	}
	return all, append(rest, args...), nil
}

// describe asks the program for its description, twice: the shorter time is that of an empty start.
func describe(ctx context.Context, command string, methods []model.Method) (d *description, err error) {
	removeLeft()
	d = &description{command: command, empty: describeLimit}
	d.Needs.Seconds = 600
	out := ""
	for range 2 {
		start := time.Now()
		if out, err = execute(ctx, describeLimit, command, "--describe"); err != nil {
			return nil, d.fail("--describe %v, expected a description as JSON on standard output, see gramscope help own", err)
		}
		d.empty = min(d.empty, time.Since(start))
	}
	decoder := json.NewDecoder(strings.NewReader(out))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(d); err != nil || decoder.More() {
		return nil, d.fail("--describe printed no description (%v): %.80q, expected one JSON object with name, title, "+
			"reference, params and needs", err, out)
	}
	return d, d.check(methods)
}

var nameOf = regexp.MustCompile(`^[a-z][a-z0-9-]{0,29}$`)

// check returns what is wrong with a description, with the remedy. It fills in params.
func (d *description) check(methods []model.Method) error {
	switch isHere := func(m model.Method) bool { return m.Name == d.Name }; {
	case !nameOf.MatchString(d.Name):
		return d.fail("the name %.80q of the method, expected %v", d.Name, nameOf)
	case slices.ContainsFunc(methods, isHere) || d.Name == "exact":
		return d.fail("the method %s exists already; give yours another name", d.Name)
	case d.Title == "" || len(d.Title) > 60:
		return d.fail("the title %.80q, expected 1 to 60 characters", d.Title)
	case d.Needs.Rows < 0 || !(d.Needs.Seconds > 0 && d.Needs.Seconds <= 1e6):
		return d.fail("needs.rows is negative, or needs.seconds is not above 0 and at most 1000000")
	}
	for _, p := range d.Params {
		q, err := d.param(p)
		if err != nil {
			return err
		}
		d.params = append(d.params, q)
	}
	return nil
}

// param returns a parameter as one of ours, or what is wrong with it. The point in the name METHOD.NAME keeps the
// parameter apart from all flags and columns.
func (d *description) param(p parameter) (q model.Param, err error) {
	isChoice := p.Kind == "choice"
	usual, isNumber := p.Default.(float64)
	word, _ := p.Default.(string)
	q = model.Param{Name: model.Name(d.Name + "." + p.Name), Symbol: p.Name, Doc: p.Doc, Group: model.GroupMethod,
		Min: p.Min, Max: p.Max, Default: usual, Integer: p.Kind == "integer", Choices: p.Choices}
	if isChoice {
		q.Max, q.Default = float64(len(p.Choices)-1), float64(slices.Index(p.Choices, word))
	}
	if p.Scale == "log" {
		q.Scale = model.Log
	}
	isWhole := func(v float64) bool { return v == math.Trunc(v) && math.Abs(v) <= 1<<31 }
	isSame := func(other model.Param) bool { return other.Name == q.Name }
	switch {
	case !nameOf.MatchString(p.Name) || slices.ContainsFunc(d.params, isSame):
		return q, d.fail("the name %.80q of a parameter, expected %v, another for each", p.Name, nameOf)
	case p.Doc == "" || len(p.Doc) > 100 || strings.HasSuffix(p.Doc, ".") || strings.Contains(p.Doc, "\n"):
		return q, d.fail("the doc %.80q of parameter %s, expected a line of 1–100 bytes without a full stop", p.Doc, p.Name)
	case isChoice != (p.Choices != nil) || !isChoice && !q.Integer && p.Kind != "real":
		return q, d.fail("the kind %.80q of parameter %s, expected real, integer or choice (with choices)", p.Kind, p.Name)
	case isChoice && (q.Max < 1 || q.Default < 0 || p.Min != 0 || p.Max != 0):
		return q, d.fail("parameter %s, expected two or more choices, and one of them as default", p.Name)
	case !isChoice && !(isNumber && p.Min <= usual && usual <= p.Max && p.Max-p.Min <= math.MaxFloat64):
		return q, d.fail("parameter %s, expected numbers min ≤ default ≤ max", p.Name)
	case q.Integer && !(isWhole(usual) && isWhole(p.Min) && isWhole(p.Max)):
		return q, d.fail("parameter %s, expected whole numbers of at most 2³¹", p.Name)
	case p.Scale != "" && p.Scale != "linear" && p.Scale != "log", p.Scale == "log" && !(p.Min > 0):
		return q, d.fail("the scale %.80q of parameter %s, expected linear, or log with min > 0", p.Scale, p.Name)
	}
	return q, nil
}

// method returns the method of a program.
func (d *description) method() model.Method {
	return model.Method{
		Name: d.Name, Command: d.command, Family: model.Programs, When: "as you wrote it", Ref: cmp.Or(d.Reference, "none"),
		Doc:   d.Title + "\n\nA method of your own: each fit runs " + d.command + ", see gramscope help own.",
		Cost:  "its own, and n·m+m² for landmarks, or n² if it needs K",
		Needs: model.Needs{Kernels: d.Needs.Kernels, MaxN: d.Needs.Rows}, Landmarks: true, Exceeds: true,
		ReadsAll: func(model.Fitter) bool { return d.Needs.K },
		New:      d.fitter,
		Memory: func(f model.Fitter, n, dims int) model.Memory {
			m := min(f.(*fitter).m, n)
			return d.memory(n, dims, m, form.Bytes(n, m))
		},
	}
}

// memory counts K̃ on m columns, and the files of the problem and of the answer, read as a table and a matrix.
func (d *description) memory(n, dims, m int, answer int64) model.Memory {
	out, files := form.NystromMemory(n, m, 0, 2*answer), form.Bytes(n, dims)+answer
	if d.Needs.K {
		files += 2 * form.Bytes(n, n) // and K
	}
	out.Fit, out.Streamed = out.Fit+files, out.Streamed+files
	return out
}

// fitter runs a program on a problem.
type fitter struct {
	*description
	m      int
	values []float64 // of the parameters
}

func (d *description) fitter() model.Fitter {
	f := &fitter{d, int(model.Budget(nil).Default), nil}
	for _, p := range d.params {
		f.values = append(f.values, p.Default)
	}
	return f
}

// Params are m, and those of the description.
func (f *fitter) Params() []model.Param {
	list := append([]model.Param{model.Budget(&f.m)}, f.params...)
	for i := range f.values {
		list[i+1].Real = &f.values[i]
	}
	return list
}

// Fit runs the program in a folder of its own, and makes K̃ of what it writes there.
func (f *fitter) Fit(ctx context.Context, g *model.Gram, rng *rand.Rand) (model.Approximation, error) {
	folder, err := os.MkdirTemp("", fmt.Sprintf("%s%d-*", folderPrefix, os.Getpid()))
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	begin := time.Now()
	if err := f.write(ctx, folder, g, rng.Int64N(1<<53)); err != nil {
		return nil, err
	}
	start := time.Now()
	_, err = execute(ctx, time.Duration(f.Needs.Seconds*float64(time.Second)), f.command, folder)
	end := time.Now()
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return nil, f.fail("%v", err)
	}
	said, err := f.result(folder)
	if err != nil {
		return nil, err
	}
	a, err := f.read(ctx, folder, g, said.Warnings)
	if err != nil {
		return nil, err
	}
	g.Charge(said.Entries)
	own := max(0, end.Sub(start)-f.empty).Seconds()
	if said.Seconds != nil {
		own = *said.Seconds
	}
	return &approximation{a, end.Sub(begin).Seconds() - own}, nil
}

// approximation is K̃, of whose fit some seconds were not the method's: those of an empty start and of writing files.
type approximation struct {
	*form.Factor
	overhead float64
}

// Overhead returns these seconds.
func (a *approximation) Overhead() float64 { return a.overhead }

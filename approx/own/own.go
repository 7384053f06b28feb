// Package own makes methods of programs in any language. A program describes its method as JSON, and is started for
// each fit with the name of a folder from which it reads a problem and into which it writes landmarks, a factor, or both.
package own

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strings"
	"time"

	"gramscope/approx/form"
	"gramscope/data/remedy"
	"gramscope/model"
)

// Flag is the option whose values are the commands of own methods.
const Flag = "--method-command"

// limits of time: of a description, and of a fit.
const (
	describeLimit = 10 * time.Second
	fitLimit      = 10 * time.Minute
)

// description is what a program prints for --describe.
type description struct {
	Name, Title, Reference string
	Params                 []parameter
	Needs                  struct {
		Kernels []string
		Rows    int  // at most; 0: any number
		K       bool // K.npy is written for it
	}
}

// parameter describes a knob of the program.
type parameter struct {
	Name, Doc, Kind string          // real, integer or choice
	Default         json.RawMessage // a number, or one of the Choices
	Min, Max        json.Number
	Scale           string // linear or log
	Choices         []string
}

// usual returns the default as text.
func (p *parameter) usual() (text string) {
	if json.Unmarshal(p.Default, &text) != nil {
		text = string(p.Default)
	}
	return text
}

// Error says what is wrong with a method's program, or with what it has written.
type Error struct {
	Command, Problem, Want string
	how                    remedy.List
}

func (e *Error) Error() string {
	text := fmt.Sprintf("%s %q: %s", Flag, e.Command, e.Problem)
	if e.Want != "" {
		text += ", expected " + e.Want
	}
	return text
}

func (e *Error) Remedy() remedy.List { return e.how }

// Methods returns the methods and, after them, one for each command that args name with [Flag], and args without these.
// It runs each command once with --describe. Names in taken can't be those of parameters.
func Methods(ctx context.Context, methods []model.Method, taken, args []string) (all []model.Method, rest []string, err error) {
	all = slices.Clone(methods)
	for i := 0; i < len(args); i++ {
		arg := args[i]
		command, isValue := strings.CutPrefix(arg, Flag+"=")
		switch {
		case arg == "--":
			return all, append(rest, args[i:]...), nil
		case arg == Flag && i+1 < len(args):
			i++
			command = args[i]
		case !isValue:
			rest = append(rest, arg)
			continue
		}
		if strings.TrimSpace(command) == "" {
			return nil, nil, &Error{Command: command, Problem: "no command", Want: "how the program is started, such as 'python3 mine.py'"}
		}
		m, err := describe(ctx, command, all, taken)
		if err != nil {
			return nil, nil, err
		}
		all = append(all, m)
	}
	if len(all) > len(methods) {
		removeLeft()
	}
	return all, rest, nil
}

// describe asks the program for its description.
func describe(ctx context.Context, command string, methods []model.Method, taken []string) (model.Method, error) {
	ctx, cancel := context.WithTimeout(ctx, describeLimit)
	defer cancel()
	start := time.Now()
	out, err := execute(ctx, command, "--describe")
	if err != nil {
		return model.Method{}, &Error{Command: command, Problem: "--describe " + err.Error(), Want: "a description as JSON on standard output, see gramscope help own"}
	}
	empty := time.Since(start)
	var d description
	decoder := json.NewDecoder(strings.NewReader(out))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&d); err != nil || decoder.More() {
		return model.Method{}, &Error{Command: command, Problem: fmt.Sprintf("--describe printed what is no description (%v): %q", err, clip(out)),
			Want: "one JSON object with name, title, reference, params and needs"}
	}
	if problem := d.problem(methods, taken); problem != "" {
		return model.Method{}, &Error{Command: command, Problem: problem}
	}
	return d.method(command, empty), nil
}

var nameOf = regexp.MustCompile(`^[a-z][a-z0-9-]{0,29}$`)

// problem says what is wrong with a description, with the remedy, or "".
func (d *description) problem(methods []model.Method, taken []string) string {
	const names = "small letters, digits and dashes, at most 30"
	sameName := func(m model.Method) bool { return m.Name == d.Name }
	switch {
	case !nameOf.MatchString(d.Name):
		return fmt.Sprintf("the name %q of the method, expected %s", clip(d.Name), names)
	case slices.ContainsFunc(methods, sameName) || d.Name == "exact":
		return fmt.Sprintf("the method %s exists already; give yours another name", d.Name)
	case d.Title == "" || len(d.Title) > 60:
		return fmt.Sprintf("the title %q, expected 1 to 60 characters", clip(d.Title))
	case d.Needs.Rows < 0:
		return "needs.rows is negative"
	}
	seen := map[string]bool{}
	for _, p := range d.Params {
		isTaken := slices.ContainsFunc(methods, func(m model.Method) bool { return m.Uses(model.Name(p.Name)) }) || slices.Contains(taken, p.Name) ||
			slices.Contains(taken, model.Name(p.Name).Column())
		low, high, usual := number(p.Min), number(p.Max), number(json.Number(p.usual()))
		switch {
		case !nameOf.MatchString(p.Name):
			return fmt.Sprintf("the name %q of a parameter, expected %s", clip(p.Name), names)
		case isTaken || seen[p.Name]:
			return fmt.Sprintf("the parameter %s has the name of another flag or column; rename it, for instance to %s-%s", p.Name, d.Name, p.Name)
		case p.Doc == "" || len(p.Doc) > 100 || strings.HasSuffix(p.Doc, ".") || strings.Contains(p.Doc, "\n"):
			return fmt.Sprintf("the doc %q of parameter %s, expected a line of at most 100 characters without a full stop", clip(p.Doc), p.Name)
		case p.Kind == "choice" && (len(p.Choices) < 2 || !slices.Contains(p.Choices, p.usual())):
			return fmt.Sprintf("parameter %s, expected two or more choices, and one of them as default", p.Name)
		case p.Kind != "choice" && (p.Choices != nil || p.Kind != "real" && p.Kind != "integer"):
			return fmt.Sprintf("the kind %q of parameter %s, expected real, integer or choice (with choices)", clip(p.Kind), p.Name)
		case p.Kind != "choice" && !(low <= usual && usual <= high && high-low <= math.MaxFloat64):
			return fmt.Sprintf("parameter %s, expected numbers min ≤ default ≤ max", p.Name)
		case p.Kind == "integer" && (usual != math.Trunc(usual) || low != math.Trunc(low) || high != math.Trunc(high) || max(-low, high) > 1<<31):
			return fmt.Sprintf("parameter %s, expected whole numbers of at most 2³¹", p.Name)
		case p.Scale != "" && p.Scale != "linear" && p.Scale != "log", p.Scale == "log" && !(low > 0):
			return fmt.Sprintf("the scale %q of parameter %s, expected linear, or log with min > 0", clip(p.Scale), p.Name)
		}
		seen[p.Name] = true
	}
	return ""
}

// number returns the value of a number, NaN for none.
func number(n json.Number) float64 {
	v, err := n.Float64()
	if err != nil {
		return math.NaN()
	}
	return v
}

// method returns the method of a program. empty is the time of a start.
func (d *description) method(command string, empty time.Duration) model.Method {
	cost := "its own, and n·m+m² for landmarks"
	if d.Needs.K {
		cost = "n²"
	}
	return model.Method{
		Name: d.Name, Doc: d.Title + "\n\nA method of your own: each fit runs " + command + ", see gramscope help own.", Family: model.Programs,
		When: "as you wrote it", Ref: d.Reference, Cost: cost, Needs: model.Needs{Kernels: d.Needs.Kernels, MaxN: d.Needs.Rows},
		ReadsAll:  func(model.Fitter) bool { return d.Needs.K },
		Landmarks: true, Exceeds: true,
		New: func() model.Fitter { return d.fitter(command, empty) },
		Memory: func(f model.Fitter, n, dims int) model.Memory {
			m := min(f.(*Fitter).m, n)
			files := form.Bytes(n, dims) + form.Bytes(n, m)
			if d.Needs.K {
				files += 2 * form.Bytes(n, n)
			}
			return form.NystromMemory(n, m, 0, files)
		},
	}
}

func (d *description) fitter(command string, empty time.Duration) *Fitter {
	f := &Fitter{description: d, command: command, empty: empty, reals: make([]float64, len(d.Params)), whole: make([]int, len(d.Params))}
	for _, p := range f.Params() {
		if err := p.Set(p.Default); err != nil {
			panic("own: " + err.Error()) // problem has checked it
		}
	}
	return f
}

// Fitter runs a program on a problem.
type Fitter struct {
	*description
	command string
	empty   time.Duration // of a start that does nothing
	m       int
	reals   []float64 // of the parameters
	whole   []int
}

// Params are m, and those of the description.
func (f *Fitter) Params() []model.Param {
	list := []model.Param{model.Budget(&f.m)}
	for i, p := range f.description.Params {
		out := model.Param{Name: model.Name(p.Name), Symbol: p.Name, Doc: p.Doc, Group: model.GroupMethod, Min: number(p.Min), Max: number(p.Max),
			Default: number(json.Number(p.usual())), Integer: p.Kind == "integer", Choices: p.Choices}
		if p.Scale == "log" {
			out.Scale = model.Log
		}
		if p.Kind == "choice" {
			out.Min, out.Max, out.Default = 0, float64(len(p.Choices)-1), float64(slices.Index(p.Choices, p.usual()))
		}
		if p.Kind == "real" {
			out.Real = &f.reals[i]
		} else {
			out.Int = &f.whole[i]
		}
		list = append(list, out)
	}
	return list
}

// Fit runs the program in a folder of its own, and makes K̃ of what it writes there.
func (f *Fitter) Fit(ctx context.Context, g *model.Gram, rng *rand.Rand) (model.Approximation, error) {
	folder, err := os.MkdirTemp("", folderName())
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	begin := time.Now()
	if err := f.write(ctx, folder, g, rng.Int64N(1<<53)); err != nil {
		return nil, err
	}
	limited, cancel := context.WithTimeout(ctx, fitLimit)
	defer cancel()
	start := time.Now()
	wrote := start.Sub(begin)
	_, err = execute(limited, f.command, folder)
	took := time.Since(start)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.Is(limited.Err(), context.DeadlineExceeded):
		return nil, f.fail(fmt.Sprintf("took longer than %v", fitLimit), "")
	case err != nil:
		return nil, f.fail(err.Error(), "")
	}
	factor, result, err := f.read(ctx, folder, g)
	if err != nil {
		return nil, err
	}
	// The time to write and read files is not the method's.
	out := &approximation{Factor: factor, other: wrote.Seconds() + min(took, f.empty).Seconds()}
	if result.Seconds != nil {
		out.other = wrote.Seconds() + took.Seconds() - *result.Seconds
	}
	return out, nil
}

func (f *Fitter) fail(problem, want string) error {
	return &Error{Command: f.command, Problem: problem, Want: want}
}

// approximation is K̃, of which a part of the fit's wall time was not the method's.
type approximation struct {
	*form.Factor
	other float64
}

// Overhead returns the seconds of the fit that were spent on starting the program and writing files.
func (a *approximation) Overhead() float64 { return a.other }

// clip shortens a text for messages.
func clip(text string) string {
	if runes := []rune(text); len(runes) > 80 {
		return string(runes[:80]) + "…"
	}
	return text
}

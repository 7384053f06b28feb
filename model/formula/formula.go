// Package formula evaluates arithmetic expressions of named numbers, such as ceil(1.5*n^(3/13)), with which a
// parameter of an experiment can depend on others.
//
// A formula has numbers, names, + − * / ^, parentheses and the functions of [Functions], and nothing else of the
// language of github.com/expr-lang/expr, which parses it and computes its value.
package formula

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/expr-lang/expr"
	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/file"
	"github.com/expr-lang/expr/vm"
)

// Formula is a parsed expression. It is safe for concurrent use.
type Formula struct {
	names   []string
	program *vm.Program
}

// functions are the functions that a formula may call. All take one number, except min and max.
var functions = map[string]func(...float64) float64{
	"ceil":  func(x ...float64) float64 { return math.Ceil(x[0]) },
	"floor": func(x ...float64) float64 { return math.Floor(x[0]) },
	"round": func(x ...float64) float64 { return math.Floor(x[0] + 0.5) },
	"sqrt":  func(x ...float64) float64 { return math.Sqrt(x[0]) },
	"exp":   func(x ...float64) float64 { return math.Exp(x[0]) },
	"log":   func(x ...float64) float64 { return math.Log(x[0]) },
	"min":   func(x ...float64) float64 { return slices.Min(x) },
	"max":   func(x ...float64) float64 { return slices.Max(x) },
}

// Functions returns the names of the functions, in alphabetical order. log is the
// natural logarithm, and round goes up from a half.
func Functions() []string { return slices.Sorted(maps.Keys(functions)) }

// SyntaxError is the error of a text that is not a formula. Its message is short for any text.
type SyntaxError struct {
	Column  int // from 1, in characters
	Problem string
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("column %d of the formula: %s", e.Column, e.Problem)
}

// Limits of a formula: its number of characters, and of numbers, names and operations in total.
const (
	maxLength = 1000
	maxNodes  = 200
)

// Parse reads a formula of at most 1000 characters. Its error is a *SyntaxError.
func Parse(text string) (*Formula, error) {
	if bad := checkCharacters(text); bad != nil {
		return nil, bad
	}
	v := &vet{}
	options := []expr.Option{expr.DisableAllBuiltins(), expr.AllowUndefinedVariables(), expr.AsFloat64(), expr.Patch(v),
		expr.MaxNodes(maxNodes)}
	for name := range functions {
		options = append(options, expr.Function(name, call(name)))
	}
	program, err := expr.Compile(text, options...)
	for _, n := range v.uncalled {
		v.refuse(n, n.Value+" is a function: write its arguments in parentheses")
	}
	if v.offence != nil {
		return nil, v.offence
	}
	if err != nil {
		bad := &SyntaxError{Column: 1, Problem: err.Error()}
		var at *file.Error
		if errors.As(err, &at) {
			bad.Column, bad.Problem = at.Column+1, plainly(at.Message)
		}
		return nil, bad
	}
	return &Formula{v.names, program}, nil
}

// checkCharacters returns an error for a character that no formula has. Otherwise expr would take some of
// them as its own syntax: n//2 has a comment, n | max(m) a pipe.
func checkCharacters(text string) *SyntaxError {
	column, last := 0, ' '
	for _, r := range text {
		column++
		pair := string([]rune{last, r})
		last = r
		switch isASCII := r < utf8.RuneSelf; {
		case column > maxLength:
			count := utf8.RuneCountInString(text)
			return &SyntaxError{column, fmt.Sprintf("it has %d characters, and a formula has %d at most", count, maxLength)}
		case pair == "**" || pair == "//" || pair == "/*":
			return &SyntaxError{column - 1, notOperator(pair)}
		case unicode.IsLetter(r):
		case isASCII && (unicode.IsDigit(r) || unicode.IsSpace(r) || strings.ContainsRune("_.,()+-*/^", r)):
		default:
			return &SyntaxError{column, fmt.Sprintf("%q does not belong in a formula", string(r))}
		}
	}
	return nil
}

func notOperator(text string) string {
	return fmt.Sprintf("the operator %q is not one of + - * / ^", text)
}

// unexpected matches the message of expr about a token in a wrong place.
var unexpected = regexp.MustCompile(`^unexpected token (\w+)(?:\((".*")\))?$`)

// plainly rewords a message of expr for someone who has written a formula and not a program.
func plainly(problem string) string {
	found := unexpected.FindStringSubmatch(problem)
	switch {
	case strings.Contains(problem, "maximum allowed nodes"):
		return fmt.Sprintf("it has more than %d numbers, names and operations", maxNodes)
	case strings.Contains(problem, "literal"):
		return "the number that ends here is too large, or not written as a number is"
	case found == nil:
		return problem
	case found[1] == "EOF":
		return "it ends before it is complete"
	}
	return found[2] + " does not belong there"
}

// call returns a function in the form that expr calls. The number of arguments was checked before.
func call(name string) func(...any) (any, error) {
	return func(arguments ...any) (any, error) {
		numbers := make([]float64, len(arguments))
		for i, a := range arguments {
			numbers[i] = a.(float64)
		}
		return functions[name](numbers...), nil
	}
}

// Names returns the names in the formula, each once, in the order of the text.
func (f *Formula) Names() []string { return slices.Clone(f.names) }

// Value evaluates the formula. It is an error if a name is missing in at, or if the value is not finite.
func (f *Formula) Value(at map[string]float64) (float64, error) {
	for _, name := range f.names {
		if _, ok := at[name]; !ok {
			return 0, fmt.Errorf("%s is not known", name)
		}
	}
	out, err := expr.Run(f.program, at)
	if err != nil {
		return 0, err
	}
	v := out.(float64)
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return 0, fmt.Errorf("the value is %v, not a finite number%s", v, f.At(at))
	}
	return v, nil
}

// At returns the numbers that the formula uses, as the end of a sentence about its value: ", at n = 40,
// m = 3", or "" if it uses none.
func (f *Formula) At(numbers map[string]float64) string {
	var used []string
	for _, name := range f.names {
		used = append(used, fmt.Sprintf("%s = %.4g", name, numbers[name]))
	}
	if used == nil {
		return ""
	}
	return ", at " + strings.Join(used, ", ")
}

// vet visits a formula before it is compiled. It collects the names, makes every number a float64, so that
// nothing overflows or is rounded as an integer, and records what is not arithmetic.
type vet struct {
	names    []string
	uncalled []*ast.IdentifierNode // names of functions that are not called
	offence  *SyntaxError
}

func (v *vet) Visit(node *ast.Node) {
	switch n := (*node).(type) {
	case *ast.FloatNode:
	case *ast.IntegerNode:
		ast.Patch(node, &ast.FloatNode{Value: float64(n.Value)})
	case *ast.IdentifierNode:
		if functions[n.Value] != nil {
			v.uncalled = append(v.uncalled, n)
		} else if !slices.Contains(v.names, n.Value) {
			v.names = append(v.names, n.Value)
		}
	case *ast.UnaryNode:
		if n.Operator != "-" && n.Operator != "+" {
			v.refuse(n, notOperator(n.Operator))
		}
	case *ast.BinaryNode:
		if !slices.Contains([]string{"+", "-", "*", "/", "^"}, n.Operator) {
			v.refuse(n, notOperator(n.Operator))
		}
	case *ast.CallNode:
		v.call(n)
	default:
		v.refuse(n, "this is neither a number, a name, an operation nor a function")
	}
}

// call checks the name of a function and the number of its arguments.
func (v *vet) call(n *ast.CallNode) {
	callee, ok := n.Callee.(*ast.IdentifierNode)
	if !ok || functions[callee.Value] == nil {
		v.refuse(n, fmt.Sprintf("%v is not one of the functions %s", n.Callee, strings.Join(Functions(), ", ")))
		return
	}
	v.uncalled = slices.DeleteFunc(v.uncalled, func(n *ast.IdentifierNode) bool { return n == callee })
	several := callee.Value == "min" || callee.Value == "max"
	if got := len(n.Arguments); got == 0 || got > 1 && !several {
		v.refuse(n, fmt.Sprintf("%s has %d arguments", callee.Value, got))
	}
}

// refuse records the first fault.
func (v *vet) refuse(n ast.Node, problem string) {
	if v.offence == nil {
		v.offence = &SyntaxError{Column: n.Location().From + 1, Problem: problem}
	}
}

package trial

import (
	"maps"

	"gramscope/model"
	"gramscope/model/kernel"
)

// Assignment assigns values to parameters. Other parameters have their defaults.
type Assignment struct {
	Width  kernel.Width `json:"-"`      // γ and σ
	Values model.Values `json:"values"` // of all other parameters, by name

	Condition Condition `json:"m_condition,omitzero"` // from which m follows; the zero value if it does not
}

// With returns a copy of the assignment in which a parameter has another value. One of γ and σ replaces the other.
func (a Assignment) With(name model.Name, v float64) Assignment {
	width, ok := a.Width.With(name, v)
	if ok {
		a.Width = width
		return a
	}
	a = a.Clone()
	a.Values[name] = v
	if name == model.BudgetName {
		a.Condition = Condition{}
	}
	return a
}

// Conditional returns a copy of the assignment in which m follows from a condition.
func (a Assignment) Conditional(c Condition) Assignment {
	a = a.Clone()
	delete(a.Values, model.BudgetName)
	a.Condition = c
	return a
}

// WithAll returns a copy of the assignment with other values of some parameters. values must not contain both γ and σ.
func (a Assignment) WithAll(values model.Values) Assignment {
	for name, v := range values {
		a = a.With(name, v)
	}
	return a
}

// Clone returns a copy that shares nothing with a. Its Values are not nil.
func (a Assignment) Clone() Assignment {
	values := model.Values{}
	maps.Copy(values, a.Values)
	a.Values = values
	return a
}

// Value returns the value assigned to a parameter, or otherwise if there is none. For γ and σ use Width.
func (a Assignment) Value(p model.Param, otherwise float64) float64 {
	return a.Values.Of(p, otherwise)
}

// Named returns all assigned values by name. They include γ or σ if the width is a number.
func (a Assignment) Named() model.Values {
	values := a.Clone().Values
	if name, v, ok := a.Width.Number(); ok {
		values[name] = v
	}
	return values
}

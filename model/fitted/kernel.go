package fitted

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"

	"gramscope/model"
	"gramscope/model/kernel"
)

// Kernel is the kernel of a model: the name of a family, see [kernel.Families], and the values of its
// parameters. In a file they are fields of one object, {"family":"gaussian","gamma":0.5}; values of 0 are
// left out.
type Kernel struct {
	Family string
	Values kernel.Values
}

// family returns the family with the kernel's name.
func (k Kernel) family() (kernel.Family, error) {
	f, ok := kernel.Lookup(k.Family)
	if !ok {
		return f, fmt.Errorf("there is no kernel %q", clip(k.Family))
	}
	return f, nil
}

// function returns k(x, y). The error names a parameter that is unknown or out of range.
func (k Kernel) function() (model.Kernel, error) {
	f, err := k.family()
	if err != nil {
		return nil, err
	}
	for name := range k.Values {
		if !f.HasParam(name) {
			return nil, fmt.Errorf("kernel %s has no parameter %q", f.Name, clip(string(name)))
		}
	}
	values := kernel.Values{}
	for _, p := range f.Params {
		v := k.Values[p.Name]
		if p.Integer && v != math.Trunc(v) {
			return nil, fmt.Errorf("kernel %s: %s = %v is not a whole number", f.Name, p.Name, v)
		}
		values[p.Name] = v
	}
	return f.Kernel(values)
}

// MarshalJSON writes the parameters in the order of the family.
func (k Kernel) MarshalJSON() ([]byte, error) {
	f, err := k.family()
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, `{"family":%q`, f.Name)
	for _, p := range f.Params {
		number, err := json.Marshal(k.Values[p.Name])
		if err != nil {
			return nil, fmt.Errorf("kernel %s: %s: %w", f.Name, p.Name, err)
		}
		if k.Values[p.Name] != 0 {
			fmt.Fprintf(&b, `,%q:%s`, p.Name, number)
		}
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// UnmarshalJSON reads what MarshalJSON has written. Names and ranges are checked later, with the rest of the
// model.
func (k *Kernel) UnmarshalJSON(text []byte) error {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(text, &fields); err != nil {
		return err
	}
	if family, ok := fields["family"]; ok {
		if err := json.Unmarshal(family, &k.Family); err != nil {
			return err
		}
		delete(fields, "family")
	}
	k.Values = kernel.Values{}
	for name, number := range fields {
		var v float64
		if err := json.Unmarshal(number, &v); err != nil {
			return err
		}
		k.Values[model.Name(name)] = v
	}
	return nil
}

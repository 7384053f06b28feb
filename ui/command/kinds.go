package command

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"gramscope/model"
	"gramscope/model/flagtext"
)

// kind says how a flag's value is read and stored, and what completes it.
type kind struct {
	set   func(text string) error
	takes *takes // nil: see valuesNamed
}

// from returns the kind with another completion.
func (k kind) from(takes *takes) kind {
	k.takes = takes
	return k
}

// read is a value that parse reads and dst gets.
func read[T any](dst *T, parse func(string) (T, error)) kind {
	return kind{set: func(text string) (err error) {
		*dst, err = parse(text)
		return err
	}}
}

func asText(dst *string) kind {
	return read(dst, func(text string) (string, error) { return text, nil })
}

// pair is NAME=VALUE. such is an example for the error.
func pair(keep func(name, value string), such string) kind {
	return kind{set: func(text string) error {
		name, value, found := strings.Cut(text, "=")
		if !found || name == "" {
			return usage(fmt.Sprintf("%q is not NAME=VALUE", text), "write it as in "+such)
		}
		keep(name, value)
		return nil
	}}
}

// whether is a switch: no value, or =true or =false.
func whether(dst *bool) kind {
	return read(dst, func(text string) (bool, error) {
		v, err := strconv.ParseBool(text)
		if err != nil {
			err = usage(fmt.Sprintf("%q is neither true nor false", text), "write the flag alone, or with =false")
		}
		return v, err
	})
}

func choice(dst *string, words ...string) kind {
	return read(dst, func(text string) (string, error) {
		if !slices.Contains(words, text) {
			return "", unknown("value", text, words)
		}
		return text, nil
	}).from(oneOf(words...))
}

// asNames is a list with commas.
func asNames(dst *[]string) kind {
	return read(dst, func(text string) (list []string, err error) {
		for part := range strings.SplitSeq(text, ",") {
			if part = strings.TrimSpace(part); part == "" {
				return nil, usage(fmt.Sprintf("there is an empty name in %q", text), "write a list such as a,b")
			}
			list = append(list, part)
		}
		return list, nil
	})
}

// atLeast is a whole number of at least least.
func atLeast(least int, dst *int) kind {
	return read(dst, func(text string) (int, error) {
		v, err := strconv.Atoi(text)
		if err != nil || v < least {
			err = usage(fmt.Sprintf("%q is not a whole number of at least %d", text, least), "")
		}
		return v, err
	})
}

// between is a number from low to high. what describes it in the error.
func between(dst *float64, low, high float64, what, advice string) kind {
	return read(dst, func(text string) (float64, error) {
		v, err := strconv.ParseFloat(text, 64)
		if err != nil || !(v >= low && v <= high) {
			err = usage(fmt.Sprintf("%q is not %s", text, what), advice)
		}
		return v, err
	})
}

// asTime is a length of time, 0 or more.
func asTime(dst *time.Duration) kind {
	return read(dst, func(text string) (time.Duration, error) {
		v, err := time.ParseDuration(text)
		if err != nil || v < 0 {
			err = usage(fmt.Sprintf("%q is not a length of time", text), "write it as in 60s or 5m")
		}
		return v, err
	})
}

// ownMethods defines --method-command for help and completion: main takes it from the arguments before commands exist.
func (f *flags) ownMethods() {
	f.add("method-command", "COMMAND",
		"a method of your own: its program, such as 'python3 mine.py'; repeat the flag; see `gramscope help own`",
		asText(new(string)))
}

// memory defines --max-memory, and sets dst to its default.
func (f *flags) memory(doc string, dst *int64) {
	f.limit = dst
	*dst, _ = model.MachineMemory()
	f.add("max-memory", "SIZE", doc+", such as 500MB (default: half of what is free at start)",
		read(dst, func(text string) (int64, error) {
			v, err := flagtext.Size(text)
			if least := model.ProcessMemory(0)/1e6 + 1; err == nil && v < least*1e6 {
				err = usage(text+" is less than the program itself takes", fmt.Sprintf("give at least %dMB", least))
			}
			return v, err
		}))
}

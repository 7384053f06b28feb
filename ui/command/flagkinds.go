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

// addBool defines a boolean flag, which needs no value.
func (f *flags) addBool(name, doc string, dst *bool) {
	f.add(name, "", doc, func(s string) (err error) {
		if *dst, err = strconv.ParseBool(s); err != nil {
			return &usageError{fmt.Sprintf("%q is neither true nor false", s), "write --" + name + " or --" + name + "=false"}
		}
		return nil
	})
}

// addWord defines a flag that needs no value and may have one of the words.
func (f *flags) addWord(name, doc string, words []string, dst *string) {
	f.add(name, "", doc, func(text string) error {
		switch {
		case text == "true":
			*dst = words[0]
		case text == "false":
			*dst = ""
		case slices.Contains(words, text):
			*dst = text
		default:
			return unknown(name, text, words)
		}
		return nil
	})
	f.value(name).words = words
}

func (f *flags) text(name, arg, doc string, dst *string) {
	f.add(name, arg, doc, func(s string) error { *dst = s; return nil })
}

func (f *flags) names(name, doc string, dst *[]string) {
	f.add(name, "A,B", doc, func(s string) error {
		*dst = nil
		for part := range strings.SplitSeq(s, ",") {
			if part = strings.TrimSpace(part); part == "" {
				return &usageError{fmt.Sprintf("there is an empty name in %q", s), "write a list such as a,b"}
			}
			*dst = append(*dst, part)
		}
		return nil
	})
}

func (f *flags) choice(name, doc string, choices []string, dst *string) {
	f.add(name, "NAME", doc, func(s string) error {
		if !slices.Contains(choices, s) {
			return unknown(name, s, choices)
		}
		*dst = s
		return nil
	})
	f.offer(name, oneOf(choices...))
}

// memory defines --max-memory, which sets all of dsts. They get the default at once.
func (f *flags) memory(doc string, dsts ...*int64) {
	for _, dst := range dsts {
		*dst, _ = model.MachineMemory()
	}
	f.add("max-memory", "SIZE", doc+", such as 500MB (default: half of the memory available when the program starts)", func(s string) error {
		bytes, err := flagtext.Size(s)
		for _, dst := range dsts {
			*dst = bytes
		}
		return err
	})
}

// count defines a flag for a whole number of at least least.
func (f *flags) count(name, arg, doc string, least int, dst *int) {
	f.add(name, arg, doc, func(s string) error {
		v, err := strconv.Atoi(s)
		if err != nil || v < least {
			return &usageError{fmt.Sprintf("%q is not a whole number of at least %d", s, least), ""}
		}
		*dst = v
		return nil
	})
}

// duration defines a flag for a length of time, 0 or more.
func (f *flags) duration(name, doc string, dst *time.Duration) {
	f.add(name, "DURATION", fmt.Sprintf("%s (default %v)", doc, *dst), func(text string) error {
		v, err := time.ParseDuration(text)
		if err != nil || v < 0 {
			return &usageError{fmt.Sprintf("%q is not a length of time", text), "write it as in 60s or 5m"}
		}
		*dst = v
		return nil
	})
}

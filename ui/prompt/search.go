package prompt

import (
	"fmt"
	"strings"
	"time"

	"gramscope/model"
	"gramscope/model/number"
	"gramscope/model/sweep"
	"gramscope/model/tune"
	"gramscope/ui/widget"
)

// leastSearch is the shortest time of a search. Less ends before anything is scored on any data.
const leastSearch = time.Second

// searchChoices returns usual arguments of the verb search.
func searchChoices() []widget.Item {
	usual := tune.UsualTime.String()
	return []widget.Item{
		{Name: usual, Note: "on the n rows of the present setting"}, {Name: "2m", Note: "longer, for more rows and more methods"},
		{Name: usual + " all", Note: "on all rows that the test rows leave"}, {Name: "2m all", Note: "on all rows, longer"},
	}
}

// readSearch parses a time, the word all, and lists of values such as accum=1,4,16, in any order and all of them
// optional.
func (s Scope) readSearch(arg string) (any, error) {
	var want Search
	at := 0
	for _, word := range strings.Fields(arg) {
		at += strings.Index(arg[at:], word)
		if err := s.readSearched(&want, word); err != nil {
			return nil, &Fault{at, err}
		}
		at += len(word)
	}
	return want, nil
}

func (s Scope) readSearched(want *Search, word string) error {
	if strings.EqualFold(word, "all") {
		want.All = true
		return nil
	}
	if name, list, isList := strings.Cut(word, "="); isList {
		p, known := sweep.Parameter(s.Params, model.Name(name))
		if !known {
			_, err := nearestOf("parameter", name, parameterNames(s.Params))
			return err
		}
		values, err := sweep.ParseList(p, list)
		want.Over = append(want.Over, sweep.Axis{Name: p.Name, Values: values})
		return err
	}
	limit, err := time.ParseDuration(word)
	switch {
	case err != nil:
		return fmt.Errorf("%q is no time; type one such as 25s or 2m, all for all rows, or a list such as accum=1,4,16", word)
	case limit < leastSearch:
		return fmt.Errorf("%v is too short for a search; type %s or more", limit, number.Duration(leastSearch.Seconds()))
	}
	want.Time = limit
	return nil
}

func parameterNames(params []model.Param) (names []string) {
	for _, p := range params {
		names = append(names, string(p.Name))
	}
	return names
}

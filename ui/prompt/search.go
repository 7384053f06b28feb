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
	return []widget.Item{{Name: usual, Note: "on the n rows of the present setting"}, {Name: usual + " all", Note: "on all rows that the test rows leave"}}
}

// readSearch parses a time, the word all, and lists of values such as accum=1,4,16, in any order and all of them
// optional.
func (s Scope) readSearch(arg string) (any, error) {
	var want Search
	for _, word := range strings.Fields(arg) {
		name, list, isList := strings.Cut(word, "=")
		limit, err := time.ParseDuration(word)
		switch {
		case strings.EqualFold(word, "all"):
			want.All = true
		case isList:
			p, known := sweep.Parameter(s.Params, model.Name(name))
			if !known {
				_, err := find("parameter", name, widget.OverMenu(s.Params, "").Items)
				return nil, err
			}
			values, err := sweep.ParseList(p, list)
			if err != nil {
				return nil, err
			}
			want.Over = append(want.Over, sweep.Axis{Name: p.Name, Values: values})
		case err != nil:
			return nil, fmt.Errorf("%q is no time; type one such as 25s or 2m, all for all rows, or a list such as accum=1,4,16", word)
		case limit < leastSearch:
			return nil, fmt.Errorf("%v is too short for a search; type %s or more", limit, number.Duration(leastSearch.Seconds()))
		default:
			want.Time = limit
		}
	}
	return want, nil
}

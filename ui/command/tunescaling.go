package command

import (
	"fmt"
	"strings"

	"gramscope/model/tune"
)

// scaled says which scaling of the features the search had, and how far the other is.
func scaled(s *tune.Scaling) string {
	switch {
	case s == nil:
		return ""
	case s.Held == 0:
		return "one width for all features is kept: there was no time to learn one for each; raise --time\n"
	}
	measured := fmt.Sprintf("a difference of %s ± %s on %d rows held out\n", figure(s.Above.Mean), figure(s.Above.SE), s.Held)
	if s.Better {
		return fmt.Sprintf("learned widths: %s against %s with one width for all features, %s", labelled(s.LossName, s.Learned.Mean), figure(s.One.Mean), measured)
	}
	if s.Above.Mean < 0 {
		measured = strings.TrimSuffix(measured, "\n") + ", where classes need one of two standard errors, as few rows are easily overfitted\n"
	}
	return fmt.Sprintf("one width for all features is kept: %s against %s with learned widths, %s", labelled(s.LossName, s.One.Mean), figure(s.Learned.Mean), measured)
}

// scalingObject is the same for JSON, nil if no widths were asked for.
func scalingObject(s *tune.Scaling) any {
	if s == nil {
		return nil
	}
	chosen := "one width"
	if s.Better {
		chosen = "learned widths"
	}
	out := map[string]any{"chosen": chosen, "rows_held_out": s.Held, "learned_widths": s.Widths.Numbers(), "seconds": s.Took.Seconds()}
	if s.Held > 0 {
		name := s.LossName
		out["learned_"+name], out["one_width_"+name] = known(s.Learned.Mean), known(s.One.Mean)
		out["difference"], out["difference_se"] = known(s.Above.Mean), known(s.Above.SE)
	}
	return out
}

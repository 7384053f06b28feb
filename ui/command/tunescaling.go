package command

import "gramscope/model/tune"

// scalingObject is what was found of the scaling for JSON, nil if no widths were asked for.
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

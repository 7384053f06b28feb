package points

import (
	"context"
	"fmt"
	"slices"

	"gramscope/model"
	"gramscope/model/inspect"
	"gramscope/model/job"
	"gramscope/model/lab"
	"gramscope/model/sweep"
	"gramscope/ui/screen"
)

// Work starts the work for the present setting unless its results exist or are being computed. Points, clusters and
// scores are reused if only the methods change.
func (s *Screen) Work() []screen.Do {
	left, right := s.Pair()
	names := slices.DeleteFunc([]string{left, right}, func(s string) bool { return s == "" })
	p, ok := s.bench.PictureOf(names)
	ridge := s.bench.Setting().Value(model.ScoreRidge(nil), s.bench.Widths())
	base := p.Key()
	key := fmt.Sprint(base, names)
	if !ok || key == s.Key {
		return nil
	}
	now, old := s.Now, s.Old
	if base != s.base && now.Cloud != nil {
		old = now
	}
	s.Begin(key, old)
	if base == s.base {
		s.Now = now
	}
	s.base = base
	spec := s.bench.Setting().Spec
	s.Now.Unscored, s.Now.Rests = inspect.NoScores(spec.N, spec.ExactLimit), map[string]Landmarks{}
	count := int(s.bench.Setting().Value(model.Clusters(nil), s.bench.Widths()))
	return []screen.Do{screen.Launch{Kind: Jobs, Work: work(s.bench.Limits(), p, count, ridge)}}
}

// work computes the points, the landmarks, and at last the leverage scores, which wait for the semaphore of jobs of
// O(n³).
func work(limits job.Limits, p lab.Picture, clusters int, ridge float64) job.Work {
	return func(ctx context.Context, post func(any)) error {
		plan, err := p.Prepare()
		if err == nil {
			err = showPoints(ctx, plan, clusters, post)
		}
		if err != nil || inspect.NoScores(plan.Cells[0].Draw.N, plan.Spec.ExactLimit) != "" || !limits.Cubic.Acquire(ctx) {
			return err
		}
		defer limits.Cubic.Release()
		scores, err := inspect.LeverageScores(ctx, plan, plan.Cells[0], ridge)
		if err != nil {
			post(Scores{Missing: lab.Reason(err)})
			return nil
		}
		post(ScoresOf(scores))
		return nil
	}
}

func showPoints(ctx context.Context, plan *sweep.Plan, clusters int, post func(any)) error {
	cloud, err := inspect.CloudOf(ctx, plan, plan.Cells[0])
	if err != nil {
		return err
	}
	groups, err := inspect.ClustersOf(ctx, plan, plan.Cells[0], clusters)
	if err != nil {
		return err
	}
	post(PointsOf(cloud, groups))
	for _, c := range plan.Cells {
		rows, has, err := inspect.Landmarks(ctx, plan, c)
		found := LandmarksOf(c.Method.Name, rows, groups)
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil:
			found.Missing = c.Method.Name + ": " + lab.Reason(err)
		case !has:
			found.Missing = c.Method.Name + " rests on no points of the data"
		}
		post(found)
	}
	return nil
}

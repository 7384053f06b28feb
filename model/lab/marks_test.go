package lab

import (
	"slices"
	"testing"

	"gramscope/data/synthetic"
	"gramscope/model/job"
	"gramscope/model/sweep"
)

// Marks belong to the rows that are drawn: they come back with them, also by undo and when another store takes the place of the data's.
func TestMarksComeBackWithTheirRows(t *testing.T) {
	g := &synthetic.Generators()[0]
	b := &Bench{Runner: job.NewRunner(t.Context())}
	t.Cleanup(func() { b.Runner.Close(0) })
	b.setting = Setting{Store: sweep.NewStore(g)}
	b.setting.Spec.N, b.setting.Spec.Seed = 10, 1
	b.Mark(Marks{Rows: []int{7, 2, 2, 12, -1}, By: Region{Cluster: 1, Of: 3}})
	if got := b.Marks(); !slices.Equal(got.Rows, []int{2, 7}) || got.By.Cluster != 1 {
		t.Fatalf("marked %+v", got)
	}
	was := b.setting
	for _, change := range []func(){
		func() { b.setting.Spec.N = 9 },
		func() { b.setting.Spec.Seed = 2 },
		func() { b.setting.Store = sweep.NewStore(g) },
	} {
		b.setting = was
		if change(); len(b.Marked()) > 0 {
			t.Errorf("other rows are drawn, and %v are marked", b.Marked())
		}
		b.History = History{{setting: was}}
		if b.Mark(Marks{Rows: []int{1}}); !slices.Equal(b.Marked(), []int{1}) {
			t.Errorf("marked are %v", b.Marked())
		}
	}
	b.setting = was
	b.setting.Store = was.Store.Emptied()
	if got := b.Marked(); !slices.Equal(got, []int{2, 7}) {
		t.Errorf("back at the rows %v are marked", got)
	}
	if b.Mark(Marks{}); len(b.Marked()) > 0 {
		t.Errorf("unmarked: %v", b.Marked())
	}
	b.History, b.setting = nil, Setting{Store: sweep.NewStore(g)}
	b.setting.Spec.N = 5
	if b.Mark(Marks{Rows: []int{0}}); len(b.marked) != 1 {
		t.Errorf("%d marks are kept, most of data that no undo leads to", len(b.marked))
	}
}

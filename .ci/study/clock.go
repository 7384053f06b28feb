package tune

import (
	"context"
	"syscall"
	"time"
)

// clock measures and limits time. This one, for the study, has half of the CPU time of the process: the time that two
// workers take on a machine without other work.
type clock struct {
	now    func() time.Time
	within func(ctx context.Context, d time.Duration) (context.Context, context.CancelFunc)
}

func wallClock() clock { return clock{cpuNow, cpuWithin} }

func cpuNow() time.Time {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Unix(0, (u.Utime.Nano()+u.Stime.Nano())/2)
}

func cpuWithin(ctx context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	end := cpuNow().Add(d)
	go func() {
		for ctx.Err() == nil {
			left := end.Sub(cpuNow())
			if left <= 0 {
				cancel()
				return
			}
			time.Sleep(min(left, 20*time.Millisecond))
		}
	}()
	return ctx, cancel
}

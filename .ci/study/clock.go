package tune

import (
	"context"
	"syscall"
	"time"
)

// The clock of a search, for the study, has half of the CPU time of the process: the time that two workers take on a
// machine without other work.
func cpuNow() time.Time {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Unix(0, (u.Utime.Nano()+u.Stime.Nano())/2)
}

func cpuSince(t time.Time) time.Duration { return cpuNow().Sub(t) }

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

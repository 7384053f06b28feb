#!/usr/bin/env bash
# Wall time, CPU time and peak memory of the worker and of the runner, each a process of its own, on rows of
# Friedman's function, of which the features without effect are left out:
#
#	testdata/measure.sh ROWS PARTS [FLAGS OF THE COMMAND]
#
# The parts are kept for further runs in ${TMPDIR:-/tmp}/friedman-ROWS-PARTS. GNU time tells the figures.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
rows=$1 parts=$2
shift 2
folder=${TMPDIR:-/tmp}/friedman-$rows-$parts
[ -d "$folder" ] || go run testdata/friedman.go --rows "$rows" --parts "$parts" --to "$folder"
work=$(mktemp -d)
port=$((20000 + RANDOM % 10000))
go build -o "$work/beam" .
go build -o "$work/prism" github.com/apache/beam/sdks/v2/go/cmd/prism
figures='%e s wall, %U+%S s CPU, %M kB at most'
/usr/bin/time -o "$work/runner" -f "$figures" "$work/prism" --serve_http=false --job_port "$port" >"$work/prism.log" 2>&1 &
runner=$!
trap 'pkill -P "$runner" || true; rm -rf "$work"' EXIT
until (echo >"/dev/tcp/localhost/$port") 2>/dev/null; do sleep 0.1; done
/usr/bin/time -o "$work/worker" -f "$figures" "$work/beam" --runner universal --endpoint "localhost:$port" --environment_type LOOPBACK \
	--input "$folder/part-*.csv" --target y --columns x1,x2,x3,x4,x5 --m 200 --gamma 0.1 --mu 1 "$@" \
	--output "$work/model.json" --report "$work/report.json" >"$work/beam.log" 2>&1 || { tail -n 5 "$work/beam.log"; exit 1; }
pkill -P "$runner"
wait "$runner" || true
echo "worker: $(tail -n 1 "$work/worker")"
echo "runner: $(tail -n 1 "$work/runner")"
cat "$work/report.json"

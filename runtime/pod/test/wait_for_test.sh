#!/usr/bin/env bash
# Tests wait-for.sh: it succeeds once a port listens, and gives up in time if none does.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=fake.sh
. "$(dirname "${BASH_SOURCE[0]}")/fake.sh"

# Prints the number of a free loopback port, and listens on it a second later.
# shellcheck disable=SC2016 # Perl's own
listener='use IO::Socket::INET; my $s = IO::Socket::INET->new(LocalAddr => "127.0.0.1", LocalPort => 0, Proto => "tcp") or die;
  print $s->sockport, "\n"; close STDOUT; sleep 1; listen($s, 5) or die; while (my $c = $s->accept) { close $c }'

new_case "the script waits until the port listens"
perl -e "$listener" >"$lab/port" &
soon test -s "$lab/port"
timeout 20 "$pod/wait-for.sh" 127.0.0.1 "$(cat "$lab/port")" 10 >"$lab/out" 2>&1 || bad "exit code $?"
says 'answers after'

new_case "the script fails in time if the port never listens"
perl -e 'use IO::Socket::INET; my $s = IO::Socket::INET->new(LocalAddr => "127.0.0.1", LocalPort => 0, Proto => "tcp") or die;
  $| = 1; print $s->sockport, "\n"; sleep 60' >"$lab/port2" &
soon test -s "$lab/port2"
SECONDS=0
if timeout 20 "$pod/wait-for.sh" 127.0.0.1 "$(cat "$lab/port2")" 2 >"$lab/out" 2>&1; then
  bad "claims success"
fi
[ "$SECONDS" -le 6 ] || bad "took $SECONDS s"
says 'nothing listens on 127.0.0.1'
finish

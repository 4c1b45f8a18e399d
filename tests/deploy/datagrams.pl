#!/usr/bin/perl
# A datagram socket at the given path, as systemd has one for its services: each message becomes a line, its own
# lines joined by blanks. (Node knows no such sockets; perl is part of every Debian.)
use strict;
use warnings;
use IO::Socket::UNIX;
use Socket qw(SOCK_DGRAM);

my $socket = IO::Socket::UNIX->new(Type => SOCK_DGRAM, Local => $ARGV[0]) or die "$ARGV[0]: $!\n";
$| = 1;
print "listening\n";
while (defined $socket->recv(my $message, 4096)) {
	print join(' ', split(/\n/, $message)), "\n";
}

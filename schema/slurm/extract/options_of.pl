#!/usr/bin/perl
# Prints the parameters that an installed Slurm knows: the array slurm_conf_options of libslurmfull, with which all daemons
# and clients parse slurm.conf. Prints one line "KEY TYPE" per parameter, in the order of the array.
#   options_of.pl LIBSLURMFULL.so
# Written in Perl because every Debian has it, so that the check runs inside a root filesystem without a compiler.
use strict;
use warnings;
use DynaLoader;

# In the order of Slurm's enum slurm_parser_enum.
my @types = qw(ignore string long uint16 uint32 uint64 pointer array boolean line expline plain_string float double
    long_double);

my $library = DynaLoader::dl_load_file($ARGV[0], 0) or die "cannot load $ARGV[0]: " . DynaLoader::dl_error() . "\n";
my $array = DynaLoader::dl_find_symbol($library, 'slurm_conf_options')
    or die "$ARGV[0] exports no slurm_conf_options\n";

# Reads COUNT bytes at an address of this process: bytes(ADDRESS, COUNT)
sub bytes { my ($address, $count) = @_; return unpack("P$count", pack('J', $address)); }

# Reads a C string at an address. Reads byte by byte, because the memory after the string may not be mapped.
sub text {
    my ($address) = @_;
    my $string = '';
    while ((my $char = bytes($address++, 1)) ne "\0") { $string .= $char; }
    return $string;
}

# An entry is {char *key; int type; handler; destroy; line_options}, followed since 24.11 by {pack; unpack}. The second entry
# tells the size: its key must be the address of a name, which a handler's address or a null pointer is not.
my $size;
for my $candidate (40, 56) {
    my $second = unpack('J', bytes($array + $candidate, 8));
    my $kind = unpack('i', bytes($array + $candidate + 8, 4));
    # The table is sorted and its first keys share a long prefix.
    if ($second && $kind >= 0 && $kind < @types && bytes($second, 10) eq 'Accounting') { $size = $candidate; last; }
}
die "slurm_conf_options has entries of a size that this program does not know\n" if !$size;

for (my $entry = $array;; $entry += $size) {
    my $key = unpack('J', bytes($entry, 8));
    last if !$key;
    my $kind = unpack('i', bytes($entry + 8, 4));
    print text($key), ' ', $types[$kind] // "type$kind", "\n";
}

Wrong usage exits with status 2, prints the reason on standard error, and prints no data.

  $ skiff init . >/dev/null
  $ skiff
  skiff: missing command
  skiff: try `skiff --help`
  [2]
  $ skiff biuld cluster.yaml
  skiff: unknown command "biuld"; did you mean "build"?
  skiff: try `skiff --help`
  [2]
  $ skiff frobnicate
  skiff: unknown command "frobnicate"
  skiff: try `skiff --help`
  [2]
  $ skiff check
  skiff: SPEC is required
  skiff: try `skiff check --help`
  [2]
  $ skiff build cluster.yaml --out out
  skiff: unknown option "--out"; did you mean "--output"?
  skiff: try `skiff build --help`
  [2]
  $ skiff build cluster.yaml --dryrun -o out
  skiff: unknown option "--dryrun"; did you mean "--dry-run"?
  skiff: try `skiff build --help`
  [2]
  $ skiff --vers
  skiff: unknown option "--vers"; did you mean "--version"?
  skiff: try `skiff --help`
  [2]
  $ skiff build cluster.yaml
  skiff: --output is required
  skiff: try `skiff build --help`
  [2]
  $ skiff check cluster.yaml extra
  skiff: unexpected argument "extra"
  skiff: try `skiff check --help`
  [2]
  $ skiff check --frob cluster.yaml
  skiff: unknown option "--frob"
  skiff: try `skiff check --help`
  [2]
  $ skiff check --diagnostics xml cluster.yaml
  skiff: --diagnostics: xml not in {text,json,sarif,github}
  skiff: try `skiff check --help`
  [2]
  $ skiff check --color pink cluster.yaml
  skiff: --color: pink not in {auto,always,never}
  skiff: try `skiff check --help`
  [2]
  $ skiff completion tcsh
  skiff: SHELL: tcsh not in {bash,zsh,fish}
  skiff: try `skiff completion --help`
  [2]
  $ skiff build cluster.yaml -o out --format json
  skiff: --format applies only to a stream (-o -)
  [2]
  $ skiff build cluster.yaml -o - --dry-run
  skiff: --dry-run applies only to a directory, not to a stream (-o -)
  [2]
  $ skiff build cluster.yaml -o ""
  skiff: the name of the output directory is empty
  [2]
  $ skiff check missing.yaml
  skiff: missing.yaml: cannot open it: No such file or directory
  [2]
  $ mkdir folder; cp cluster.yaml folder; skiff check folder
  skiff: folder: is a directory; did you mean "folder/cluster.yaml"?
  [2]
  $ rm folder/cluster.yaml; skiff check folder
  skiff: folder: cannot read it: Is a directory
  [2]
  $ skiff explain SKF999
  skiff: there is no rule SKF999
  [2]
  $ skiff explain spec.nodeSetz
  skiff: there is no field spec.nodeSetz; did you mean "nodeSets"?
  [2]
  $ skiff explain topologySpread
  skiff: there is no field topologySpread; did you mean spec.nodeSets[].topologySpread?
  [2]
  $ skiff explain spec.nodeSets.maxTime
  skiff: there is no field spec.nodeSets.maxTime; did you mean spec.partitions[].maxTime?
  [2]
  $ skiff explain name
  skiff: there is no field name; give its path, for example metadata.name
  [2]
  $ skiff explain zebra
  skiff: there is no field zebra
  [2]
  $ (cd folder; skiff explain slurm/slurm.conf:1)
  skiff: cluster.yaml: there is no such file; give the spec with -f
  [2]
  $ skiff explain ..
  skiff: not a rule (SKF101), an output line (slurm/slurm.conf:42) or a field (spec.nodeSets): ..
  [2]

Help is printed on standard output.

  $ skiff --help
  Compile one cluster spec into everything that runs Slurm on Kubernetes.
  Usage: skiff [OPTIONS] SUBCOMMAND
  
  Options:
    -h,--help                   Print this help
    --version                   Print the version
  
  Subcommands:
    build                       Compile a spec into the files that run the cluster
    check                       Validate a spec and report its errors
    diff                        Say what a change of a spec does to the running cluster
    plan                        Print the resolved plan: every default and derived number
    explain                     Explain what decided an output line, what a field decides, or what a rule means
    init                        Write a first spec
    keys                        Make the keys and passwords that a spec needs, as Secrets on standard output
    policy                      Compare the accounting records of a spec with those of a cluster, or import them
    schema                      Print the JSON Schema of the spec, for editors
    completion                  Print the completion script for a shell
    version                     Print the version and the supported targets
  
  Data goes to standard output, diagnostics to standard error.
  Exit status: 0 success, 1 errors in the spec, 2 a usage error, an I/O error or a bug in skiff.
  Of diff and policy plan: 0 nothing differs, 1 something differs, 2 any error.
  $ for verb in build check diff plan explain init schema completion version; do echo "== $verb"; skiff $verb --help; done
  == build
  Compile a spec into the files that run the cluster
  Usage: skiff build [OPTIONS] SPEC
  
  Positionals:
    SPEC REQUIRED               The spec, or - for standard input
  
  Options:
    -h,--help                   Print this help
    -o,--output DIR REQUIRED    The directory to write, or - for one stream of objects
    --dry-run                   List the changes to the directory without making them
    --exit-code                 With --dry-run, exit with 1 if the directory would change
    --accept-refused            Write changes that Kubernetes refuses, for which you must follow steps by hand
    --accept-other-cluster      Write over the output of a cluster with another name or namespace
    --format yaml|json          Format of the stream (default yaml)
    --diagnostics text|json|sarif|github
                                Format of the diagnostics (default text)
    --color auto|always|never   Whether to color the diagnostics (default auto)
    -q,--quiet                  Print no warnings and no summary
    --strict                    Treat warnings as errors
  
  Data goes to standard output, diagnostics to standard error.
  Exit status: 0 success, 1 errors in the spec, 2 a usage error, an I/O error or a bug in skiff.
  Of diff and policy plan: 0 nothing differs, 1 something differs, 2 any error.
  == check
  Validate a spec and report its errors
  Usage: skiff check [OPTIONS] SPEC
  
  Positionals:
    SPEC REQUIRED               The spec, or - for standard input
  
  Options:
    -h,--help                   Print this help
    --diagnostics text|json|sarif|github
                                Format of the diagnostics (default text)
    --color auto|always|never   Whether to color the diagnostics (default auto)
    -q,--quiet                  Print no warnings and no summary
    --strict                    Treat warnings as errors
  
  Data goes to standard output, diagnostics to standard error.
  Exit status: 0 success, 1 errors in the spec, 2 a usage error, an I/O error or a bug in skiff.
  Of diff and policy plan: 0 nothing differs, 1 something differs, 2 any error.
  == diff
  Say what a change of a spec does to the running cluster
  Usage: skiff diff [OPTIONS] OLD NEW
  
  Positionals:
    OLD REQUIRED                The older spec or output directory, also as REV:PATH in Git, or the objects in the cluster, from kubectl get -o yaml; - is standard input
    NEW REQUIRED                The newer spec or output directory
  
  Options:
    -h,--help                   Print this help
    --output text|markdown|json|sarif
                                Format of the changes (default text)
    --fail-on nothing|live|reconfigure|restart|pods|drain|unknown|refused|loses-data
                                Exit with 1 only if a change has this class or a worse one (default nothing)
    --diagnostics text|json|sarif|github
                                Format of the diagnostics (default text)
    --color auto|always|never   Whether to color the diagnostics (default auto)
    -q,--quiet                  Print no warnings and no summary
    --strict                    Treat warnings as errors
  
  Data goes to standard output, diagnostics to standard error.
  Exit status: 0 success, 1 errors in the spec, 2 a usage error, an I/O error or a bug in skiff.
  Of diff and policy plan: 0 nothing differs, 1 something differs, 2 any error.
  == plan
  Print the resolved plan: every default and derived number
  Usage: skiff plan [OPTIONS] SPEC
  
  Positionals:
    SPEC REQUIRED               The spec, or - for standard input
  
  Options:
    -h,--help                   Print this help
    --diagnostics text|json|sarif|github
                                Format of the diagnostics (default text)
    --color auto|always|never   Whether to color the diagnostics (default auto)
    -q,--quiet                  Print no warnings and no summary
    --strict                    Treat warnings as errors
  
  Data goes to standard output, diagnostics to standard error.
  Exit status: 0 success, 1 errors in the spec, 2 a usage error, an I/O error or a bug in skiff.
  Of diff and policy plan: 0 nothing differs, 1 something differs, 2 any error.
  == explain
  Explain what decided an output line, what a field decides, or what a rule means
  Usage: skiff explain [OPTIONS] TARGET
  
  Positionals:
    TARGET REQUIRED             A rule (SKF101), an output line (out/slurm/slurm.conf:42), or a field (spec.nodeSets[0].replicas)
  
  Options:
    -h,--help                   Print this help
    -f,--file FILE              The spec (default cluster.yaml), or - for standard input
    -o,--output DIR             The directory that the spec was built into
    --diagnostics text|json|sarif|github
                                Format of the diagnostics (default text)
    --color auto|always|never   Whether to color the diagnostics (default auto)
    -q,--quiet                  Print no warnings and no summary
    --strict                    Treat warnings as errors
  
  Data goes to standard output, diagnostics to standard error.
  Exit status: 0 success, 1 errors in the spec, 2 a usage error, an I/O error or a bug in skiff.
  Of diff and policy plan: 0 nothing differs, 1 something differs, 2 any error.
  == init
  Write a first spec
  Usage: skiff init [OPTIONS] [DIR]
  
  Positionals:
    DIR                         The directory for cluster.yaml and the schema for editors
  
  Options:
    -h,--help                   Print this help
    --name NAME                 Name of the cluster
    --trial                     Write the spec of a small cluster of unprivileged pods, for kind or a laptop (examples/quickstart)
    --diagnostics text|json|sarif|github
                                Format of the diagnostics (default text)
    --color auto|always|never   Whether to color the diagnostics (default auto)
    -q,--quiet                  Print no warnings and no summary
    --strict                    Treat warnings as errors
  
  Data goes to standard output, diagnostics to standard error.
  Exit status: 0 success, 1 errors in the spec, 2 a usage error, an I/O error or a bug in skiff.
  Of diff and policy plan: 0 nothing differs, 1 something differs, 2 any error.
  == schema
  Print the JSON Schema of the spec, for editors
  Usage: skiff schema [OPTIONS]
  
  Options:
    -h,--help                   Print this help
    --diagnostics text|json|sarif|github
                                Format of the diagnostics (default text)
    --color auto|always|never   Whether to color the diagnostics (default auto)
    -q,--quiet                  Print no warnings and no summary
    --strict                    Treat warnings as errors
  
  Data goes to standard output, diagnostics to standard error.
  Exit status: 0 success, 1 errors in the spec, 2 a usage error, an I/O error or a bug in skiff.
  Of diff and policy plan: 0 nothing differs, 1 something differs, 2 any error.
  == completion
  Print the completion script for a shell
  Usage: skiff completion [OPTIONS] SHELL
  
  Positionals:
    SHELL bash|zsh|fish REQUIRED
                                The shell
  
  Options:
    -h,--help                   Print this help
    --diagnostics text|json|sarif|github
                                Format of the diagnostics (default text)
    --color auto|always|never   Whether to color the diagnostics (default auto)
    -q,--quiet                  Print no warnings and no summary
    --strict                    Treat warnings as errors
  
  Data goes to standard output, diagnostics to standard error.
  Exit status: 0 success, 1 errors in the spec, 2 a usage error, an I/O error or a bug in skiff.
  Of diff and policy plan: 0 nothing differs, 1 something differs, 2 any error.
  == version
  Print the version and the supported targets
  Usage: skiff version [OPTIONS]
  
  Options:
    -h,--help                   Print this help
    --diagnostics text|json|sarif|github
                                Format of the diagnostics (default text)
    --color auto|always|never   Whether to color the diagnostics (default auto)
    -q,--quiet                  Print no warnings and no summary
    --strict                    Treat warnings as errors
  
  Data goes to standard output, diagnostics to standard error.
  Exit status: 0 success, 1 errors in the spec, 2 a usage error, an I/O error or a bug in skiff.
  Of diff and policy plan: 0 nothing differs, 1 something differs, 2 any error.

The README lists the commands.

  $ skiff --help | sed -n '/^Subcommands:/,/^$/s/^  \([a-z][a-z]*\) .*/\1/p' >verbs
  $ sed -n 's/^- Commands: //p' "$TESTDIR/../../README.md" | tr -d '`' | tr ' ' '\n' | diff - verbs
  $ wc -l <verbs
  11
  $ skiff version
  skiff 0.1.0
  Slurm:      22.05 23.02 23.11 24.05 24.11 25.05 25.11 26.05
  Kubernetes: 1.30 1.31 1.32 1.33 1.34 1.35 1.36
  $ skiff --version
  skiff 0.1.0

The printed schema is byte for byte the repository's file.

  $ skiff schema | cmp - "$TESTDIR"/../../schema/cluster.schema.json

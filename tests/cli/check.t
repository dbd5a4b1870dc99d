Diagnostics on standard error in four formats, with the same status in each.

  $ skiff init .
  ./cluster.yaml
  ./cluster.schema.json
  $ mv cluster.yaml good.yaml
  $ sed 's/replicas/replcias/' good.yaml >bad.yaml
  $ skiff check good.yaml
  $ skiff check bad.yaml
  bad.yaml:8:19: error: spec.nodeSets[0].replcias: unknown field "replcias"; did you mean "replicas"? [SKF101]
     8 |     - {name: cpu, replcias: 2, hardware: {cpus: 4, memory: 8Gi}}   # two worker pods, cpu-0 and cpu-...
       |                   ^~~~~~~~
  [1]
  $ skiff check --diagnostics json bad.yaml
  {
    "errors": 1,
    "warnings": 0,
    "diagnostics": [
      {
        "rule": "SKF101",
        "severity": "error",
        "file": "bad.yaml",
        "line": 8,
        "column": 19,
        "endLine": 8,
        "endColumn": 27,
        "path": "spec.nodeSets[0].replcias",
        "message": "unknown field \"replcias\"; did you mean \"replicas\"?",
        "text": "spec.nodeSets[0].replcias: unknown field \"replcias\"; did you mean \"replicas\"?"
      }
    ]
  }
  [1]
  $ skiff check --diagnostics sarif bad.yaml
  {
    "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
    "version": "2.1.0",
    "runs": [
      {
        "tool": {
          "driver": {
            "name": "skiff",
            "rules": [
              {
                "id": "SKF101",
                "helpUri": "docs/rules.md#skf101"
              }
            ]
          }
        },
        "columnKind": "unicodeCodePoints",
        "results": [
          {
            "ruleId": "SKF101",
            "ruleIndex": 0,
            "level": "error",
            "message": {
              "text": "spec.nodeSets[0].replcias: unknown field \"replcias\"; did you mean \"replicas\"?"
            },
            "locations": [
              {
                "physicalLocation": {
                  "artifactLocation": {
                    "uri": "bad.yaml"
                  },
                  "region": {
                    "startLine": 8,
                    "startColumn": 19,
                    "endLine": 8,
                    "endColumn": 27
                  }
                },
                "logicalLocations": [
                  {
                    "fullyQualifiedName": "spec.nodeSets[0].replcias"
                  }
                ]
              }
            ],
            "partialFingerprints": {
              "skiffRuleAndPath/v1": "SKF101:spec.nodeSets[0].replcias"
            }
          }
        ]
      }
    ]
  }
  [1]
  $ skiff check --diagnostics github bad.yaml
  ::error file=bad.yaml,line=8,endLine=8,col=19,endColumn=26,title=SKF101::spec.nodeSets[0].replcias: unknown field "replcias"; did you mean "replicas"?
  [1]
  $ for form in text json sarif github; do skiff check --diagnostics $form good.yaml; done
  {
    "errors": 0,
    "warnings": 0,
    "diagnostics": []
  }
  {
    "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
    "version": "2.1.0",
    "runs": [
      {
        "tool": {
          "driver": {
            "name": "skiff",
            "rules": []
          }
        },
        "columnKind": "unicodeCodePoints",
        "results": []
      }
    ]
  }

Standard input works like a file, and has a name in diagnostics.

  $ skiff check - <bad.yaml
  <stdin>:8:19: error: spec.nodeSets[0].replcias: unknown field "replcias"; did you mean "replicas"? [SKF101]
     8 |     - {name: cpu, replcias: 2, hardware: {cpus: 4, memory: 8Gi}}   # two worker pods, cpu-0 and cpu-...
       |                   ^~~~~~~~
  [1]
  $ skiff check - <good.yaml
  $ skiff check - <&-
  skiff: standard input: cannot read it: Bad file descriptor
  [2]

An endless input is rejected at the size limit.

  $ timeout 20 skiff check /dev/zero
  /dev/zero: error: the text is larger than 16 MiB, so it is not a spec [SKF020]
  [1]

A warning is printed, hidden by -q, and treated as an error by --strict, also by plan and build.

  $ cp good.yaml warned.yaml
  $ cat >>warned.yaml <<YAML
  >   partitions:
  >     - {name: one, nodeSets: [cpu]}
  >     - {name: two, nodeSets: [cpu]}
  > YAML
  $ skiff check warned.yaml
  warned.yaml:12:7: warning: spec.partitions[0].default: Required value: no partition is the default, so a job that names none is refused [SKF311]
    12 |     - {name: one, nodeSets: [cpu]}
       |       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~
  $ skiff check -q warned.yaml
  $ skiff check -q --strict warned.yaml
  warned.yaml:12:7: warning: spec.partitions[0].default: Required value: no partition is the default, so a job that names none is refused [SKF311]
    12 |     - {name: one, nodeSets: [cpu]}
       |       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~
  [1]
  $ skiff plan -q --strict warned.yaml
  warned.yaml:12:7: warning: spec.partitions[0].default: Required value: no partition is the default, so a job that names none is refused [SKF311]
    12 |     - {name: one, nodeSets: [cpu]}
       |       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~
  [1]
  $ skiff build -q --strict warned.yaml -o out
  warned.yaml:12:7: warning: spec.partitions[0].default: Required value: no partition is the default, so a job that names none is refused [SKF311]
    12 |     - {name: one, nodeSets: [cpu]}
       |       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~
  [1]
  $ test ! -e out

Output to a file has colours only with --color always.

  $ skiff check --color always bad.yaml
  \x1b[1mbad.yaml:8:19:\x1b[0m \x1b[1;31merror:\x1b[0m spec.nodeSets[0].replcias: unknown field "replcias"; did you mean "replicas"? [SKF101] (esc)
     8 |     - {name: cpu, replcias: 2, hardware: {cpus: 4, memory: 8Gi}}   # two worker pods, cpu-0 and cpu-...
       |                   \x1b[32m^~~~~~~~\x1b[0m (esc)
  [1]

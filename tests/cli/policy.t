A spec with accounting records, and the records of the cluster as the script prints them.

  $ cat >cluster.yaml <<SPEC
  > apiVersion: skiff/v1alpha1
  > kind: SlurmCluster
  > metadata: {name: atlas, namespace: hpc}
  > spec:
  >   images: {registry: registry.example.com/skiff}
  >   nodeSets: [{name: cpu, replicas: 1, hardware: {cpus: 1, memory: 2Gi}}]
  >   slurm: {config: {AccountingStorageTRES: [gres/gpu]}}
  >   accounting:
  >     database: {external: {host: db.example.com}, passwordSecret: {name: db}}
  >     qos:
  >       - {name: long, description: long jobs, config: {MaxWall: 14-00:00:00, GrpTRES: cpu=100}}
  >     accounts: [{name: physics, fairshare: 20}]
  >     users: [{name: alice, accounts: [{name: physics}]}]
  >   licenses: [{name: matlab, count: 100, server: flex1, percentAllowed: 40}]
  > SPEC
  $ cat >records.txt <<DUMP
  > # skiff: cluster
  > atlas
  > # skiff: qos Name,Description,Priority,GrpTRES,MaxWall
  > normal|Normal QOS default|0||
  > long|long jobs|0|cpu=50,gres/gpu=1|01:00:00
  > by_hand|by hand|7||
  > # skiff: associations Account,User,Partition,ParentName,Fairshare
  > root||||1
  > root|root|||1
  > physics|||root|10
  > physics|bob|||1
  > # skiff: accounts Account,Coordinators,Organization,Description
  > root||root|default root account
  > physics||physics|physics
  > # skiff: users User,AdminLevel,DefaultAccount
  > root|Administrator|root
  > bob|None|physics
  > # skiff: resources Name,Server,Count,ServerType,Description
  > matlab|flex1|100|flexlm|matlab
  > idl|flex1|5||IDL of optics
  > # skiff: shares Name,Server,Cluster,Allowed
  > matlab|flex1|reef|60
  > idl|flex1|atlas|100
  > # skiff: end
  > DUMP
  $ skiff policy plan cluster.yaml --against records.txt
    qos long
  -   MaxWall=01:00:00
  +   MaxWall=14-00:00:00
  -   GrpTRES=cpu=50,gres/gpu=1
  +   GrpTRES=cpu=100
    account physics
  -   Fairshare=10
  +   Fairshare=20
  + association alice/physics/
  + user alice
  +   DefaultAccount=physics
    resource matlab@flex1
  +   PercentAllowed=40
  
  Not in the spec, left unchanged:
    qos by_hand
    association bob/physics/
    resource idl@flex1
  skiff: records: 2 to add, 3 to change, 0 to remove
  [1]
  $ skiff policy plan cluster.yaml --against - --output json --quiet <records.txt | head -5
  {
    "changes": [
      {
        "record": "qos long",
        "action": "change",

The records as a spec:

  $ skiff policy import records.txt
  # The accounting records of the cluster atlas.
  spec:
    accounting:
      qos:
        - {name: by_hand, description: by hand, priority: 7}
        - {name: long, description: long jobs, config: {GrpTRES: "cpu=50,gres/gpu=1", MaxWall: "01:00:00"}}
      accounts:
        - {name: physics, fairshare: 10}
      users:
        - {name: bob, accounts: [{name: physics}]}
    licenses:
      - {name: idl, count: 5, server: flex1, description: IDL of optics}
  $ sed 's/^physics|bob/physics|Bob Smith/' records.txt | skiff policy import - >import.yaml
  skiff: left out: association Bob Smith/physics/: the spec does not accept the name of the user or the account

With these lists the spec matches:

  $ sed '/^    qos:/,$d' cluster.yaml >same.yaml
  $ skiff policy import records.txt | sed '1,3d' >>same.yaml
  $ skiff policy plan same.yaml --against records.txt
  skiff: the database matches the spec

Wrong usage, and dumps that are not complete or of another cluster:

  $ skiff policy plan cluster.yaml
  skiff: policy plan needs --against DUMP
  [2]
  $ skiff policy plan --against records.txt
  skiff: policy plan needs a SPEC
  [2]
  $ skiff policy import
  skiff: policy import needs a DUMP
  [2]
  $ skiff policy plan - --against - <records.txt
  skiff: only one of SPEC and DUMP can be standard input
  [2]
  $ skiff policy import records.txt --against records.txt
  skiff: --against applies only to plan
  [2]
  $ skiff policy script records.txt
  skiff: policy script takes no FILE
  [2]
  $ skiff policy list records.txt
  skiff: ACTION: list not in {plan,import,script}
  skiff: try `skiff policy --help`
  [2]
  $ grep -v 'skiff: end' records.txt | skiff policy plan cluster.yaml --against -
  skiff: <stdin>: is not complete: it has no section "end"
  [2]
  $ skiff policy import cluster.yaml
  skiff: cluster.yaml: is not what the script of `skiff policy script` prints
  [2]
  $ sed 's/^atlas$/reef/' records.txt | skiff policy plan cluster.yaml --against -
  skiff: the dump is of the cluster "reef", but the spec is of "atlas"
  [2]
  $ sed 's/fairshare: 20/fairshare: -1/' cluster.yaml >broken.yaml
  $ skiff policy plan broken.yaml --against records.txt 2>&1 | grep -c error:
  1

  $ printf '%s\n' '# skiff: cluster' $'m\374nchen' | skiff policy import -
  skiff: <stdin>:2: byte 0xFC is not UTF-8; save the file as UTF-8
  [2]

The script that makes the dump:

  $ skiff policy script | bash -n
  $ skiff policy script | head -1
  #!/usr/bin/env bash

If sacctmgr fails, the script fails, and the dump is not complete:

  $ mkdir bin
  $ printf '#!/bin/sh\necho "ClusterName             = atlas"\n' >bin/scontrol
  $ printf '#!/bin/sh\ncase $* in *"show user"*) exit 1 ;; esac\n' >bin/sacctmgr
  $ chmod +x bin/*
  $ skiff policy script | PATH=$PWD/bin:$PATH bash >failed.txt
  [1]
  $ head -2 failed.txt
  # skiff: cluster
  atlas
  $ skiff policy import failed.txt
  skiff: failed.txt: is not complete: it has no section "end"
  [2]

#!/usr/bin/env bash
# A cluster of Slurm on this machine, for trying: two nodes of a processor each, without accounting, as root.
#
#   Pipelines/slurm.sh start FOLDER             installs Debian's slurm-wlm where it is missing, starts the daemons
#   Pipelines/slurm.sh films FOLDER GSTEDIT     renders every project beside this script there and here, and compares the bytes
#   Pipelines/slurm.sh stop FOLDER              ends the daemons
#
# Commands of Slurm, and `gstedit submit`, find the cluster by SLURM_CONF=FOLDER/slurm.conf.
set -euo pipefail

command=${1:-} folder=$(realpath --canonicalize-missing "${2:?a folder}")

stop() {
  for name in "$folder"/slurmd-*.pid "$folder/slurmctld.pid" "$folder/munged.pid"; do
    [[ ! -s $name ]] || kill "$(cat "$name")" 2>/dev/null || true
  done
}

start() {
  [[ $(id -u) -eq 0 ]] || { echo "Slurm's daemons run as root here: sudo $0 $command $folder"; exit 77; }
  if ! command -v slurmctld >/dev/null || ! command -v munged >/dev/null; then
    echo "Installing the Debian packages that are missing: slurm-wlm munge"
    apt-get --quiet=2 update
    DEBIAN_FRONTEND=noninteractive apt-get --quiet=2 install --yes --no-install-recommends slurm-wlm munge >/dev/null
  fi
  mkdir -p "$folder/state" "$folder/munge"
  chmod 700 "$folder/munge"
  chown -R munge: "$folder/munge"
  local host
  host=$(hostname --short)
  [[ -s $folder/munge/key ]] || { dd if=/dev/urandom of="$folder/munge/key" bs=1024 count=1 status=none; }
  chmod 400 "$folder/munge/key"
  chown munge: "$folder/munge/key"
  cat >"$folder/slurm.conf" <<END
ClusterName=here
SlurmctldHost=$host(127.0.0.1)
SlurmUser=root
SlurmctldPort=16817
StateSaveLocation=$folder/state
SlurmctldPidFile=$folder/slurmctld.pid
SlurmctldLogFile=$folder/slurmctld.log
SlurmdPidFile=$folder/slurmd-%n.pid
SlurmdLogFile=$folder/slurmd-%n.log
SlurmdSpoolDir=$folder/spool-%n
AuthType=auth/munge
AuthInfo=socket=$folder/munge/socket
CryptoType=crypto/munge
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
SchedulerType=sched/backfill
SchedulerParameters=sched_interval=2,bf_interval=2,batch_sched_delay=1
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
JobCompType=jobcomp/none
ReturnToService=2
MinJobAge=3600
KillWait=2
NodeName=one NodeHostname=$host NodeAddr=127.0.0.1 Port=16818 CPUs=1 RealMemory=1000
NodeName=two NodeHostname=$host NodeAddr=127.0.0.1 Port=16819 CPUs=1 RealMemory=1000
PartitionName=films Nodes=one,two Default=YES MaxTime=INFINITE State=UP
END
  export SLURM_CONF=$folder/slurm.conf
  setpriv --reuid munge --regid munge --init-groups munged --force --key-file "$folder/munge/key" \
    --socket "$folder/munge/socket" --pid-file "$folder/munge/pid" --log-file "$folder/munge/log" \
    --seed-file "$folder/munge/seed"
  cp "$folder/munge/pid" "$folder/munged.pid"
  chmod 711 "$folder/munge"
  slurmctld
  for node in one two; do
    mkdir -p "$folder/spool-$node"
    slurmd -N "$node"
  done
  for _ in $(seq 50); do
    if [[ $(sinfo --noheader --states idle --format %D 2>/dev/null) == 2 ]]; then
      echo "SLURM_CONF=$SLURM_CONF"
      return
    fi
    sleep 0.2
  done
  echo "The nodes did not come up; see $folder/*.log." >&2
  tail -n 3 "$folder"/*.log >&2
  exit 1
}

films() {
  export SLURM_CONF=$folder/slurm.conf
  local gstedit project name status=0
  gstedit=$(realpath "$1")
  mkdir -p "$folder/films"
  for project in "$(dirname "$(realpath "${BASH_SOURCE[0]}")")"/*/project.json; do
    name=$(basename "$(dirname "$project")")
    rm -rf "$folder/films/$name".*
    "$gstedit" export "$project" --file-type mkv -o "$folder/films/$name.here.mkv" --progress none &&
      "$gstedit" submit "$project" --slurm --file-type mkv -o "$folder/films/$name.mkv" --wait --progress none &&
      cmp "$folder/films/$name.here.mkv" "$folder/films/$name.mkv" &&
      echo "$name: the same $(stat --format %s "$folder/films/$name.mkv") bytes" || {
        echo "$name: not the same" >&2
        status=1
      }
  done
  return $status
}

case $command in
  start | stop) "$command" ;;
  films) films "${3:?the program}" ;;
  *)
    echo "Say start, films or stop, and a folder." >&2
    exit 64
    ;;
esac

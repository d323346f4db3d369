# Becomes a Docker in namespaces that "unshare" made, with all its files in a folder. Usage: docker.sh FOLDER OPTION…
set -e
folder=$1
shift
mount --make-rprivate /
mount -t proc proc /proc
umount --recursive /sys/fs/cgroup || true
mount -t cgroup2 none /sys/fs/cgroup
mkdir -p /run/containerd /run/docker
mount -t tmpfs tmpfs /run/containerd
mount -t tmpfs tmpfs /run/docker
ip link set lo up
# What an earlier one left, whose processes are gone.
rm -rf "$folder/pid" "$folder/exec"
exec dockerd --data-root "$folder/data" --exec-root "$folder/exec" --pidfile "$folder/pid" --host "unix://$folder/docker.sock" "$@"

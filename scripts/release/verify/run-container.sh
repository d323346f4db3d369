# Runs an image in a mount namespace of its own, where podman finds the cgroups that it expects. Usage: run-container.sh IMAGE PORT
set -e
mount --make-rprivate /
umount --recursive /sys/fs/cgroup || true
mount -t cgroup2 none /sys/fs/cgroup
exec podman --runtime crun run --rm --pull never --cgroups disabled --network host --read-only --cap-drop all --no-healthcheck \
  --ulimit nofile=4096:4096 --ulimit nproc=4096:4096 --env "PORT=$2" --tmpfs /data:rw,mode=0777 "$1"

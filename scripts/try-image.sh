#!/bin/bash
# Builds the image of Dockerfile and runs it as compose.yaml does, on a machine without Docker that can pull no image. The image that
# both stages begin with is made of Debian's packages and of the Node that package.json pins. Needs Debian 12 or newer, root, about five
# minutes and 4 GB of disk, and: apt install mmdebstrap buildah podman runc openssl curl. Leaves nothing behind.
set -euo pipefail

repository=$(cd "$(dirname "$0")/.." && pwd)
folder=$(mktemp --directory)
port=${PORT:-3918}
name=dacapo-tried-$$
store=(--root "$folder/store" --runroot "$folder/run" --storage-driver vfs)
# A sandbox may have neither systemd nor the second version of control groups; runc asks for neither.
podman=(podman --runtime runc --cgroup-manager cgroupfs "${store[@]}")
limits=(--ulimit nofile=1024:1024 --ulimit nproc=1000:1000)
settings=(
  --env SECRET="$(openssl rand -base64 48)" --env ORIGIN=https://practice.example.org --env TRUST_PROXY=1
  --env DATABASE_URL=embedded --env SMTP_URL=smtps://mail.example.org --env PORT="$port"
)

clean_up() {
  "${podman[@]}" rm --force --volumes "$name" >/dev/null 2>&1 || true
  rm --recursive --force "$folder"
}
trap clean_up EXIT
say() { printf '\n%s\n' "$*"; }

say 'The image that Dockerfile begins with: Debian, Node and npm'
base=$folder/base
mmdebstrap --quiet --variant=minbase --include=ca-certificates bookworm "$base"
install "$repository/node_modules/node/bin/node" "$base/usr/local/bin/node"
mkdir --parents "$base/usr/local/lib/node_modules"
cp --archive --dereference "$(npm root --global)/npm" "$base/usr/local/lib/node_modules/npm"
ln --symbolic ../lib/node_modules/npm/bin/npm-cli.js "$base/usr/local/bin/npm"
chroot "$base" groupadd --gid 1000 node
chroot "$base" useradd --uid 1000 --gid node --create-home node
# Where this machine trusts a certificate of its own, as behind a proxy that reads along, the build must, too.
trust=${NODE_EXTRA_CA_CERTS:-}
if [ -n "$trust" ]; then cp "$trust" "$base/etc/ssl/certs/of-this-machine.pem"; fi
tar --create --directory "$base" --file "$folder/base.tar" .
rm --recursive --force "$base"
printf 'FROM scratch\nADD base.tar /\nENV PATH=/usr/local/bin:/usr/bin:/bin NODE_EXTRA_CA_CERTS=%s\n' \
  "${trust:+/etc/ssl/certs/of-this-machine.pem}" >"$folder/Base"
buildah "${store[@]}" bud --isolation chroot --quiet --tag docker.io/library/node:24-bookworm-slim --file "$folder/Base" "$folder"

say 'The image of Dockerfile, of what is committed'
mkdir "$folder/context"
git -C "$repository" archive HEAD | tar --extract --directory "$folder/context"
buildah "${store[@]}" bud --isolation chroot --pull-never --format docker --quiet --tag "$name" "$folder/context"

say 'A server of it: read-only, without rights, its data in a volume'
"${podman[@]}" run --detach --name "$name" --network host --no-healthcheck "${limits[@]}" \
  --read-only --read-only-tmpfs=false --cap-drop all --security-opt no-new-privileges \
  --volume "$name:/data" "${settings[@]}" "$name" >/dev/null
for _ in $(seq 120); do
  if curl --silent --fail "http://127.0.0.1:$port/readyz"; then break; fi
  sleep 1
done
curl --silent --fail "http://127.0.0.1:$port/signin" | grep --only-matching '<title>[^<]*'
inside() { "${podman[@]}" exec "$name" "$@"; }
echo "user $(inside id --user), $(inside grep CapEff /proc/1/status)"
if inside touch /app/file 2>/dev/null; then echo 'FAULT: the server can change its code' && exit 1; fi
inside node dist/server/command.js backup
"${podman[@]}" stop --time 30 "$name" >/dev/null
code=$("${podman[@]}" inspect --format '{{.State.ExitCode}}' "$name")
"${podman[@]}" rm --volumes "$name" >/dev/null && "${podman[@]}" volume rm "$name" >/dev/null
echo "It ended with $code."
exit "$code"

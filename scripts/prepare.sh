# Sourced by the scripts of package.json. Puts the Node that npm has installed first in PATH, and generates the
# database client if it is missing or out of date.
#
# npm before 11.7 does not link that Node into node_modules/.bin, and older Nodes cannot read TypeScript. Every
# install removes the generated client, because install scripts are off (.npmrc). As this file is sourced, no process
# stands between npm and the command, so signals and exit codes pass unchanged.

# npm writes this file when an install ends.
if [ ! -f node_modules/.package-lock.json ]; then
  echo "Stockbridge is not installed: run \`npm ci\` first." >&2
  exit 1
fi

# These packages contain a Node for glibc. On a system without glibc it does not start, but the host's own Node may be
# new enough.
unset brought
for folder in node_modules/node-linux-*/bin; do
  "$folder/node" --version >/dev/null 2>&1 || continue
  # Puts this Node first in PATH, because tools such as vitest start with `#!/usr/bin/env node`.
  export PATH="$PWD/$folder:$PATH"
  brought=yes
done

# This code must run even in a very old Node.
REFUSE_OLD_NODE='
  var needed = require("./package.json").engines.node.match(/\d+/g);
  var found = process.versions.node.match(/\d+/g);
  if (found[0] * 1000 + +found[1] < needed[0] * 1000 + +needed[1]) {
    console.error("Stockbridge needs Node " + needed.join(".") + " or newer, and this is " + process.version +
      ": install it, or on Linux run `npm ci` without --omit=optional, which brings one.");
    process.exit(1);
  }'
[ -n "$brought" ] || node --eval "$REFUSE_OLD_NODE" || exit 1

# Compares the files here, which takes 2 ms. The generator makes the same comparison, but takes 100 ms to start.
if ! cat prisma/schema.prisma node_modules/@prisma/client/package.json |
  cmp -s - node_modules/.prisma/client/made-from; then
  node scripts/generate-client.ts || exit 1
fi

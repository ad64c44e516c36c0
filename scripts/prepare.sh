# The scripts of package.json source this first. It puts the Node that npm has installed first in PATH, and generates
# the database client if it is missing or stale.
#
# npm before 11.7 does not link that Node into node_modules/.bin, and older Nodes cannot read TypeScript. Every
# install removes the generated client, and install scripts are off (.npmrc). Because this file is sourced, there is
# no process between npm and the command: signals and exit codes pass unchanged.

# npm writes this file at the end of an install.
if [ ! -f node_modules/.package-lock.json ]; then
  echo "Stockbridge is not installed: run \`npm ci\` first." >&2
  exit 1
fi

# The packages contain Node for glibc. If it does not start here, the host's own Node may be new enough.
unset brought
for folder in node_modules/node-linux-*/bin; do
  "$folder/node" --version >/dev/null 2>&1 || continue
  # First in PATH, because tools such as vitest start with `#!/usr/bin/env node`.
  export PATH="$PWD/$folder:$PATH"
  brought=yes
done

# This code must run in any Node, however old.
REFUSE_OLD_NODE='
  var needed = require("./package.json").engines.node.match(/\d+/g);
  var found = process.versions.node.match(/\d+/g);
  if (found[0] * 1000 + +found[1] < needed[0] * 1000 + +needed[1]) {
    console.error("Stockbridge needs Node " + needed.join(".") + " or newer, and this is " + process.version +
      ": install it, or on Linux run `npm ci` without --omit=optional, which brings one.");
    process.exit(1);
  }'
[ -n "$brought" ] || node --eval "$REFUSE_OLD_NODE" || exit 1

# The generator makes the same comparison, but takes 100 ms for it. This one takes 2 ms.
if ! cat prisma/schema.prisma node_modules/@prisma/client/package.json |
  cmp -s - node_modules/.prisma/client/made-from; then
  node scripts/generate-client.ts || exit 1
fi

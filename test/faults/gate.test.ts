import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

import { expect, it } from "vitest";

import { databaseUrl } from "../support/world.ts";
import { type Gate, makeGate } from "./gate.ts";

const PRELOAD = fileURLToPath(new URL("./wait-at-gate.ts", import.meta.url));

/** Runs a program behind a gate. */
function runBehind(gate: Gate, program: string) {
  const child = spawn(process.execPath, ["--import", PRELOAD, "--input-type=module", "-e", program], {
    env: { ...process.env, FAULTS_GATE: String(gate.port), DATABASE: databaseUrl },
    stdio: ["ignore", "pipe", "inherit"],
  });
  child.stdout.setEncoding("utf8");
  let output = "";
  child.stdout.on("data", (text: string) => (output += text));
  const said = async (text: string) => {
    while (!output.includes(text)) await once(child.stdout, "data");
  };
  return { said, ended: once(child, "close") as Promise<[number, string | null]> };
}

const CONNECTS = `
  import pg from "pg";
  const options = { options: "-c role=stockbridge_app", connectionTimeoutMillis: 2000 };
  const pool = new pg.Pool({ connectionString: process.env.DATABASE, ...options });
  setTimeout(() => console.log("longer than it may take"), 2500);
  const { rows } = await pool.query("select 'connected' as is");
  console.log(rows[0].is);
  process.exit(0);`;

it("the fault run's gate holds a process longer than its connection timeout, and then lets it connect", async () => {
  const gate = await makeGate();
  const { said, ended } = runBehind(gate, CONNECTS);
  await gate.reached;
  await said("longer than it may take");
  gate.open();
  await said("connected");
  expect(await ended).toEqual([0, null]);
  gate.close();
});

it("the fault run's gate ends a waiting process when the gate closes", async () => {
  const gate = await makeGate();
  const { ended } = runBehind(gate, CONNECTS);
  await gate.reached;
  gate.close();
  expect(await ended).toEqual([1, null]);
});

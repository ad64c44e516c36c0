import { expect, it } from "vitest";

import packageJson from "../../package.json" with { type: "json" };
import { runScript } from "../support/run-script.ts";

/** Logs in a process of its own, as the log goes to standard output. */
async function logged(script: string): Promise<Record<string, unknown>[]> {
  const { stdout } = await runScript(`import { log } from "./app/lib/telemetry/log.server.ts"; ${script}`, {
    LOG_LEVEL: "info",
    ROLE: "worker",
  });
  return stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

it("writes one JSON object per line, without the properties that were attached to an error", async () => {
  const lines = await logged(`
    log.info({ shop: "a.myshopify.com" }, "inbox.handled");
    const error = Object.assign(new TypeError("it broke"), { request: { headers: { key: "rk_secret" } } });
    error.cause = new Error("rk_secret");
    log.error({ err: error }, "queue.error");
    log.error({ err: { key: "rk_secret" } }, "queue.error");
    log.debug("nobody asked");
  `);
  const always = {
    time: expect.any(Number) as number,
    pid: expect.any(Number) as number,
    role: "worker",
    version: packageJson.version,
  };
  expect(lines).toEqual([
    { level: "info", ...always, shop: "a.myshopify.com", msg: "inbox.handled" },
    {
      level: "error",
      ...always,
      err: {
        name: "TypeError",
        message: "it broke",
        stack: expect.stringContaining("TypeError: it broke") as string,
      },
      msg: "queue.error",
    },
    {
      level: "error",
      ...always,
      err: { message: "not an error object" },
      msg: "queue.error",
    },
  ]);
  expect(JSON.stringify(lines)).not.toContain("rk_secret");
});

it("puts a trace's id on each log line of the trace's work, and on no other line", async () => {
  const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
  const lines = await logged(`
    import { inSpan, outsideTraces, traceparentNow } from "./app/lib/telemetry/trace.server.ts";
    log.info("before");
    await inSpan("work", { parent: "${traceparent}" }, async () => {
      await new Promise((resolve) => setTimeout(resolve, 1));
      log.info({ traceparent: traceparentNow() }, "within");
      outsideTraces(() => log.info("shared"));
    });
    await inSpan("work", { parent: "no traceparent" }, async () => log.info("anew"));
    log.info("after");
  `);
  const ids = lines.map(({ msg, trace_id: id }) => [msg, id]);
  const anew = lines.find(({ msg }) => msg === "anew")?.trace_id;
  const given = "0af7651916cd43dd8448eb211c80319c";
  expect(ids).toEqual([
    ["before", undefined],
    ["within", given],
    ["shared", undefined],
    ["anew", anew],
    ["after", undefined],
  ]);
  expect(anew).toMatch(/^[0-9a-f]{32}$/);
  expect(anew).not.toBe(given);
  expect(lines[1]).toMatchObject({ traceparent, span_id: "b7ad6b7169203331" });
});

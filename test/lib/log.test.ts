import { expect, it } from "vitest";

import { runScript } from "../support/run-script.ts";

/** Logs in a process of its own, as the log goes to standard output. */
async function logged(script: string): Promise<Record<string, unknown>[]> {
  const { stdout } = await runScript(`import { log } from "./app/lib/log.server.ts"; ${script}`, {
    LOG_LEVEL: "info",
  });
  return stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

it("writes one object a line, and of an error nothing that was hung on it", async () => {
  const lines = await logged(`
    log.info({ shop: "a.myshopify.com" }, "inbox.handled");
    const error = Object.assign(new TypeError("it broke"), { request: { headers: { key: "rk_secret" } } });
    error.cause = new Error("rk_secret");
    log.error({ err: error }, "queue.error");
    log.error({ err: { key: "rk_secret" } }, "queue.error");
    log.debug("nobody asked");
  `);
  expect(lines).toEqual([
    { level: 30, time: expect.any(Number) as number, shop: "a.myshopify.com", msg: "inbox.handled" },
    {
      level: 50,
      time: expect.any(Number) as number,
      err: {
        name: "TypeError",
        message: "it broke",
        stack: expect.stringContaining("TypeError: it broke") as string,
      },
      msg: "queue.error",
    },
    {
      level: 50,
      time: expect.any(Number) as number,
      err: { message: "not an error object" },
      msg: "queue.error",
    },
  ]);
  expect(JSON.stringify(lines)).not.toContain("rk_secret");
});

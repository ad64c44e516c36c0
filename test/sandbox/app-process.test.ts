import { spawn } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";

import { expect, it } from "vitest";

import { startApp } from "./app-process.ts";

/** Stands for the app: it listens, and goes on until it is ended, which its connection shows. */
function listens(port: number): string {
  return `require("node:net").connect(${String(port)}, "127.0.0.1"); console.log("listens on port 1");`;
}

it.each([
  ["an exception", "throw new Error('It fails.');"],
  ["process.exit", "process.exit(3);"],
])("an app ends with the process that started it, if that ends by %s", async (_, end) => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const connected = once(server, "connection") as Promise<[Socket]>;
  const program = listens((server.address() as AddressInfo).port);
  const starts = `
    const { startApp } = await import("./test/sandbox/app-process.ts");
    const settings = { SANDBOX_SHOP_URL: "http://127.0.0.1:1" };
    await startApp(settings, ["-e", ${JSON.stringify(program)}]);
    setTimeout(() => { ${end} });`;
  spawn(process.execPath, ["--input-type=module", "-e", starts], { stdio: "ignore" });
  const [socket] = await connected;
  socket.on("error", () => undefined).resume();
  await once(socket, "close");
  server.close();
});

it("startApp throws the last words of an app that ends before it listens", async () => {
  const settings = { SANDBOX_SHOP_URL: "http://127.0.0.1:1" };
  await expect(startApp(settings, ["-e", "console.log('No database.')"])).rejects.toThrow("No database.");
});

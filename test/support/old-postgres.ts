import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";

import { onTestFinished } from "vitest";

/**
 * As much of a Postgres as tells its version (postgresql.org: Frontend/Backend Protocol): it lets anybody in, and
 * answers any statement with one column that holds `version`, a `server_version_num`.
 *
 * @returns its address, and the statements that it was sent.
 */
export async function openOldPostgres(version: number): Promise<{ url: string; statements: string[] }> {
  const statements: string[] = [];
  const server = createServer((socket) => {
    socket.once("data", () => {
      socket.write(Buffer.concat([AUTHENTICATION_OK, READY]));
      socket.on("data", (message) => {
        answer(socket, message);
      });
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());

  function answer(socket: Socket, message: Buffer): void {
    if (message.toString("latin1", 0, 1) !== "Q") {
      socket.end();
      return;
    }
    statements.push(message.toString("utf8", 5, message.length - 1));
    const value = Buffer.from(String(version));
    socket.write(
      Buffer.concat([
        packet("T", short(1), text("server_version_num"), ...COLUMN),
        packet("D", short(1), long(value.length), value),
        packet("C", text("SHOW")),
        READY,
      ]),
    );
  }

  const { port } = server.address() as AddressInfo;
  return { url: `postgresql://owner@127.0.0.1:${String(port)}/old`, statements };
}

const READY = packet("Z", Buffer.from("I"));
/** No table, type text, any length and modifier, text format. */
const COLUMN = [long(0), short(0), long(25), short(-1), long(-1), short(0)];
const AUTHENTICATION_OK = packet("R", long(0));

function packet(type: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.from(type), long(body.length + 4), body]);
}

function text(value: string): Buffer {
  return Buffer.from(`${value}\0`);
}

function short(value: number): Buffer {
  const buffer = Buffer.alloc(2);
  buffer.writeInt16BE(value);
  return buffer;
}

function long(value: number): Buffer {
  const buffer = Buffer.alloc(4);
  buffer.writeInt32BE(value);
  return buffer;
}

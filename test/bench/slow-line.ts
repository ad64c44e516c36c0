import { once } from "node:events";
import { connect, createServer, type Server, type AddressInfo, type Socket } from "node:net";
import { setTimeout } from "node:timers/promises";

/**
 * A line of that speed before a server on loopback, one for all connections: what comes over it comes no faster, and
 * half a round trip later. (Chromium's own emulation leaves connections to this machine alone.)
 */
export async function openSlowLine(
  target: string,
  { bytesPerSecond, roundTripMs }: { bytesPerSecond: number; roundTripMs: number },
): Promise<{ url: string; bytes: () => number; close: () => void }> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let bytes = 0;
  let freeAt = 0;
  const server: Server = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const socket of [near, far]) {
      socket.setNoDelay(true);
      sockets.add(socket);
      socket.on("error", () => undefined).on("close", () => sockets.delete(socket));
    }
    // A connection costs a round trip before its first request does.
    const openAt = performance.now() + roundTripMs;
    const later = (from: Socket, to: Socket, time: (chunk: Buffer) => number) => {
      // One after the other: timers of different lengths may fire in another order.
      let sent: Promise<unknown> = Promise.resolve();
      const send = (chunk: Buffer, arrive: () => unknown) => {
        const at = time(chunk);
        sent = sent
          .then(() => setTimeout(Math.max(0, at - performance.now())))
          .then(() => to.destroyed || arrive());
      };
      from.on("data", (chunk: Buffer) => {
        send(chunk, () => to.write(chunk));
      });
      from.on("end", () => {
        send(Buffer.alloc(0), () => to.end());
      });
    };
    later(near, far, () => Math.max(openAt, performance.now()) + roundTripMs / 2);
    later(far, near, (chunk) => {
      bytes += chunk.length;
      freeAt = Math.max(freeAt, performance.now()) + (chunk.length / bytesPerSecond) * 1000;
      return freeAt + roundTripMs / 2;
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    bytes: () => bytes,
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

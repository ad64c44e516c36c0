import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";

/** Holds a worker's process before it connects to the database as the app (wait-at-gate.ts). */
export type Gate = {
  /** On 127.0.0.1, for the process to connect to. */
  port: number;
  /** Resolves once the process waits, with all its modules loaded. */
  reached: Promise<null>;
  open: () => void;
  /** Ends the process, at whatever point it is, unless it stands still. */
  close: () => void;
};

/** Opens a gate for one process. */
export async function makeGate(): Promise<Gate> {
  const reached = Promise.withResolvers<null>();
  const sockets = new Set<Socket>();
  let isOpen = false;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.on("data", () => {
      reached.resolve(null);
    });
    if (isOpen) socket.write("go");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    reached: reached.promise,
    open: () => {
      isOpen = true;
      for (const socket of sockets) socket.write("go");
    },
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { Duplex } from "node:stream";

export type Door = {
  request: (request: IncomingMessage, response: ServerResponse) => void;
  upgrade?: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
};

/** One port, two hosts, as a browser sees an admin and an app: `localhost` and `127.0.0.1` are different sites. */
export type Front = {
  port: number;
  /** Sets the handler of each host. Until then the hosts answer 503. */
  open: (doors: { localhost: Door; "127.0.0.1": Door }) => void;
  close: () => Promise<void>;
};

/** Listens on loopback only, on IPv4 and, where the machine has it, IPv6. Port 0 means any free one. */
export async function openFront(port: number): Promise<Front> {
  let doors: Partial<Record<string, Door>> = {};
  const sockets = new Set<Socket>();
  const doorOf = (request: IncomingMessage) => doors[(request.headers.host ?? "").replace(/:\d+$/, "")];
  const serve = () => {
    const server = createServer((request, response) => {
      const door = doorOf(request);
      // A foreign name that points to this machine must not reach the control calls.
      if (door) door.request(request, response);
      else response.writeHead(503, { "content-type": "text/plain" }).end("The sandbox has nothing here.\n");
    });
    server.on("upgrade", (request, socket, head) => {
      const upgrade = doorOf(request)?.upgrade;
      if (upgrade) upgrade(request, socket, head);
      else socket.destroy();
    });
    server.on("connection", (socket: Socket) => {
      sockets.add(socket);
      socket.once("close", () => sockets.delete(socket));
    });
    return server;
  };

  const servers = [await listen(serve(), port, "127.0.0.1")];
  const chosen = (servers[0]?.address() as AddressInfo).port;
  const v6 = await listen(serve(), chosen, "::1").catch((error: unknown) => {
    if (["EADDRNOTAVAIL", "EAFNOSUPPORT"].includes((error as NodeJS.ErrnoException).code ?? "")) return null;
    throw error;
  });
  if (v6) servers.push(v6);
  return {
    port: chosen,
    open: (opened) => {
      doors = { ...opened, "[::1]": opened.localhost };
    },
    close: async () => {
      const closed = servers.map((server) => once(server.close(), "close"));
      for (const socket of sockets) socket.destroy();
      await Promise.all(closed);
    },
  };
}

async function listen(server: Server, port: number, host: string): Promise<Server> {
  server.listen(port, host);
  await once(server, "listening").catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
    throw new Error(`Port ${String(port)} is taken. Choose another one with --port, or 0 for any free one.`);
  });
  return server;
}

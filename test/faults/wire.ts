import { once } from "node:events";
import { type AddressInfo, createServer, Socket } from "node:net";

/** A step of a process at one of the other sides, just before or just after it. */
export type Step = {
  /** As histories tell it. */
  name: string;
  side: "database" | "shop" | "supplier";
  /** In the request, as far as its head and the first of its body. */
  pattern: RegExp;
  /** `asked`: the other side has not got the request yet. `answered`: it has done it, and the process has no answer yet. */
  when: "asked" | "answered";
};

/** The line from one process to one of the other sides, on which every request can be seen, and held up. */
export type Wire = {
  /** On 127.0.0.1, for the process to call in place of the other side. */
  port: number;
  /** True while a request waits for its answer. */
  isBusy: () => boolean;
  /** Cuts every connection. */
  cut: () => void;
  close: () => void;
};

const LOOKED_AT = 4000;

/**
 * Forwards to `target`, which for a database may be a Unix socket. Calls and awaits `reach` before it forwards a
 * request, and before it forwards the answer. Drops what a killed process sent. The other side sees a connection with
 * its first request only.
 */
export async function openWire(
  target: string,
  reach: (request: string, when: Step["when"]) => Promise<"on" | "cut"> | "on" | "cut",
): Promise<Wire> {
  const { hostname, port, searchParams } = new URL(target);
  const directory = searchParams.get("host");
  const place =
    directory === null
      ? { host: hostname, port: Number(port) }
      : { path: `${directory}/.s.PGSQL.${port || "5432"}` };
  const sockets = new Set<Socket>();
  let waiting = 0;
  const server = createServer((near) => {
    const far = new Socket();
    let request = "";
    let isAnswered = true;
    const settle = () => {
      if (!isAnswered) waiting -= 1;
      isAnswered = true;
    };
    const end = () => {
      settle();
      near.destroy();
      far.destroy();
    };
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on("error", end).on("close", () => {
        sockets.delete(socket);
        end();
      });
    }
    const hand = (from: Socket, to: Socket, when: Step["when"]) => {
      from.on("data", (chunk: Buffer) => {
        if (when === "asked") {
          if (isAnswered) {
            request = "";
            isAnswered = false;
            waiting += 1;
          }
          request = (request + chunk.toString("latin1")).slice(0, LOOKED_AT);
        }
        from.pause();
        void Promise.resolve(reach(request, when)).then((goesOn) => {
          if (goesOn === "cut") {
            end();
            return;
          }
          if (to.pending && !to.connecting && !to.destroyed) to.connect(place);
          to.write(chunk);
          if (when === "answered") settle();
          from.resume();
        });
      });
    };
    hand(near, far, "asked");
    hand(far, near, "answered");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    isBusy: () => waiting > 0,
    cut: () => {
      for (const socket of sockets) socket.destroy();
    },
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type Call = "logIn" | "createKey" | "listProducts";

/** A reply to a call. */
export type Reply = { status: number; body: string; headers?: Record<string, string>; cut?: boolean };

/** A supplier whose every answer a test decides, and that can be held in the middle of one. */
export type StandIn = {
  url: string;
  /** The calls in order. */
  calls: Call[];
  /** The names of the keys that it has made. */
  keys: string[];
  /**
   * Replies in place of the right ones, by the request's body: "broken" breaks the connection, "never" stays silent,
   * undefined replies correctly.
   */
  instead: Partial<Record<Call, (sent: string) => Reply | "broken" | "never" | undefined>>;
  /** Holds the next call of this kind, before or after it has taken effect. */
  hold: (call: Call, when: "before" | "after") => { arrived: Promise<void>; release: () => void };
  close: () => Promise<void>;
};

export async function startStandIn(): Promise<StandIn> {
  const holds = new Map<string, { arrive: () => void; released: Promise<void> }>();
  const pass = async (call: Call, when: "before" | "after") => {
    const held = holds.get(`${call} ${when}`);
    if (!held) return;
    holds.delete(`${call} ${when}`);
    held.arrive();
    await held.released;
  };
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const call = callOf(request.url ?? "");
      standIn.calls.push(call);
      await pass(call, "before");
      const sent = Buffer.concat(chunks).toString();
      const right = work(call, sent);
      await pass(call, "after");
      const reply = standIn.instead[call]?.(sent) ?? right;
      if (reply === "broken") response.socket?.resetAndDestroy();
      else if (reply !== "never") answer(response, reply);
    })().catch(() => response.destroy());
  });

  function work(call: Call, body: string): Reply {
    if (call === "logIn") return json({ token: "a.session.token" });
    if (call === "createKey") {
      const { name } = JSON.parse(body) as { name: string };
      standIn.keys.push(name);
      return json({ api_key: `rk_stand-in-${String(standIn.keys.length)}`, name });
    }
    return json({ products: [], next_cursor: null });
  }

  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const standIn: StandIn = {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    calls: [],
    keys: [],
    instead: {},
    hold: (call, when) => {
      const [arrived, released] = [signal(), signal()];
      holds.set(`${call} ${when}`, { arrive: arrived.give, released: released.given });
      return { arrived: arrived.given, release: released.give };
    },
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
  return standIn;
}

/** Something that happens once, and that others wait for. */
function signal(): { given: Promise<void>; give: () => void } {
  let give: () => void = () => undefined;
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give };
}

export function json(body: unknown, status = 200): Reply {
  return { status, body: JSON.stringify(body), headers: { "content-type": "application/json" } };
}

function callOf(url: string): Call {
  if (url.startsWith("/api/reseller/auth")) return "logIn";
  if (url.startsWith("/api/reseller/api-keys")) return "createKey";
  return "listProducts";
}

function answer(response: ServerResponse, { status, body, headers, cut }: Reply): void {
  const length = Buffer.byteLength(body);
  response.writeHead(status, { ...headers, "content-length": cut ? length + 10 : length });
  response.write(body, () => (cut ? response.destroy() : response.end()));
}

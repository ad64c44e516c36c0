import { connect, type Socket } from "node:net";

import { sharedClock } from "./shared-clock.ts";

/**
 * A request's outcome: `status` is 0 if the connection ended without an answer. `sentAt`: when it went out
 * (`sharedClock`).
 */
export type Answer = { status: number; ms: number; sentAt: number };

/** Sends requests that were made beforehand over connections that are kept: bare, so that the sender costs little CPU. */
export type Poster = {
  /** Sends it over the next free connection. `ms` counts from `since` (performance.now()), or from now. */
  send: (bytes: Buffer, since?: number) => Promise<Answer>;
  close: () => void;
};

type Waiting = { bytes: Buffer; since: number; sentAt: number; resolve: (answer: Answer) => void };

/** A sender with so many connections, opened as they are needed. */
export function openPoster(url: string, connections: number): Poster {
  const { hostname, port } = new URL(url);
  const free: Socket[] = [];
  const waiting: Waiting[] = [];
  const all = new Set<Socket>();
  const current = new Map<Socket, Waiting>();

  const answered = (socket: Socket, status: number) => {
    const request = current.get(socket);
    current.delete(socket);
    request?.resolve({ status, ms: performance.now() - request.since, sentAt: request.sentAt });
  };
  const open = (): Socket => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    all.add(socket);
    socket.on("data", (chunk: Buffer) => {
      // A webhook's answer has no body and comes in one piece.
      answered(socket, Number(chunk.toString("latin1", 9, 12)));
      if (/connection: close/i.test(chunk.toString("latin1"))) socket.destroy();
      else release(socket);
    });
    socket.on("error", () => undefined);
    socket.on("close", () => {
      all.delete(socket);
      const at = free.indexOf(socket);
      if (at >= 0) free.splice(at, 1);
      answered(socket, 0);
      if (waiting.length > 0) release(open());
    });
    return socket;
  };
  const release = (socket: Socket) => {
    const next = waiting.shift();
    if (next) write(socket, next);
    else free.push(socket);
  };
  const write = (socket: Socket, request: Waiting) => {
    current.set(socket, request);
    request.sentAt = sharedClock();
    socket.write(request.bytes);
  };
  return {
    send: (bytes, since = performance.now()) =>
      new Promise((resolve) => {
        const request = { bytes, since, sentAt: NaN, resolve };
        const socket = free.pop() ?? (all.size < connections ? open() : undefined);
        if (socket) write(socket, request);
        else waiting.push(request);
      }),
    close: () => {
      for (const socket of all) socket.destroy();
    },
  };
}

/** Sends so many a second, each at its time whether or not earlier ones are answered. @returns the answers, in order. */
export async function sendAtRate(
  poster: Poster,
  { requests, perSecond }: { requests: Buffer[]; perSecond: number },
): Promise<Answer[]> {
  const started = performance.now();
  const answers: Promise<Answer>[] = [];
  await new Promise<void>((resolve) => {
    const tick = setInterval(() => {
      const sinceStarted = (performance.now() - started) / 1000;
      // The first at once.
      const due = Math.min(Math.floor(sinceStarted * perSecond) + 1, requests.length);
      while (answers.length < due) {
        const at = started + (answers.length / perSecond) * 1000;
        answers.push(poster.send(requests[answers.length] as Buffer, Math.max(at, performance.now() - 2)));
      }
      if (answers.length < requests.length) return;
      clearInterval(tick);
      resolve();
    }, 2);
  });
  return Promise.all(answers);
}

/** Sends them all, so many at a time. */
export async function sendAll(
  poster: Poster,
  { requests, atOnce }: { requests: Buffer[]; atOnce: number },
): Promise<Answer[]> {
  const answers: Answer[] = [];
  let next = 0;
  const worker = async () => {
    while (next < requests.length) {
      const at = next++;
      answers[at] = await poster.send(requests[at] as Buffer);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return answers;
}

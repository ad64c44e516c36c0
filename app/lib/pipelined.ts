import { allEnded } from "./all-ended.ts";

/**
 * Has what is asked of one transaction sent without waiting for the answers in between. What Prisma is asked in the same tick it
 * sends one by one, each after the answer to the one before: so each begins in a tick of its own, in their order.
 *
 * @returns the results, once all have ended.
 * @throws as `allEnded`.
 */
export async function pipelined<Parts extends readonly unknown[] | []>(begin: {
  [At in keyof Parts]: () => Parts[At];
}): Promise<{ -readonly [At in keyof Parts]: Awaited<Parts[At]> }> {
  const begun: Promise<unknown>[] = [];
  for (const start of begin) {
    if (begun.length > 0) await new Promise<void>((resolve) => process.nextTick(resolve));
    const part = run(start);
    // It may fail while another one is still to begin.
    part.catch(() => undefined);
    begun.push(part);
  }
  return allEnded(begun as unknown as Parts);
}

/** Also what throws at once is a promise then. */
async function run<T>(start: () => T): Promise<Awaited<T>> {
  return await start();
}

import { Failure } from "../lib/failure.ts";

/** So many answers in a row for each call that may run at once, and one more may. */
const ANSWERS_TO_GROW = 20;
/** A call that waited for so long fails and is postponed: its lease runs on meanwhile. */
const WAIT_AT_MOST_MS = 20_000;

/**
 * How many background calls a key makes at once. The supplier says nothing of its limits, so it is asked with a few; each
 * 429 halves them, and a row of answers adds one again. While it wants to be left alone (Retry-After), nothing is sent.
 * Each process counts for itself.
 */
export class BackgroundCalls {
  readonly #most: number;
  #allowed: number;
  #running = 0;
  #answers = 0;
  #pausedUntil = 0;
  #slowedAt = -1;
  readonly #waiting: (() => void)[] = [];

  constructor(most: number) {
    this.#most = most;
    this.#allowed = most;
  }

  /** Whether there is nothing to remember of it. */
  get isIdle(): boolean {
    const isCalm = this.#allowed === this.#most && performance.now() >= this.#pausedUntil;
    return isCalm && this.#running === 0 && this.#waiting.length === 0;
  }

  get allowed(): number {
    return this.#allowed;
  }

  /**
   * Makes a call once fewer than allowed are under way.
   *
   * @throws Failure `rate-limited` without calling, where that would take too long.
   */
  async run<T>(call: () => Promise<T>): Promise<T> {
    const since = performance.now();
    while (this.#running >= this.#allowed) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#running += 1;
    try {
      const now = performance.now();
      if (now < this.#pausedUntil) throw tooMany((this.#pausedUntil - now) / 1000);
      if (now - since > WAIT_AT_MOST_MS) throw tooMany(WAIT_AT_MOST_MS / 1000);
      return await call();
    } finally {
      this.#running -= 1;
      this.#waiting.shift()?.();
    }
  }

  /** An answer to any call of the key, which somebody may have waited for. */
  answered(): void {
    this.#answers += 1;
    if (this.#allowed === this.#most || this.#answers < ANSWERS_TO_GROW * this.#allowed) return;
    this.#allowed += 1;
    this.#answers = 0;
    // The one that ends wakes the next; the one that is allowed now would not be woken by anybody.
    this.#waiting.shift()?.();
  }

  /** A 429 to a call that was sent at `sentAt` (performance.now()). Those that were under way together count once. */
  slowedDown({
    sentAt,
    retryAfterSeconds = 0,
  }: {
    sentAt: number;
    retryAfterSeconds?: number | undefined;
  }): void {
    const now = performance.now();
    this.#pausedUntil = Math.max(this.#pausedUntil, now + retryAfterSeconds * 1000);
    this.#answers = 0;
    if (sentAt < this.#slowedAt) return;
    this.#slowedAt = now;
    this.#allowed = Math.max(1, Math.floor(this.#allowed / 2));
  }
}

function tooMany(seconds: number): Failure {
  return new Failure({
    code: "rate-limited",
    side: "supplier",
    detail: "not sent: the supplier wants fewer calls",
    explanation: { code: "failure.supplier.rate-limited" },
    retryAfterSeconds: Math.ceil(seconds),
  });
}

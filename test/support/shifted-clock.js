/**
 * Preloaded by `--import`, shifts a process's clock by CLOCK_SHIFT_MS, as of a machine whose clock is wrong. What only
 * measures how long something takes (`performance.now()`, timers) stays right.
 */
const shiftMs = Number(process.env["CLOCK_SHIFT_MS"]);
const RightDate = Date;

globalThis.Date = class extends RightDate {
  /** @param {ConstructorParameters<typeof Date>} given */
  constructor(...given) {
    if (given.length === 0) super(RightDate.now() + shiftMs);
    else super(...given);
  }

  static now() {
    return RightDate.now() + shiftMs;
  }
};

/**
 * A preload for a worker's process (`NODE_OPTIONS=--import …/hasten.ts`): its clock is FAULTS_CLOCK_SHIFT milliseconds
 * ahead, jumps by the first number in the file FAULTS_CLOCK_JUMP as if the process had stood still for so long, its monotonic
 * clock is further ahead by the second, as if it had run for so long, and its calls time out FAULTS_HASTE times as soon. The app notices nothing.
 */
import { openSync, readSync } from "node:fs";

import "./wait-at-gate.ts";

const shift = Number(process.env.FAULTS_CLOCK_SHIFT ?? 0);
const haste = Number(process.env.FAULTS_HASTE ?? 1);
const file = process.env.FAULTS_CLOCK_JUMP;
const descriptor = file === undefined ? null : openSync(file, "r");
const bytes = Buffer.alloc(16);

/** Read each time: a process that goes on after a stop must not see its old clock once more. */
function jumped(): number {
  if (descriptor === null) return 0;
  readSync(descriptor, bytes, 0, 16, 0);
  return bytes.readDoubleLE(0);
}

function ran(): number {
  return jumped() + (descriptor === null ? 0 : bytes.readDoubleLE(8));
}

const RealDate = Date;
const realNow = Date.now.bind(Date);
const sinceStart = performance.now.bind(performance);

const now = () => realNow() + shift + jumped();
performance.now = () => sinceStart() + ran();
globalThis.Date = new Proxy(RealDate, {
  construct: (target, args: unknown[], newTarget) =>
    Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget) as Date,
  get: (target, name) => (name === "now" ? now : (Reflect.get(target, name) as unknown)),
});

/** One that stood still finds its time over before anything else goes on. */
AbortSignal.timeout = (milliseconds: number): AbortSignal => {
  const controller = new AbortController();
  const [begun, before] = [sinceStart(), jumped()];
  const timer = setInterval(() => {
    if ((sinceStart() - begun) * haste + jumped() - before < milliseconds) return;
    clearInterval(timer);
    controller.abort(new DOMException("The operation was aborted due to timeout", "TimeoutError"));
  }, 10);
  timer.unref();
  return controller.signal;
};

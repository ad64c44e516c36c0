/**
 * Part of a worker's preload (hasten.ts): its pools wait at the runner's gate before they connect to the database as the app.
 * To hold up the connection itself would use up the time that the pool gives it, and the process would end. The connection to
 * the gate stays open: once the runner is gone, so is the worker.
 */
import { connect } from "node:net";

import pg from "pg";

import { APP_ROLE } from "../../app/lib/database/restricted-connection.ts";

const port = Number(process.env.FAULTS_GATE);
const opened = Promise.withResolvers<null>();
const gate = connect({ port, host: "127.0.0.1" });
gate.unref();
gate.on("data", () => {
  opened.resolve(null);
});
gate.on("error", () => undefined);
gate.on("close", () => process.exit(1));

/** The app's own pools name the role. What comes before them is the owner's, who sets the database up. */
const AS_APP = new RegExp(`role(=|%3D)${APP_ROLE}`, "i");

type Connect = (this: pg.Pool, callback?: (error: Error | undefined, ...more: unknown[]) => void) => unknown;

const connectNow = Reflect.get(pg.Pool.prototype, "connect") as unknown as Connect;
const connectLater: Connect = function (callback) {
  if (!AS_APP.test(JSON.stringify(this.options))) return connectNow.call(this, callback);
  gate.ref();
  gate.write("here");
  const connected = opened.promise.then(() => {
    gate.unref();
    return connectNow.call(this, callback);
  });
  return callback ? undefined : connected;
};
Object.defineProperty(pg.Pool.prototype, "connect", {
  value: connectLater,
  writable: true,
  configurable: true,
});

import { readdirSync } from "node:fs";

/** The newest migration of this release. Paths are relative to the repository root, where npm scripts run. */
export const ownSchema: string = readdirSync("prisma/migrations")
  .filter((name) => /^\d{14}_/.test(name))
  .reduce((newest, name) => (name > newest ? name : newest), "");

import { readdirSync } from "node:fs";

/** The newest migration of this release. Paths hang on the folder that npm scripts run in. */
export const ownSchema: string = readdirSync("prisma/migrations")
  .filter((name) => /^\d{14}_/.test(name))
  .reduce((newest, name) => (name > newest ? name : newest), "");

import type { TestProject } from "vitest/node";

import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from "../../scripts/dev-postgres/embedded-postgres.ts";
import { setupDatabase } from "../../app/lib/database/setup-database.server.ts";
import { TEMPLATE } from "./database.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The owner's address of the cluster's own database, `postgres`. */
    postgresUrl: string;
  }
}

/**
 * One real Postgres for the whole run, with a database that is set up once and copied where one is needed. Uses the cluster
 * of `TEST_POSTGRES` if a program that starts many runs has one.
 */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  // Only projects with a world use it.
  if (project.vitest.projects.every(({ config }) => config.setupFiles.length === 0)) return undefined;
  const given = process.env["TEST_POSTGRES"];
  if (given !== undefined) {
    project.provide("postgresUrl", given);
    return undefined;
  }
  const postgres = await startTestPostgres();
  project.provide("postgresUrl", postgres.url("postgres"));
  return postgres.stop;
}

/** Starts a cluster with the database that tests copy. */
export async function startTestPostgres(): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({});
  await postgres.createDatabase(TEMPLATE);
  await setupDatabase(postgres.url(TEMPLATE));
  return postgres;
}

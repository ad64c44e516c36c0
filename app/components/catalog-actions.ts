import type { Message } from "../messages/message.ts";

/** The pages that the catalog's page leads to. */
export const catalogActions: readonly (Message & { url: `/app/${string}` })[] = [];

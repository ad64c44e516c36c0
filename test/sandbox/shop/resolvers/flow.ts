import { refusalOf } from "../flow/triggers.ts";
import type { Resolvers } from "./resolver.ts";

const KEPT = 500;

export const flowResolvers: Resolvers = {
  Mutation: {
    flowTriggerReceive: (_source, args, { shop, now }) => {
      const { handle, payload } = args as { handle: string; payload: Record<string, unknown> };
      const message = refusalOf(handle, payload);
      if (message !== null) return { userErrors: [{ field: null, message }] };
      const started = shop.flow.workflows.has(handle);
      shop.flow.received.push({ at: now.toISOString(), handle, payload, started });
      shop.flow.received.splice(0, shop.flow.received.length - KEPT);
      return { userErrors: [] };
    },
  },
};

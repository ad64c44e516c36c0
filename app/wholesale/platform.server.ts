import { env } from "../lib/env.server.ts";
import { wholesaleClient } from "./client.server.ts";

/** Calls the platform that the operator set (`WHOLESALE_BASE_URL`). See `wholesaleClient`. */
export const callPlatform = wholesaleClient(env.WHOLESALE_BASE_URL);

import type { SerializeFrom } from "@remix-run/node";

import type { ConnectionState } from "../../connection/connection-state.ts";

/** The state as pages show it, with times as they travel. */
export type ShownState = SerializeFrom<ConnectionState>;

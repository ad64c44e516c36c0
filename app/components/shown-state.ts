import type { ConnectionState } from "../connection/connection-state.ts";

/** The state with ISO times, as loaders serialize it. */
export type ShownState = Shown<ConnectionState>;

type Shown<State> = State extends unknown
  ? { [Field in keyof State]: State[Field] extends Date ? string : State[Field] }
  : never;

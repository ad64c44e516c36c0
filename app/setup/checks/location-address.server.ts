import { findAddressProblem, recheckAddress } from "../../catalog/location/send-address.server.ts";
import type { SetupCheck } from "../setup-check.ts";

/** Finds a wrong or missing address of our location. Shipping and duties depend on it. */
export const locationAddress: SetupCheck = {
  find: async (shop) => {
    const problem = await findAddressProblem(shop);
    if (problem === null) return [];
    return [
      {
        message: { code: "setup.location-address", problem },
        action: { kind: "repair", label: { code: "setup.location-address.action" } },
      },
    ];
  },
  repair: recheckAddress,
};

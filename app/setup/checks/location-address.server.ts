import { findAddressProblem, recheckAddress } from "../../catalog/location/send-address.server.ts";
import type { SetupCheck } from "../setup-check.ts";

/** Whether Shopify knows where the supplier's goods leave from: shipping and duties depend on it. */
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

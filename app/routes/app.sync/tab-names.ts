export const tabNames = ["overview", "preview", "approvals", "yours", "history", "settings"] as const;
export type TabName = (typeof tabNames)[number];

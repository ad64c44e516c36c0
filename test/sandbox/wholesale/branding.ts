/** The account's white-label settings; null is a setting not made. Text is kept exactly as it was written. */
export type WhiteLabel = {
  /** Empty in a new account. */
  brandName: string;
  /** A data URI. */
  logo: string | null;
  primaryColor: string | null;
  packingSlipMessage: string | null;
  returnAddress: string | null;
  supportEmail: string | null;
  supportPhone: string | null;
};

export type Branding = ReturnType<typeof createBranding>;

/** Keeps the white-label settings. A new account has made none. */
export function createBranding() {
  let current: WhiteLabel = {
    brandName: "",
    logo: null,
    primaryColor: null,
    packingSlipMessage: null,
    returnAddress: null,
    supportEmail: null,
    supportPhone: null,
  };
  return {
    read: (): WhiteLabel => current,
    write(settings: WhiteLabel): WhiteLabel {
      current = settings;
      return current;
    },
  };
}

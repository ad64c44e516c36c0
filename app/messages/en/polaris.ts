/** Texts of Polaris's own components. */
export { default as polaris } from "@shopify/polaris/locales/en.json" with { type: "json" };

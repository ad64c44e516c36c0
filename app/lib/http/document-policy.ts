/**
 * Returns the Content-Security-Policy of a document. Scripts: our own files, App Bridge, and inline scripts with this
 * response's `nonce`. Scripts in markup that was injected into a page do not run.
 *
 * @param imagesFrom origins of images besides https: the supplier's may be on http in a trial.
 * @param ancestors the `frame-ancestors` directive: sites that may embed the document.
 */
export function documentPolicy({
  nonce,
  imagesFrom,
  ancestors,
}: {
  nonce: string;
  imagesFrom: string;
  ancestors: string;
}): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}' https://cdn.shopify.com`,
    // Polaris and React write styles into attributes, which a nonce cannot cover.
    "style-src 'self' 'unsafe-inline' https://cdn.shopify.com",
    "font-src 'self' https://cdn.shopify.com",
    `img-src 'self' data: blob: https: ${imagesFrom}`,
    // App Bridge reports its own measurements to Shopify.
    "connect-src 'self' https://*.shopify.com https://*.shopifysvc.com",
    "frame-src 'self' https://*.shopify.com https://*.myshopify.com",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    ancestors,
  ].join("; ");
}

/**
 * Adds the nonce to scripts of markup that is trusted as a whole, because it comes from Shopify's package.
 */
export function markScripts(html: string, nonce: string | undefined): string {
  return nonce === undefined ? html : html.replaceAll("<script", `<script nonce="${nonce}"`);
}

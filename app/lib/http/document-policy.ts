/**
 * Returns the Content-Security-Policy of a document. Only our own files, App Bridge, and inline scripts with
 * this response's `nonce` may run, so that injected scripts do not run.
 *
 * @param imagesFrom further origins of images. The supplier's images may be on http:// in a trial.
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
    // Polaris and React write styles into attributes, and a nonce does not allow attributes.
    "style-src 'self' 'unsafe-inline' https://cdn.shopify.com",
    "font-src 'self' https://cdn.shopify.com",
    `img-src 'self' data: blob: https: ${imagesFrom}`,
    // App Bridge sends performance measurements to Shopify.
    "connect-src 'self' https://*.shopify.com https://*.shopifysvc.com",
    "frame-src 'self' https://*.shopify.com https://*.myshopify.com",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    ancestors,
  ].join("; ");
}

/** Adds the nonce to all scripts of a page. Only for pages from Shopify's package, whose markup we trust. */
export function markScripts(html: string, nonce: string | undefined): string {
  return nonce === undefined ? html : html.replaceAll("<script", `<script nonce="${nonce}"`);
}

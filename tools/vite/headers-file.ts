import type { Plugin } from "vite";

// Static files never pass the worker, so their headers stand in Cloudflare's _headers file.
const staticHeaders = `/*
  Strict-Transport-Security: max-age=31536000; includeSubDomains
  X-Content-Type-Options: nosniff
  Referrer-Policy: strict-origin-when-cross-origin
  Cross-Origin-Opener-Policy: same-origin
  Cross-Origin-Resource-Policy: same-origin
  Content-Security-Policy: default-src 'none'; frame-ancestors 'none'
/assets/*
  Cache-Control: public, max-age=31536000, immutable
/*.svg
  Content-Type: image/svg+xml; charset=utf-8
`;

/** Writes `_headers` beside the static files. */
export function headersFile(): Plugin {
  return {
    name: "headers-file",
    applyToEnvironment: (environment) => environment.name === "client",
    generateBundle() {
      this.emitFile({ type: "asset", fileName: "_headers", source: staticHeaders });
    },
  };
}

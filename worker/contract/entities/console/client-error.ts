import * as z from "zod/mini";
import { described, instant } from "../../fields.ts";

export const clientErrorLevels = ["error", "warn"] as const;

export const clientErrorShape = {
  id: z.string(),
  level: z.enum(clientErrorLevels),
  type: described(
    z.string(),
    "Kind of event: error, unhandledrejection or load in browsers, else what the client said",
  ),
  message: described(z.string(), "Without e-mail addresses, long numbers and quoted text"),
  release: described(z.nullable(z.string()), "Build of the scripts; null when the client did not say"),
  page: described(z.nullable(z.string()), "Path with :id in place of ids; null when the client did not say"),
  browser: described(z.string(), "Name of the browser, or App"),
  stack: described(z.nullable(z.string()), "Frames of the newest report, as the client gave them"),
  count: described(z.int(), "Reports of this kind"),
  first_seen_at: instant(),
  last_seen_at: instant(),
};
export const clientError = z.object(clientErrorShape);

import * as z from "zod/mini";
import { describe, instant } from "../fields.ts";

export const clientErrorLevels = ["error", "warn"] as const;

export const clientErrorShape = {
  id: z.string(),
  level: z.enum(clientErrorLevels),
  type: describe(
    z.string(),
    "Event kind: error, unhandledrejection or load in browsers; otherwise as reported by the client",
  ),
  message: describe(z.string(), "Without email addresses, long numbers and quoted text"),
  release: describe(z.nullable(z.string()), "Build of the scripts; null: not reported"),
  page: describe(z.nullable(z.string()), "Path with :id in place of IDs; null: not reported"),
  browser: describe(z.string(), "Name of the browser, or App"),
  stack: describe(z.nullable(z.string()), "Stack frames of the newest report, as sent by the client"),
  count: describe(z.int(), "Reports of this kind"),
  first_seen_at: instant(),
  last_seen_at: instant(),
};
export const clientError = z.object(clientErrorShape);

import * as z from "zod/mini";
import { describe } from "../fields.ts";

/** In recommended order. */
export const readinessSteps = [
  "license",
  "legal_texts",
  "mail",
  "tax",
  "payments",
  "product",
  "plan",
  "shipping_rate",
  "organization",
] as const;
export type ReadinessStep = (typeof readinessSteps)[number];

const step = z.object({
  name: describe(z.enum(readinessSteps), "Requirement"),
  is_done: describe(z.boolean(), "Whether it is fulfilled"),
  note: describe(z.nullable(z.string()), "What is missing or must be known; null: nothing"),
});

export const readinessShape = {
  is_ready: describe(z.boolean(), "Whether all steps are done"),
  steps: describe(z.array(step), "Steps in recommended order"),
};

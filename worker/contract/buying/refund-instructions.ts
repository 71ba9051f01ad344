import * as z from "zod/mini";
import { text } from "../fields.ts";
import { requiredText } from "../rules.ts";

export const refundInstructionsMax = 1000;
const name = "Where to refund";

export const refundInstructions = z.object({
  message: text(requiredText(name, refundInstructionsMax), name, refundInstructionsMax),
});

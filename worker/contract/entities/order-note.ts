import * as z from "zod/mini";
import { described, instant } from "../fields.ts";

/** An internal note, never shown to customers. */
export const orderNote = z.object({
  id: z.string(),
  text: described(z.string(), "Text of the note"),
  author: z.object({ id: z.string(), name: z.string() }),
  created_at: instant(),
});

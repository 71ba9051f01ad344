import * as z from "zod/mini";
import { describe, instant, uuid } from "../fields.ts";

export const industryShape = {
  id: uuid(),
  name: z.string(),
  organization_count: describe(z.int(), "Number of organizations in this industry"),
  created_at: instant(),
  updated_at: instant(),
};
export const industry = z.object(industryShape);

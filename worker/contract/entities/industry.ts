import * as z from "zod/mini";
import { described, instant, uuid } from "../fields.ts";

export const industryShape = {
  id: uuid(),
  name: z.string(),
  organization_count: described(z.int(), "Number of organizations in this industry"),
  created_at: instant(),
  updated_at: instant(),
};
export const industry = z.object(industryShape);

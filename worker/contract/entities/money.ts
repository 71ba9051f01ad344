import * as z from "zod/mini";
import { describe, memoize } from "../fields.ts";

/** At most 10^11 (M20). */
export const cents = memoize((what: string) =>
  describe(z.int().check(z.gte(0), z.lte(100_000_000_000)), `${what}, in US cents`),
);

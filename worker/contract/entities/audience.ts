import * as z from "zod/mini";
import { roles } from "../../../db/enums.ts";
import { describe, freeText, uuid } from "../fields.ts";

export const audienceValuesMax = 100;
const ids = (description: string) =>
  z.optional(describe(z.array(uuid()).check(z.minLength(1), z.maxLength(audienceValuesMax)), description));
const names = (item: string, description: string) =>
  z.optional(
    describe(
      z.array(freeText(128, item).check(z.minLength(1))).check(z.minLength(1), z.maxLength(audienceValuesMax)),
      description,
    ),
  );

export const renewsWithinMax = 366;
const renewsWithin = `Renews within must be a whole number of days from 1 to ${renewsWithinMax}.`;

export const audienceConditions = {
  product_ids: ids("People of organizations that own one of these products: a device, a plan or a purchase"),
  version_ids: ids("People who downloaded one of these versions, and managers of their organizations"),
  or_older: z.optional(describe(z.boolean(), "With version_ids: older versions of the same software count, too")),
  plan_ids: ids("People of organizations that subscribe to one of these products"),
  renews_within_days: z.optional(
    describe(
      z.int(renewsWithin).check(z.gte(1, renewsWithin), z.lte(renewsWithinMax, renewsWithin)),
      "People of organizations with a plan, one of plan_ids if they are named, that renews within so many days",
    ),
  ),
  price_levels: names("Price level", "People of organizations with one of these price levels"),
  roles: z.optional(
    describe(z.array(z.enum(roles)).check(z.minLength(1), z.maxLength(roles.length)), "People with one of these roles"),
  ),
  countries: names("Country", "People of organizations in one of these countries, by code or name; without case"),
  org_ids: ids("People of these organizations"),
  user_ids: ids("These people"),
};

/** Conditions are combined with AND, the values of one condition with OR. */
export const audience = z.object(audienceConditions).check(
  z.refine(({ or_older: _orOlder, ...conditions }) => Object.values(conditions).some((each) => each !== undefined), {
    error: "Name at least one condition.",
  }),
  z.refine(({ or_older, version_ids }) => !or_older || version_ids !== undefined, {
    path: ["or_older"],
    error: "Name the versions.",
  }),
);

export type Audience = z.output<typeof audience>;

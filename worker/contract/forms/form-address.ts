import * as z from "zod/mini";
import { stateCode } from "../buying/states.ts";
import { address } from "../entities/address.ts";

/** Addresses that checkout accepts: countries with states need one, by code or name. */
export const formAddress = () =>
  address().check(
    z.overwrite((given) => ({ ...given, state: stateCode(given.country, given.state) ?? given.state })),
    z.check(({ value, issues }) => {
      if (stateCode(value.country, value.state) !== undefined) return;
      issues.push({
        code: "custom",
        input: value.state,
        path: ["state"],
        message: value.state === "" ? "State is required." : "Choose one of the states.",
        params: { code: "custom" },
        continue: true,
      });
    }),
  );

import * as z from "zod/mini";
import { stateCode } from "../buying/states.ts";
import { address } from "../entities/address.ts";

/** An address in a form of the portal. A country in `listStates` needs one of its states, by code or name. */
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

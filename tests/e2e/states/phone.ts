import { type Actor, signedIn } from "../../support/actors.ts";
import { query } from "../../support/database.ts";
import { field, button } from "../account/steps.ts";
import { type State, openAndAct, openPath } from "./state.ts";

/** Creates a user with a verified number; `isStopped`: the number sent STOP. */
async function createPhoneUser(isStopped = false): Promise<Actor> {
  const actor = await signedIn({ roles: ["buyer", "user"] });
  const number = `+1512${String(Math.random()).slice(2, 9)}`;
  await query(
    "insert into user_phones (user_id, number, verified_at, types) values ($1, $2, now(), '{orderShipped,paymentFailed}')",
    [actor.user.id, number],
  );
  if (isStopped) await query("insert into phone_opt_outs (number) values ($1)", [number]);
  return actor;
}

async function createCodeUser(): Promise<Actor> {
  const actor = await signedIn();
  await query(
    "insert into phone_codes (user_id, number, expires_at) values ($1, '+15125550143', now() + interval '10 minutes')",
    [actor.user.id],
  );
  return actor;
}

export const phoneStates: State[] = [
  { name: "text messages, no number", who: signedIn, reach: openPath("/portal/phone") },
  {
    name: "text messages, a number that is none",
    who: signedIn,
    reach: openAndAct(
      "/portal/phone",
      async (page) => {
        await field(page, "Mobile number").fill("512 555");
        await button(page, "Send code").click();
      },
      "Enter a complete phone number. Outside the US, start with + and the country code, such as +44 20 7946 0018.",
    ),
  },
  { name: "text messages, a code under way", who: createCodeUser, reach: openPath("/portal/phone") },
  {
    name: "text messages, a wrong code",
    who: createCodeUser,
    reach: openAndAct(
      "/portal/phone",
      async (page) => {
        await field(page, "Code").fill("12");
        await button(page, "Verify number").click();
      },
      "The code must be the six digits of the text message.",
    ),
  },
  { name: "text messages, a number", who: createPhoneUser, reach: openPath("/portal/phone") },
  { name: "text messages, stopped", who: () => createPhoneUser(true), reach: openPath("/portal/phone") },
  {
    name: "notification settings with text messages",
    who: createPhoneUser,
    reach: openPath("/portal/notifications/settings"),
  },
];

import { randomUUID } from "node:crypto";
import type { Endpoint } from "../../worker/contract/endpoint.ts";
import { uniqueEmail } from "../support/factories.ts";

type Ids = { user_id?: string; org_id?: string; request_id?: string };
type ValidInput = { params: Record<string, string>; body: unknown };

/** An input that every schema of the call accepts; ids that are not given belong to nothing. */
export function validInput(spec: Endpoint, ids: Ids = {}): ValidInput {
  const { user_id = randomUUID(), org_id = randomUUID(), request_id = randomUUID() } = ids;
  const person = { first_name: "Ada", last_name: "Lovelace" };
  const bodies: Record<string, unknown> = {
    createAccountRequest: { ...person, org_name: "Engines", email: uniqueEmail(), serial: null },
    createSession: { username: uniqueEmail(), password: "Wrong-1234!" },
    createImpersonateSession: { user_id },
    createPasswordReset: { email: uniqueEmail() },
    updatePasswordReset: { new_password: "Changed-1234!" },
    setUpUser: { password: "Changed-1234!", agreement_version: "none" },
    updateUser: { ...person, phone: "+1 555 0100", notification_settings: { is_subscribed: false } },
    createEmailChange: { new_email: uniqueEmail() },
    createVerification: { scope: "verify:user-setup", user_id, code: "AAAAAA" },
    createToken: { code: "none" },
    approveAccountRequest: { org_id, roles: ["user"], serial_number: null },
    approveAccountRequests: { request_ids: [request_id], org_id, roles: ["user"], serial_numbers: [null] },
    rejectAccountRequests: { request_ids: [request_id] },
    createUser: { ...person, org_id, email: uniqueEmail(), phone: null, roles: ["user"] },
    updateAdminUser: { ...person, org_id, phone: null, roles: ["user"] },
    createAdminEmailChange: { new_email: uniqueEmail() },
    createVerificationUrl: { scope: "verify:user-setup" },
    createLog: { message: "It happened", level: "info", event: { type: "test" }, device: { os: "test" } },
  };
  if (spec.body && !(spec.verb in bodies)) throw new Error(`say what a valid body of ${spec.verb} is`);
  return { params: { user_id, request_id, client: "crunchbox" }, body: bodies[spec.verb] };
}

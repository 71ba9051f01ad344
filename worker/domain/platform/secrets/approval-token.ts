import { hrefOf, pages } from "../../../contract/pages.ts";
import { hmac } from "./keyed-hash.ts";
import { isEqual } from "./tokens.ts";
import type { Peppers } from "./verification-code.ts";

/**
 * Request, approver and address of a mailed link. Its token has no expiry, but it ends when the approver's address
 * changes, because others may read the former mailbox. Whether the request is still open is checked when the approver
 * decides.
 */
type MailedRequest = { request_id: string; user_id: string; email: string };

async function approvalToken(pepper: string, { request_id, user_id, email }: MailedRequest): Promise<string> {
  const digest = await hmac(pepper, `approval:2:${request_id}:${user_id}:${email.toLowerCase()}`);
  return Buffer.from(digest.subarray(0, 16)).toString("base64url");
}

export async function isApprovalToken(peppers: Peppers, of: MailedRequest, token: string): Promise<boolean> {
  const { CODE_PEPPER, CODE_PEPPER_PREVIOUS } = peppers;
  const expected = await Promise.all(
    [CODE_PEPPER, CODE_PEPPER_PREVIOUS || CODE_PEPPER].map((pepper) => approvalToken(pepper, of)),
  );
  return expected.filter((each) => isEqual(each, token)).length > 0;
}

/** The URL of the page where an approver sees the whole request and decides without signing in. */
export const approvalUrl = async (
  { PUBLIC_URL, CODE_PEPPER }: { PUBLIC_URL: string; CODE_PEPPER: string },
  of: MailedRequest,
): Promise<string> => {
  const { request_id, user_id } = of;
  const token = await approvalToken(CODE_PEPPER, of);
  return PUBLIC_URL + hrefOf(pages.mailedApproval, { request_id, user_id, token });
};

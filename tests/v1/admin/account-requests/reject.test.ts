import { describe, expect, test } from "vitest";
import * as contract from "../../../../worker/contract/v1/admin/account-requests.ts";
import { signedInAdmin } from "../../../support/actors.ts";
import type { Client } from "../../../support/client.ts";
import { query } from "../../../support/database.ts";
import { createAccountRequest } from "../../../support/factories.ts";
import { postForm } from "../../../support/forms.ts";
import { sandbox } from "../../../support/sandbox.ts";

const { rejectAccountRequest: reject, rejectAccountRequests: rejectAll, reopenAccountRequests: reopen } = contract;
const findStatus = async (id: string) =>
  (await query<{ status: string }>("select status from account_requests where id = $1", [id]))[0]?.status;
const countMails = async (email: string) =>
  (await query("select 1 from outbox where recipient = $1 and type = 'accountRequestRejected'", [email])).length;

/** Rejects a request by the form of the console, which delays the mail. */
const rejectInConsole = (client: Client, id: string) =>
  postForm(client, `/admin/requests/${id}/reject`, { id, [`name.${id}`]: "Ada Byron" });

describe("rejecting an account request with a reason", () => {
  test("puts its lines into the mail as text, and into the audit log", async () => {
    const [{ client }, request] = [await signedInAdmin(), await createAccountRequest()];
    const reason = "We sell to companies alone.\n<b>Write</b> to sales & ask.";
    (await client.call(reject, { params: { request_id: request.id }, body: { reason } })).reply();
    const mail = await sandbox.waitForMail(request.email, "not approved");
    expect(mail.text).toContain("We sell to companies alone.");
    expect(mail.text).toContain("<b>Write</b> to sales & ask.");
    expect(mail.html).toContain("&lt;b");
    expect(mail.html).not.toContain("<b>Write");
    const [entry] = await query(
      "select data from audit_log where subject_id = $1 and action = 'rejectAccountRequest'",
      [request.id],
    );
    expect(entry).toMatchObject({ data: { reason } });
  });

  test("needs no body and no reason; one of 1,001 characters is refused", async () => {
    const { client } = await signedInAdmin();
    const [one, other, third] = [
      await createAccountRequest(),
      await createAccountRequest(),
      await createAccountRequest(),
    ];
    const rejectWith = (request_id: string, body?: object) =>
      client.call(reject, { params: { request_id }, ...(body && { body }) });
    expect((await rejectWith(one.id)).status).toBe(200);
    expect((await client.call(rejectAll, { body: { request_ids: [other.id], reason: "  " } })).status).toBe(200);
    const [entry] = await query(
      "select data from audit_log where subject_id = $1 and action = 'rejectAccountRequest'",
      [other.id],
    );
    expect(JSON.stringify(entry)).not.toContain("reason");
    expect((await rejectWith(third.id, { reason: "a".repeat(1001) })).issues[0]?.path).toEqual(["reason"]);
    expect(await findStatus(third.id)).toBe("pending");
  });
});

describe("a rejection that nobody was told of yet", () => {
  test("is taken back together with its mail", async () => {
    const [{ client }, request] = [await signedInAdmin(), await createAccountRequest()];
    expect((await rejectInConsole(client, request.id)).status).toBe(303);
    expect([await findStatus(request.id), await countMails(request.email)]).toEqual(["rejected", 1]);
    (await client.call(reopen, { body: { request_ids: [request.id] } })).reply();
    expect([await findStatus(request.id), await countMails(request.email)]).toEqual(["pending", 0]);
    const acts = await query("select action from audit_log where subject_id = $1 order by id", [request.id]);
    expect(acts).toEqual([{ action: "rejectAccountRequest" }, { action: "reopenAccountRequests" }]);
  });

  test("stays once the mail has been tried, once the person asked anew, and of two all or nothing", async () => {
    const { client } = await signedInAdmin();
    const [sentRequest, repeatedRequest, waitingRequest] = [
      await createAccountRequest(),
      await createAccountRequest(),
      await createAccountRequest(),
    ];
    for (const { id } of [sentRequest, repeatedRequest, waitingRequest]) await rejectInConsole(client, id);
    await query("update outbox set attempts = 1 where recipient = $1", [sentRequest.email]);
    await createAccountRequest({ email: repeatedRequest.email });
    const answers = await Promise.all([
      client.call(reopen, { body: { request_ids: [waitingRequest.id, sentRequest.id] } }),
      client.call(reopen, { body: { request_ids: [repeatedRequest.id] } }),
    ]);
    expect(answers.map(({ status, errcode }) => [status, errcode])).toEqual([
      [422, "ACC_REQUEST_REJECTED"],
      [422, "ACC_REQUEST_REJECTED"],
    ]);
    expect([
      await findStatus(sentRequest.id),
      await findStatus(repeatedRequest.id),
      await findStatus(waitingRequest.id),
    ]).toEqual(Array.from({ length: 3 }, () => "rejected"));
    expect(await countMails(waitingRequest.email)).toBe(1);
  });

  test("is none where the request waits, or was approved", async () => {
    const { client } = await signedInAdmin();
    const [waiting, approved] = [await createAccountRequest(), await createAccountRequest()];
    await query("update account_requests set status = 'approved' where id = $1", [approved.id]);
    const answer = await client.call(reopen, { body: { request_ids: [approved.id] } });
    expect([answer.status, answer.errcode]).toEqual([422, "ACC_REQUEST_APPROVED"]);
    expect((await client.call(reopen, { body: { request_ids: [waiting.id] } })).status).toBe(200);
  });
});

import { expect, test } from "vitest";
import { impersonating, signedIn, signedInAdmin } from "../../support/actors.ts";
import { query } from "../../support/database.ts";
import { postForm } from "../../support/forms.ts";
import { sandbox } from "../../support/sandbox.ts";
import { shop } from "../../support/store.ts";
import { createFailedRefund } from "./failed-refund.ts";
import { readWords } from "./words.ts";

const message = "Account holder: Acme Robotics\nRouting number 021000021, account 000111222";

const fetchInstructions = ({ refund }: { refund: string }) =>
  query("select message from refund_instructions where failed_refund_id = $1", [refund]);
const listMails = (order_number: string) =>
  query<{ recipient: string }>(
    "select recipient from outbox where type = 'refundInstructions' and payload ->> 'order_number' = $1",
    [order_number],
  );

test("a buyer says where a failed refund shall go; support is mailed, and the console has the words", async () => {
  const failedRefund = await createFailedRefund();
  expect(await readWords(failedRefund.client, failedRefund.page)).toContain("We could not return $5.00");
  expect(await readWords(failedRefund.client, failedRefund.form)).toContain("Where should we refund $5.00?");
  const answer = await postForm(failedRefund.client, failedRefund.form, { message: `  ${message} ` });
  expect([answer.status, answer.headers.get("location")]).toEqual([303, failedRefund.page]);
  const pageText = await readWords(failedRefund.client, failedRefund.page);
  expect(pageText).toContain("Thank you. We send the refund there and email you when it is on its way.");
  expect(pageText).toMatch(/told us another way on \d+ \w+ \d{4}/);
  expect(pageText).not.toContain("Tell us where to refund");
  expect(await fetchInstructions(failedRefund)).toEqual([{ message }]);
  const mail = await sandbox.waitForMail("support@crunchbox.test", failedRefund.order_number);
  expect(mail.text).toContain("$5.00");
  expect(mail.text).toContain(`/admin/orders/${failedRefund.order_id}`);
  expect(mail.text).not.toContain("021000021");

  const finance = (await signedInAdmin("finance")).client;
  expect(await readWords(finance, `/admin/orders/${failedRefund.order_id}`)).toContain("Routing number 021000021");
  const warehouse = (await signedInAdmin("warehouse")).client;
  expect(await readWords(warehouse, `/admin/orders/${failedRefund.order_id}`)).not.toContain("021000021");
  const [entry] = await query<{ data: object }>(
    "select data from audit_log where action = 'sendRefundInstructions' and subject_id = $1",
    [failedRefund.order_id],
  );
  expect(entry?.data).toEqual({ amount: 500 });
});

test("it is said once: a second click, a colleague and a later visit send nothing more", async () => {
  const failedRefund = await createFailedRefund();
  const colleague = (await signedIn({ org_id: failedRefund.org_id, roles: ["org", "user"] })).client;
  const answers = await Promise.all([
    postForm(failedRefund.client, failedRefund.form, { message }),
    postForm(failedRefund.client, failedRefund.form, { message }),
    postForm(colleague, failedRefund.form, { message: "Send a cheque" }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
  expect(await fetchInstructions(failedRefund)).toHaveLength(1);
  const recipients = (await listMails(failedRefund.order_number)).map(({ recipient }) => recipient);
  expect(recipients.filter((each) => each === "support@crunchbox.test")).toHaveLength(1);
  expect(new Set(recipients).size).toBe(recipients.length);
  await readWords(failedRefund.client, failedRefund.form, { status: 404 });
});

test("an empty text is refused and a long one is kept", async () => {
  const failedRefund = await createFailedRefund();
  const emptyAnswer = await postForm(failedRefund.client, failedRefund.form, { message: "  " });
  expect([emptyAnswer.status, (await emptyAnswer.text()).includes("Where to refund is required.")]).toEqual([
    422,
    true,
  ]);
  const longMessage = "x".repeat(1001);
  const refusalHtml = await (await postForm(failedRefund.client, failedRefund.form, { message: longMessage })).text();
  expect(refusalHtml).toContain("Where to refund must be at most 1000 characters.");
  expect(refusalHtml).toContain(`${longMessage}</textarea>`);
  expect(await fetchInstructions(failedRefund)).toEqual([]);
});

test("nobody else can say it, and nothing of an order without a failed refund", async () => {
  const failedRefund = await createFailedRefund();
  const member = await signedIn({ org_id: failedRefund.org_id });
  const stranger = await shop.buyer();
  const impersonation = await impersonating();
  const buyerName = `${failedRefund.user.first_name} ${failedRefund.user.last_name}`;
  expect(await readWords(member.client, failedRefund.page)).toMatch(
    new RegExp(
      `Only buyers and managers of .* can tell us another way. ${buyerName} can do it for you(, or give you the role)?. Ask `,
    ),
  );
  expect((await postForm(member.client, failedRefund.form, { message })).status).toBe(403);
  expect((await postForm(stranger.client, failedRefund.form, { message })).status).toBe(403);
  expect((await postForm(impersonation.client, failedRefund.form, { message })).status).toBe(403);
  expect(await fetchInstructions(failedRefund)).toEqual([]);
  const paidOrder = await shop.purchase([await shop.createProduct()]);
  const form = `/portal/orders/${paidOrder.bought.order_id}/refund`;
  await readWords(paidOrder.client, form, { status: 404 });
  expect((await postForm(paidOrder.client, form, { message })).status).toBe(404);
});

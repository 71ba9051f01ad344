import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { getTableColumns, getTableName, isTable } from "drizzle-orm";
import { expect, test } from "vitest";
import * as schema from "../../db/schema/index.ts";
import { secretFields } from "../../worker/domain/platform/audit/changes.ts";

const root = join(import.meta.dirname, "../..");

const actionsWithoutChanges: Record<string, string> = {
  addVersion: "the version itself tells what was added",
  cancelOrder: "the entry of a part holds its lines",
  cancelUnpaidRequest: "the entry holds the sum; the order's own entries tell what became of it",
  expireRequests: "the entry holds the sum",
  createQuoteRequest: "the quote itself tells what was asked for",
  createQuote: "the quote itself tells what was started",
  updateQuote: "versions tell what the customer was offered",
  sendQuote: "the version itself tells what was sent",
  acceptQuote: "the entry holds the version and its total",
  emptyCart: "the act is the entry",
  createQuoteMessage: "the message itself tells what was written",
  expireQuotes: "the entry holds the total",
  createApprovalRequest: "the request itself tells what was sent",
  chargeInvoice: "the entry holds the amount; the ledger has the rest",
  claimAttempt: "the order and its invoices are made by it",
  createNote: "the note itself tells what was written",
  createTestOrder: "the order itself tells what it is",
  deleteNote: "the entry keeps that it was there, without what it said",
  deletePaymentMethod: "it stands at the payment provider",
  sendRefundInstructions: "the words stay out of the log, because they may name a bank account",
  askForRole: "the mail itself is what happened",
  downloadFile: "nothing is changed",
  draftNotification: "the draft itself tells what is written",
  endImpersonation: "its session ends, and that is the act",
  endReusedSession: "the session ends, and that is the act",
  createBackupCodes: "codes are secrets",
  createPasskey: "the act is the entry, which names the passkey",
  deletePasskey: "the act is the entry, which names the passkey",
  deleteTotp: "secrets are never recorded",
  enableTotp: "secrets are never recorded",
  endOtherSessions: "the act is the entry",
  startRecovery: "the recovery itself has its times",
  mailRecoveryLinks: "the mail itself is what happened",
  stopRecovery: "the act is the entry",
  finishRecovery: "secrets are never recorded",
  endTrust: "the act is the entry",
  refreshSession: "a session's columns are secrets",
  refusePasskey: "nothing changes",
  endSession: "the session ends, and that is the act",
  endUserSession: "the session ends, and that is the act",
  endUserSessions: "the session ends, and that is the act",
  exchangeCode: "a session is made, whose columns are secrets",
  importMadeSerials: "the entry counts the serial numbers that it added",
  issueVerificationCode: "the code is a secret",
  markInvoicePaid: "the entry holds amount, reference and day",
  orderByLink: "the order itself tells what it is",
  refuseSignIn: "nothing is changed",
  registerDevice: "the entry holds its serial number",
  remindInvoice: "the mail itself is what happened",
  requestPhoneCode: "the code is a secret",
  requestSignInCode: "the code is a secret",
  resendNotifications: "it is sent again as it was",
  retryTaskRecord: "the entry holds which record",
  sendNotification: "the entry holds what was sent to how many",
  signIn: "a session is made, whose columns are secrets",
  signOut: "the session ends, and that is the act",
  signOutEverywhere: "sessions end, and that is the act",
  startImpersonation: "a session is made, whose columns are secrets",
  receiveTextMessage: "it is about a number, not the person",
  startTask: "the run itself tells what became of it",
  stopTextMessages: "it is about a number, not the person",
  switchSubscription: "the entry holds what was charged; the plan's state follows the payment provider",
  cancelSubscriptionNow: "the entry holds what is refunded; the plan's state follows the payment provider",
  withdrawSubscriptionSwitch: "the act is the entry; the plan's state follows the payment provider",
  updateNote: "the note itself tells what it says now",
  voidInvoice: "the entry holds the amount; the order's own entries tell what became of it",
  writeOffInvoice: "the entry holds the amount; the order's own entries tell what became of it",
  "answer-quote.ts": "the entry holds the reason",
  "decide-request.ts": "the request holds its decisions; the entry has its sum and note",
  "ask-approval.ts": "the entry holds the sum and why it was asked for, rejected or failed",
  "own-plan.ts": "the act is the entry; the plan's state follows the payment provider",
  "mark-notifications.ts": "the entry holds how many were marked",
};

function findCalls(text: string): string[] {
  return [...text.matchAll(/\baudited\(/g)].map(({ index }) => {
    let depth = 0;
    for (let end = index; end < text.length; end += 1) {
      if (text[end] === "(") depth += 1;
      if (text[end] === ")" && --depth === 0) return text.slice(index, end + 1);
    }
    return text.slice(index);
  });
}

test("every entry tells the difference between before and after, or stands here with the reason why it does not", () => {
  const calls = globSync("worker/domain/**/*.ts", { cwd: root })
    .filter((file) => !file.startsWith("worker/domain/platform/audit/"))
    .flatMap((file) => findCalls(readFileSync(join(root, file), "utf8")).map((call) => ({ file, call })));
  expect(calls.length).toBeGreaterThan(50);
  const callsWithoutChanges = calls
    .filter(({ call }) => !call.includes("changes:"))
    .map(({ file, call }) => /"([a-z]\w+[A-Z]\w+|signIn|signOut)"/.exec(call)?.[1] ?? file.replace(/^.*\//, ""));
  expect([...new Set(callsWithoutChanges)].toSorted()).toEqual(Object.keys(actionsWithoutChanges).toSorted());
});

test("no column that opens an account can get into a difference", () => {
  const columns = Object.values<unknown>(schema)
    .filter((each) => isTable(each))
    .filter((table) => getTableName(table) !== "audit_log")
    .flatMap((table) => Object.keys(getTableColumns(table)));
  const secretColumns = columns.filter((name) => /password|secret|token|code_hash|code_hmac|challenge/.test(name));
  expect(secretColumns.length).toBeGreaterThan(3);
  const knownSecrets: readonly string[] = secretFields;
  expect(
    [...new Set(secretColumns)].filter((name) => !knownSecrets.includes(name) && !name.endsWith("_expires_at")),
  ).toEqual([]);
});

// One function per step of a form post, in the order in which a post runs them.
import type * as z from "zod/mini";
import { explain } from "../contract/messages.ts";
import type { Endpoint, InputOf, SentFile } from "../contract/endpoint.ts";
import { BadRequest, type Errcode, Failure, type Issue } from "../contract/errors.ts";
import { fieldName, parseInput } from "../contract/issue-messages.ts";
import { isSearch } from "../contract/forms/finding.ts";
import { hrefOf, pages } from "../contract/pages.ts";
import { storefrontClient } from "../contract/paths.ts";
import type { Ctx, ReadCtx } from "../domain/context.ts";
import { requireAccess } from "./access.ts";
import type { AppContext, Route } from "./app-env.ts";
import { bodyBytesDefault, readForm } from "./body.ts";
import { type Flash, leaveFlash, type Typed } from "./flash.ts";
import { toFields, toInput } from "./form-fields.ts";
import { toIssues } from "./issues.ts";
import { fileMissing, readMultipart } from "./multipart.ts";
import { requireSameOrigin } from "./origin.ts";
import type { PageRoute } from "./page-spec.ts";
import { returnToOwn } from "./session.ts";

/** What a form needs of a contract; calls behind the bot check cannot be plain forms. */
export type FormContract = Pick<
  Endpoint,
  "access" | "not_impersonated" | "params" | "body" | "file" | "body_bytes_max"
>;
export type Sent<E extends FormContract> = InputOf<E & Endpoint>;
type Told = Pick<Flash, "message" | "link" | "form">;

export type FormPost<E extends FormContract, R, T = undefined> = {
  /** The form's own address. */
  path: string;
  /** Batched with the session lookup; its result is passed to `send`, and its failure is handled as one of `send`. */
  readFirst?: (ctx: ReadCtx, params: Sent<E>["params"]) => Promise<T>;
  /** Runs the use case of the call. */
  send: (ctx: Ctx, input: Sent<E>, c: AppContext, data: T) => Promise<R>;
  /** The names of the form's fields where the contract's parameters have others. */
  fields?: Record<string, string>;
  /** What a field that the form does not have stands for. */
  usual?: Record<string, string>;
  /** Adds what a field stands for. */
  complete?: (typed: URLSearchParams, c: AppContext) => Promise<void>;
  /** The page that has the form: it is drawn again when the form is refused, with all that was typed and what is wrong with it. */
  page?: PageRoute;
  /** Its page has a `FindField`: what is looked for there is found before anything is sent. */
  finds?: true | undefined;
  /** Whether what was sent only asks for something on the form's page: nothing is sent then, and the page is drawn with the answer. */
  asks?: (typed: URLSearchParams) => boolean;
  /** The page of ours that follows; also after a refusal, which it tells, where the form has no `page`. */
  back: string | ((result: R | undefined, c: AppContext) => string);
  /** What the page that follows tells once it is done. */
  done?: (result: R, typed: URLSearchParams) => string | Told | undefined;
  /** The sentence for a refusal, when this form has a better one than everybody has. */
  refusal?: (refused: Refused, typed: URLSearchParams) => Told;
  /** Where who is not signed in goes; told what they typed, so that it can lead back with it. */
  sign_in?: string | ((typed: URLSearchParams) => string);
  /** Where who may not goes, in place of the page that says so. */
  otherwise?: string;
  /** Where who sent it with a token that was exchanged a moment ago goes; undefined for all others. */
  again?: (c: AppContext) => Promise<string | undefined>;
};

/**
 * A plain form, which works without script: the same access, origin rule, body limit, schema and verb as the call of its
 * contract. When it is done it leads to a page. When it is refused, its own page is drawn again with what was typed; a form
 * that stands on many pages leads back to one that tells why. Whose session has ended since the page was shown signs in, as
 * they would for a page; other refusals of access are their pages.
 */
export const formPost = <const E extends FormContract, R, T>(contract: E, form: FormPost<E, R, T>): Route => ({
  method: "POST",
  path: form.path,
  handle: async (c) => {
    requireSameOrigin(c);
    // what cannot be read is told where it is sent
    const mayAsk = form.finds || form.asks;
    const early = mayAsk && (await readSent(contract, c).catch(() => undefined));
    const isAsking = early && ((form.finds && isSearch(early.fields)) || form.asks?.(early.fields));
    const found = isAsking && form.page && (await form.page.drawAgain(c, withFound(early.fields)));
    // who has to sign in first is led there as any form leads them
    if (found && found.status === 200) return found;
    let access: { reading: Promise<T | undefined> };
    try {
      access = await requireFormAccess(c, contract, form);
    } catch (error) {
      const next = await nextAfter(c, error, form);
      if (next === undefined) throw error;
      return c.redirect(next, 303);
    }
    return submit(contract, form, c, early, access.reading);
  },
});

async function requireFormAccess<E extends FormContract, T>(
  c: AppContext,
  contract: E,
  { readFirst }: Pick<FormPost<E, never, T>, "readFirst">,
): Promise<{ reading: Promise<T | undefined> }> {
  const params = contract.params && parseInput(contract.params, c.req.param());
  if (!readFirst || params?.success === false) return requireAccess(c, contract);
  // parsed by the schema from which the type is derived
  return requireAccess(c, contract, (ctx) => readFirst(ctx, params?.data as Sent<E>["params"]));
}

type SentForm = { fields: URLSearchParams; file?: SentFile | undefined };

/** Of a contract with a file the form is multipart, and so it is without script. */
const readSent = async (contract: FormContract, c: AppContext): Promise<SentForm> =>
  contract.file
    ? readMultipart(c, contract.file)
    : { fields: await readForm(c, contract.body_bytes_max ?? bodyBytesDefault) };

/** The page reads what is wanted from what was typed. */
const withFound = (typed: URLSearchParams): Flash => ({
  tone: "success",
  message: "",
  typed: { values: valuesOf(typed), errors: {} },
});

type Ways = Pick<FormPost<FormContract, never>, "sign_in" | "otherwise" | "again">;

async function nextAfter(c: AppContext, error: unknown, form: Ways): Promise<string | undefined> {
  const { sign_in, otherwise } = form;
  const status = error instanceof Failure ? error.status : undefined;
  if (status !== 401 && status !== 403) return undefined;
  const again = await form.again?.(c);
  if (again !== undefined || status === 403) return again ?? otherwise;
  if (await returnToOwn(c)) return pages.admin;
  if (typeof sign_in !== "function") return sign_in ?? hrefOf(pages.signIn, { client_id: storefrontClient });
  const typed = await readForm(c, bodyBytesDefault).catch(() => new URLSearchParams());
  return sign_in(typed);
}

async function submit<E extends FormContract, R, T>(
  contract: E,
  form: FormPost<E, R, T>,
  c: AppContext,
  early: SentForm | undefined,
  reading: Promise<T | undefined>,
): Promise<Response> {
  const { back } = form;
  const backOf = (result: R | undefined) => (typeof back === "string" ? back : back(result, c));
  let typed = early?.fields ?? new URLSearchParams();
  try {
    const sent = early ?? (await readSent(contract, c));
    typed = sent.fields;
    await form.complete?.(typed, c);
    const input = readInput(contract, form, sent, c);
    // undefined only without `readFirst`, because readInput has refused invalid parameters
    const data = (await reading) as T;
    const result = await form.send(c.get("ctx"), input, c, data);
    const next = backOf(result);
    const done = form.done?.(result, typed);
    if (done !== undefined)
      leaveFlash(c, pathOf(next), { tone: "success", ...(typeof done === "string" ? { message: done } : done) });
    return c.redirect(next, 303);
  } catch (error) {
    const refused = refusalOf(error);
    if (!refused) throw error;
    const told = form.refusal?.(refused, typed) ?? { message: explain(refused.status, refused) };
    const flash = { tone: "danger", ...told } as const;
    if (form.page) return form.page.drawAgain(c, { ...flash, typed: toTyped(refused, typed, form.fields) });
    const next = backOf(undefined);
    leaveFlash(c, pathOf(next), flash);
    return c.redirect(next, 303);
  }
}

const pathOf = (address: string) => address.replace(/[?#].*$/, "");

/** Throws BadRequest. */
function readInput<E extends FormContract>(
  contract: E,
  { fields: names = {}, usual = {} }: Pick<FormPost<E, never>, "fields" | "usual">,
  sent: SentForm,
  c: AppContext,
): Sent<E> {
  const fields = toFields(sent.fields);
  for (const [name, value] of Object.entries<string>(c.req.param())) fields.set(name, [value]);
  for (const [name, value] of Object.entries(usual)) if (!fields.has(name)) fields.set(name, [value]);
  for (const [name, field] of Object.entries(names)) fields.set(name, fields.get(field) ?? []);
  const issues: Issue[] = [];
  const parse = (schema: z.ZodMiniType | undefined) => {
    const parsed = schema && parseInput(schema, toInput(schema, fields));
    if (parsed?.success === false) issues.push(...toIssues(parsed.error.issues).map((issue) => inWords(issue, fields)));
    return parsed?.data;
  };
  const read = { params: parse(contract.params) ?? {}, query: {}, body: parse(contract.body) };
  if (contract.file && !sent.file) issues.push(fileMissing(contract.file));
  const input = { ...read, ...(sent.file && { file: sent.file }) };
  if (issues.length > 0) throw new BadRequest(issues);
  return input as unknown as Sent<E>; // parsed by the very schemas from which it is derived
}

/** "Subject is required." or "Quantity must be at most 100.", where the schema has no words of its own for people. */
function inWords(issue: Issue, fields: ReadonlyMap<string, readonly string[]>): Issue {
  const rule = ruleIn(issue);
  if (rule === undefined && issue.message !== "Invalid uuid.") return issue;
  // an entry of a list of boxes has the list's name
  const field = issue.path.slice(0, issue.path.findLastIndex((part) => typeof part === "string") + 1);
  const words = String(field.at(-1) ?? "This")
    .replace(/_id$/, "")
    .replaceAll("_", " ");
  const name = words.charAt(0).toUpperCase() + words.slice(1);
  const at = field.join(".");
  const typed = [...fields].filter(([key]) => key === at || key.startsWith(`${at}.`));
  const isBlank = typed.every(([, values]) => values.every((value) => value.trim() === ""));
  return { ...issue, message: isBlank ? `${name} is required.` : `${name} ${rule ?? "is not valid"}.` };
}

/** What a message that begins with the name of its field says of it; a payload's own begins with the name inside of it. */
function ruleIn({ path, message }: Issue): string | undefined {
  for (let from = 0; from <= path.length; from++) {
    const name = `${fieldName(path.slice(from))} `;
    if (message.startsWith(`${name}must `) || message.startsWith(`${name}is required: `))
      return message.slice(name.length);
  }
  return undefined;
}

/** Why a form was refused. */
export type Refused = { status: number; errcode?: Errcode; message: string; issues?: Issue[]; subject_id?: string };

/** What the page tells; undefined for what is a page of its own. */
function refusalOf(error: unknown): Refused | undefined {
  if (error instanceof Failure && (error.status === 404 || error.status === 422)) {
    const { status, errcode, message, subject_id } = error;
    return { status, errcode, message, ...(subject_id !== undefined && { subject_id }) };
  }
  if (error instanceof BadRequest)
    return { status: 400, message: error.issues[0]?.message ?? error.message, issues: error.issues };
  return undefined;
}

/** What was typed, but for secrets, and what is wrong with it under the names that the form's fields have. */
function toTyped(refused: Refused, typed: URLSearchParams, names: Record<string, string> = {}): Typed {
  const { subject_id, issues = [] } = refused;
  const fieldOf = ([first = "", ...rest]: Issue["path"]) => [names[first] ?? first, ...rest].join(".");
  return {
    values: valuesOf(typed),
    errors: Object.fromEntries(issues.filter(isFirstOfItsField).map(({ path, message }) => [fieldOf(path), message])),
    refused: subject_id === undefined ? undefined : { id: subject_id, message: explain(refused.status, refused) },
  };
}

const valuesOf = (typed: URLSearchParams): Typed["values"] =>
  Object.fromEntries([...toFields(typed)].filter(([name]) => !isSecret(name)));

const isFirstOfItsField = ({ path }: Issue, index: number, all: Issue[]): boolean =>
  all.findIndex((each) => each.path.join() === path.join()) === index;

const isSecret = (name: string): boolean => /password|token|secret|^code$/i.test(name);

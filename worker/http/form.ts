import type * as z from "zod/mini";
import { explain } from "../contract/messages.ts";
import type { Endpoint, InputOf } from "../contract/endpoint.ts";
import type { Errcode } from "../contract/errcodes.ts";
import { BadRequest, Failure, type Issue } from "../contract/errors.ts";
import { fieldName, parseInput } from "../contract/issue-messages.ts";
import { isSearch } from "../contract/forms/finding.ts";
import { hrefOf, pages } from "../contract/pages.ts";
import { storefrontClient } from "../contract/paths.ts";
import type { Ctx, ReadCtx } from "../domain/context.ts";
import { requireAccess, requireFreshForForm } from "./access.ts";
import type { AppContext, Route, SentForm } from "./app-env.ts";
import { bodyBytesDefault, readForm } from "./body.ts";
import { type Flash, leaveFlash, type Typed } from "./flash.ts";
import { isFreshSignInRequired, withProof } from "./fresh-sign-in.ts";
import { toFields, toInput } from "./form-fields.ts";
import { toIssues } from "./issues.ts";
import { fileMissing, readMultipartOnce } from "./multipart.ts";
import { requireSameOrigin } from "./origin.ts";
import type { PageRoute } from "./page-spec.ts";
import { cancelQuery } from "./proof-fields.ts";
import { returnToOwn } from "./session.ts";

/** The parts of a contract that a form needs; calls behind the bot check cannot be plain forms. */
export type FormContract = Pick<
  Endpoint,
  "access" | "not_impersonated" | "params" | "body" | "file" | "body_bytes_max"
> &
  Partial<Pick<Endpoint, "method" | "path">> & {
    /** The call whose protection the form has, where it does not spread the contract: "PUT /v1/admin/settings". */
    call?: string;
  };
export type Sent<E extends FormContract> = InputOf<E & Endpoint>;
type FlashContent = Pick<Flash, "message" | "link" | "form"> & Partial<Pick<Flash, "tone">>;

export type FormPost<E extends FormContract, R, T = undefined> = {
  path: string;
  /** Batched with the session lookup; a failure is handled like one of `send`. */
  readFirst?: (ctx: ReadCtx, params: Sent<E>["params"]) => Promise<T>;
  send: (ctx: Ctx, input: Sent<E>, c: AppContext, data: T) => Promise<R>;
  /** Form field names by parameter name, where they differ. */
  fields?: Record<string, string>;
  /** What `send` changes, where it is more than the body names: an empty field may clear what is there. */
  change?: (input: Sent<E>) => object;
  /** Values of parameters that the form lacks. */
  defaults?: Record<string, string>;
  /** Adds derived fields. */
  complete?: (typed: URLSearchParams, c: AppContext) => Promise<void>;
  /** Drawn again with the input and its errors when the form is refused. */
  page?: PageRoute;
  /** The page has a `FindField`: searches are answered before anything is sent. */
  has_search?: true | undefined;
  /** Whether the form only queries: `page` is drawn with the answer, and nothing is sent. */
  isQuery?: (typed: URLSearchParams) => boolean;
  /** Path of the next page; also after a refusal, if there is no `page`. */
  back: string | ((result: R | undefined, c: AppContext) => string);
  /** Message on the next page. */
  done?: (result: R, typed: URLSearchParams) => string | FlashContent | undefined;
  /** Replaces the default message of a refusal. */
  refusal?: (refused: Refused, typed: URLSearchParams) => FlashContent;
  /** Sign-in path for visitors; it may restore the input. */
  sign_in?: string | ((typed: URLSearchParams) => string);
  /** Path for users without permission, instead of the forbidden page. */
  otherwise?: string;
  /** Path after a repeated post whose token was exchanged moments ago; otherwise undefined. */
  again?: (c: AppContext) => Promise<string | undefined>;
};

/**
 * Handles a plain form without script: access, origin rule, body limit, schema and use case are those of the
 * contract's call. A success redirects; a refusal draws `page` again with the input, or redirects to `back` with the
 * reason.
 */
export const formPost = <const E extends FormContract, R, T>(contract: E, form: FormPost<E, R, T>): Route => ({
  method: "POST",
  path: form.path,
  handle: async (c) => {
    requireSameOrigin(c);
    if (c.req.query(cancelQuery) !== undefined) return showAgain(contract, form, c);
    // unreadable input is refused later, in `send`
    const canQuery = form.has_search || form.isQuery;
    const early = canQuery && (await readSent(contract, c).catch(() => undefined));
    const isQuerying = early && ((form.has_search && isSearch(early.fields)) || form.isQuery?.(early.fields));
    const found = isQuerying && form.page && (await form.page.drawAgain(c, queryFlash(early.fields)));
    // visitors are redirected to sign in below
    if (found && found.status === 200) return found;
    let isAdmitted = false;
    try {
      return await withProof(c, { read: () => readSent(contract, c), can_cancel: true }, async () => {
        isAdmitted = false;
        const { reading } = await requireFormAccess(c, contract, form);
        isAdmitted = true;
        return submit(contract, form, c, early, reading);
      });
    } catch (error) {
      const next = isAdmitted || isFreshSignInRequired(error) ? undefined : await nextAfter(c, error, form);
      if (next === undefined) throw error;
      return c.redirect(next, 303);
    }
  },
});

/** The form as it was filled in, for a user who does not prove that it is them. */
async function showAgain<E extends FormContract, R, T>(
  contract: E,
  form: FormPost<E, R, T>,
  c: AppContext,
): Promise<Response> {
  const { fields } = await readSent(contract, c);
  return form.page ? form.page.drawAgain(c, queryFlash(fields)) : c.redirect(backOf(form, undefined, c), 303);
}

const backOf = <E extends FormContract, R, T>({ back }: FormPost<E, R, T>, result: R | undefined, c: AppContext) =>
  typeof back === "string" ? back : back(result, c);

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

export const readSent = async (contract: FormContract, c: AppContext): Promise<SentForm> =>
  contract.file
    ? readMultipartOnce(c, contract.file)
    : { fields: await readForm(c, contract.body_bytes_max ?? bodyBytesDefault) };

const queryFlash = (typed: URLSearchParams): Flash => ({
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
  let typed = early?.fields ?? new URLSearchParams();
  try {
    const sent = early ?? (await readSent(contract, c));
    typed = sent.fields;
    await form.complete?.(typed, c);
    const input = readInput(contract, form, sent, c);
    requireFreshForForm(c, contract, form.change?.(input) ?? Object(input.body));
    // undefined only without `readFirst`, because readInput has refused invalid parameters
    const data = (await reading) as T;
    const result = await form.send(c.get("ctx"), input, c, data);
    const next = backOf(form, result, c);
    const done = form.done?.(result, typed);
    if (done !== undefined)
      leaveFlash(c, pathOf(next), { tone: "success", ...(typeof done === "string" ? { message: done } : done) });
    return c.redirect(next, 303);
  } catch (error) {
    const refused = refusalOf(error);
    if (!refused) throw error;
    const content = form.refusal?.(refused, typed) ?? { message: explain(refused.status, refused) };
    const flash = { tone: "danger", ...content } as const;
    if (form.page) return form.page.drawAgain(c, { ...flash, typed: toTyped(refused, typed, form.fields) });
    const next = backOf(form, undefined, c);
    leaveFlash(c, pathOf(next), flash);
    return c.redirect(next, 303);
  }
}

const pathOf = (address: string) => address.replace(/[?#].*$/, "");

/** Throws BadRequest. */
export function readInput<E extends FormContract>(
  contract: E,
  { fields: names = {}, defaults: usual = {} }: Pick<FormPost<E, never>, "fields" | "defaults">,
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
    if (parsed?.success === false)
      issues.push(...toIssues(parsed.error.issues).map((issue) => withFieldName(issue, fields)));
    return parsed?.data;
  };
  const read = { params: parse(contract.params) ?? {}, query: {}, body: parse(contract.body) };
  if (contract.file && !sent.file) issues.push(fileMissing(contract.file));
  const input = { ...read, ...(sent.file && { file: sent.file }) };
  if (issues.length > 0) throw new BadRequest(issues);
  return input as unknown as Sent<E>; // as: parsed by the schemas of `Sent`
}

/** Prefixes a default issue with its field: "Subject is required.", "Quantity must be at most 100." */
function withFieldName(issue: Issue, fields: ReadonlyMap<string, readonly string[]>): Issue {
  const rule = ruleIn(issue);
  if (rule === undefined && issue.message !== "Invalid uuid.") return issue;
  // an entry of a list has the list's name
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

/** The rule without the field's name; messages of a payload's fields begin with the nested name. */
function ruleIn({ path, message }: Issue): string | undefined {
  for (let from = 0; from <= path.length; from++) {
    const name = `${fieldName(path.slice(from))} `;
    if (message.startsWith(`${name}must `) || message.startsWith(`${name}is required: `))
      return message.slice(name.length);
  }
  return undefined;
}

export type Refused = { status: number; errcode?: Errcode; message: string; issues?: Issue[]; subject_id?: string };

/** Undefined for errors with a page of their own. */
export function refusalOf(error: unknown): Refused | undefined {
  if (error instanceof Failure && (error.status === 404 || error.status === 422)) {
    const { status, errcode, message, subject_id } = error;
    return { status, errcode, message, ...(subject_id !== undefined && { subject_id }) };
  }
  if (error instanceof BadRequest)
    return { status: 400, message: error.issues[0]?.message ?? error.message, issues: error.issues };
  return undefined;
}

/** Input without secrets, and errors by the form's field names. */
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

import { explain } from "../contract/messages.ts";
import type { Errcode } from "../contract/errcodes.ts";
import { BadRequest, Failure, type Issue } from "../contract/errors.ts";
import { parseInput } from "../contract/issue-messages.ts";
import { isSearch } from "../contract/forms/finding.ts";
import { hrefOf, pages } from "../contract/pages.ts";
import { adminClient, storefrontClient } from "../contract/paths.ts";
import { isConsoleAccess } from "../contract/people/permissions.ts";
import type { Ctx, ReadCtx } from "../domain/context.ts";
import { requireAccess, requireFreshForForm } from "./access.ts";
import type { AppContext, Route, SentForm } from "./app-env.ts";
import { bodyBytesDefault, readForm } from "./body.ts";
import { type Flash, writeFlash, type TypedInput } from "./flash.ts";
import { isFreshSignInRequired, withProof } from "./fresh-sign-in.ts";
import { toFields } from "./form-fields.ts";
import { type FormContract, type InputNames, readInput, readSentForm, type FormInput } from "./form-input.ts";
import { requireSameOrigin } from "./origin.ts";
import type { PageRoute } from "./page-spec.ts";
import { cancelQuery } from "./proof-fields.ts";
import { endExpiredImpersonation } from "./session.ts";

type FlashContent = Pick<Flash, "message" | "link" | "form"> & Partial<Pick<Flash, "tone">>;

export type FormPost<E extends FormContract, R, T = undefined> = InputNames & {
  path: string;
  /** Batched with the session lookup; a failure is handled like one of `send`. */
  readFirst?: (ctx: ReadCtx, params: FormInput<E>["params"]) => Promise<T>;
  send: (ctx: Ctx, input: FormInput<E>, c: AppContext, data: T) => Promise<R>;
  /**
   * Fields that the check of a fresh sign-in compares in place of the body's, for forms in which an empty field, which
   * the body omits, clears a value.
   */
  change?: (input: FormInput<E>) => object;
  /** Adds, changes or removes fields before they are parsed. */
  complete?: (typed: URLSearchParams, c: AppContext) => Promise<void>;
  /** Drawn again with the input and its errors when the form is refused. */
  page?: PageRoute;
  /** Whether the page has a `FindField`, whose searches are answered without calling `send`. */
  has_search?: true | undefined;
  /** Whether the form only queries: `page` is drawn with the answer, and `send` is not called. */
  isQuery?: (typed: URLSearchParams) => boolean;
  /** Path of the next page; also after a refusal, if there is no `page`. */
  back: string | ((result: R | undefined, c: AppContext) => string);
  /** Message on the next page. */
  done?: (result: R, typed: URLSearchParams) => string | FlashContent | undefined;
  /** Replaces the default message of a refusal. */
  refusal?: (refused: Refusal, typed: URLSearchParams) => FlashContent;
  /** Sign-in path for visitors; it may restore the input. */
  sign_in?: string | ((typed: URLSearchParams) => string);
  /** Path for users without permission, instead of the forbidden page. */
  otherwise?: string;
  /**
   * Redirect target of a refused post whose session token was replaced or has expired, such as the second post of a
   * double click; undefined if the token has no successor.
   */
  again?: (c: AppContext) => Promise<string | undefined>;
};

/**
 * Handles a plain form, which works without script, under the access, body limit and schemas of the contract's call. A
 * success redirects; a refusal draws `page` again with the input, or redirects to `back` with the reason.
 */
export const formPost = <const E extends FormContract, R, T>(contract: E, form: FormPost<E, R, T>): Route => ({
  method: "POST",
  path: form.path,
  handle: async (c) => {
    requireSameOrigin(c);
    if (c.req.query(cancelQuery) !== undefined) return rerenderForm(contract, form, c);
    // unreadable input is refused later, in `submit`
    const canQuery = form.has_search || form.isQuery;
    const earlyForm = canQuery && (await readSentForm(contract, c).catch(() => undefined));
    const isQuerying =
      earlyForm && ((form.has_search && isSearch(earlyForm.fields)) || form.isQuery?.(earlyForm.fields));
    const found = isQuerying && form.page && (await form.page.drawAgain(c, queryFlash(earlyForm.fields)));
    // visitors are redirected to sign in below
    if (found && found.status === 200) return found;
    let isAdmitted = false;
    try {
      return await withProof(c, { read: () => readSentForm(contract, c), can_cancel: true }, async () => {
        isAdmitted = false;
        const { reading } = await requireFormAccess(c, contract, form);
        isAdmitted = true;
        return submit(contract, form, c, earlyForm, reading);
      });
    } catch (error) {
      if (isAdmitted || isFreshSignInRequired(error)) throw error;
      const next = await findNextPath(contract, form, c, error);
      if (next === undefined) throw error;
      return c.redirect(next, 303);
    }
  },
});

async function rerenderForm<E extends FormContract, R, T>(
  contract: E,
  form: FormPost<E, R, T>,
  c: AppContext,
): Promise<Response> {
  const { fields } = await readSentForm(contract, c);
  return form.page ? form.page.drawAgain(c, queryFlash(fields)) : c.redirect(backPath(form, undefined, c), 303);
}

const backPath = <E extends FormContract, R, T>({ back }: FormPost<E, R, T>, result: R | undefined, c: AppContext) =>
  typeof back === "string" ? back : back(result, c);

async function requireFormAccess<E extends FormContract, T>(
  c: AppContext,
  contract: E,
  { readFirst }: Pick<FormPost<E, never, T>, "readFirst">,
): Promise<{ reading: Promise<T | undefined> }> {
  const params = contract.params && parseInput(contract.params, c.req.param());
  if (!readFirst || params?.success === false) return requireAccess(c, contract);
  // as: the params are parsed by the schema of `FormInput`
  return requireAccess(c, contract, (ctx) => readFirst(ctx, params?.data as FormInput<E>["params"]));
}

const queryFlash = (typed: URLSearchParams): Flash => ({
  tone: "success",
  message: "",
  typed: { values: toValues(typed), errors: {} },
});

type RedirectOptions = Pick<FormPost<FormContract, never>, "sign_in" | "otherwise" | "again">;

/** Undefined if app.tsx shows the error, or the form's input until the user has signed in again. */
async function findNextPath(
  contract: FormContract,
  { sign_in, otherwise, again }: RedirectOptions,
  c: AppContext,
  error: unknown,
): Promise<string | undefined> {
  const status = error instanceof Failure ? error.status : undefined;
  if (status !== 401 && status !== 403) return undefined;
  const repeated = await again?.(c);
  if (repeated !== undefined || status === 403) return repeated ?? otherwise;
  if (await endExpiredImpersonation(c)) return pages.admin;
  if (typeof sign_in === "string") return sign_in;
  if (sign_in) return sign_in(await readForm(c, bodyBytesDefault).catch(() => new URLSearchParams()));
  const fields = again ? [] : await readUnsentFields(contract, c);
  if (fields.length === 0) return signInHrefFor(contract);
  c.set("unsent_form", { fields, sign_in_href: signInHrefFor(contract) });
  return undefined;
}

/** Empty without an ended session, and if the form has a file, a secret, or a proof, which was wrong. */
async function readUnsentFields(contract: FormContract, c: AppContext): Promise<[name: string, value: string][]> {
  if (contract.file || c.get("ended_token") === undefined) return [];
  const { fields } = await readSentForm(contract, c).catch(() => ({ fields: new URLSearchParams() }));
  const hasSecret = c.get("sent_form")?.proof !== undefined || [...fields.keys()].some(isSecret);
  return hasSecret ? [] : [...fields];
}

const signInHrefFor = ({ access }: FormContract): string =>
  isConsoleAccess(access)
    ? hrefOf(pages.signIn, { client_id: adminClient }, { redirect_uri: pages.admin })
    : hrefOf(pages.signIn, { client_id: storefrontClient });

async function submit<E extends FormContract, R, T>(
  contract: E,
  form: FormPost<E, R, T>,
  c: AppContext,
  early: SentForm | undefined,
  reading: Promise<T | undefined>,
): Promise<Response> {
  let typed = early?.fields ?? new URLSearchParams();
  try {
    const sent = early ?? (await readSentForm(contract, c));
    typed = sent.fields;
    await form.complete?.(typed, c);
    const input = readInput(contract, form, sent, c);
    requireFreshForForm(c, contract, form.change?.(input) ?? Object(input.body));
    // undefined only without `readFirst`, because readInput has refused invalid parameters
    const data = (await reading) as T;
    const result = await form.send(c.get("ctx"), input, c, data);
    const next = backPath(form, result, c);
    const done = form.done?.(result, typed);
    if (done !== undefined)
      writeFlash(c, withoutQuery(next), { tone: "success", ...(typeof done === "string" ? { message: done } : done) });
    return c.redirect(next, 303);
  } catch (error) {
    const refused = toRefusal(error);
    if (!refused) throw error;
    const content = form.refusal?.(refused, typed) ?? { message: explain(refused.status, refused) };
    const flash = { tone: "danger", ...content } as const;
    if (form.page) return form.page.drawAgain(c, { ...flash, typed: toTyped(refused, typed, form.fields) });
    const next = backPath(form, undefined, c);
    writeFlash(c, withoutQuery(next), flash);
    return c.redirect(next, 303);
  }
}

const withoutQuery = (address: string) => address.replace(/[?#].*$/, "");

export type Refusal = { status: number; errcode?: Errcode; message: string; issues?: Issue[]; subject_id?: string };

/** Undefined for errors with a page of their own. */
export function toRefusal(error: unknown): Refusal | undefined {
  if (error instanceof Failure && (error.status === 404 || error.status === 422)) {
    const { status, errcode, message, subject_id } = error;
    return { status, errcode, message, ...(subject_id !== undefined && { subject_id }) };
  }
  if (error instanceof BadRequest)
    return { status: 400, message: error.summary ?? error.issues[0]?.message ?? error.message, issues: error.issues };
  return undefined;
}

/** Input without secrets, and errors by the form's field names. */
function toTyped(refused: Refusal, typed: URLSearchParams, names: Record<string, string> = {}): TypedInput {
  const { subject_id, issues = [] } = refused;
  const toFieldName = ([first = "", ...rest]: Issue["path"]) => [names[first] ?? first, ...rest].join(".");
  return {
    values: toValues(typed),
    errors: Object.fromEntries(
      issues.filter(isFirstOfItsField).map(({ path, message }) => [toFieldName(path), message]),
    ),
    refused: subject_id === undefined ? undefined : { id: subject_id, message: explain(refused.status, refused) },
  };
}

const toValues = (typed: URLSearchParams): TypedInput["values"] =>
  Object.fromEntries([...toFields(typed)].filter(([name]) => !isSecret(name)));

const isFirstOfItsField = ({ path }: Issue, index: number, all: Issue[]): boolean =>
  all.findIndex((each) => each.path.join() === path.join()) === index;

const isSecret = (name: string): boolean => /password|token|secret|^code$/i.test(name);

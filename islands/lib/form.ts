import {
  type FocusEvent,
  type FormEvent,
  type KeyboardEvent,
  type SyntheticEvent,
  useEffect,
  useRef,
  useState,
} from "react";
import { alertMs } from "../../worker/contract/paths.ts";
import { findBrokenRule, type Rule } from "../../worker/contract/rules.ts";
import type { FailedOutcome, Outcome } from "./api.ts";

export type Messages = Record<string, string | undefined>;

/** A field other than trimmed text; `check` returns errors by control name. */
export type FieldKind<T> = {
  read: (data: FormData, name: string) => T;
  check: (data: FormData, name: string) => Messages;
};
type Fields = Record<string, readonly Rule[] | FieldKind<unknown>>;
type ValueOf<F> = F extends FieldKind<infer T> ? T : string;
type Values<F extends Fields> = { [N in keyof F]: ValueOf<F[N]> };

export type FormSpec<F extends Fields> = {
  fields: F;
  /** A mismatch is shown at the second field. */
  match?: readonly [keyof F & string, keyof F & string];
  /** Problems outside text fields, by the field that shows them. */
  also?: Messages;
  /** Resolves to undefined if the page is being left, so that the form stays busy. */
  send: (values: Values<F>) => Promise<Outcome<unknown> | undefined>;
};

const fieldName = ({ target }: SyntheticEvent): string =>
  target instanceof HTMLElement && "name" in target ? `${target.name}` : "";
/**
 * Key code of every key that an input method takes, such as the Enter that confirms Japanese text. Safari ends the
 * composition before that keydown, so `isComposing` is false (https://bugs.webkit.org/show_bug.cgi?id=165004).
 */
const inputMethodKeyCode = 229;
// browsers do not submit by a disabled button, so missing fields would never be shown
const isSubmitKey = (event: KeyboardEvent): boolean =>
  event.key === "Enter" &&
  event.keyCode !== inputMethodKeyCode &&
  // Enter starts a line in a textarea, and opens a select's list
  event.target instanceof HTMLInputElement &&
  fieldName(event) !== "";
const hasAny = (messages: Messages): boolean => Object.values(messages).some(Boolean);

export const textOf = (data: FormData, name: string): string => `${data.get(name) ?? ""}`.trim();
const isFieldKind = (field: Fields[string]): field is FieldKind<unknown> => "read" in field;
const readFormData = (form: HTMLFormElement | null): FormData => new FormData(form ?? undefined);

export function readFields<F extends Fields>(fields: F, data: FormData, prefix = ""): Values<F> {
  const entries = Object.entries<Fields[string]>(fields).map(([name, field]) => [
    name,
    isFieldKind(field) ? field.read(data, prefix + name) : textOf(data, prefix + name),
  ]);
  return Object.fromEntries(entries) as Values<F>;
}

export function checkFields(fields: Fields, data: FormData, prefix = ""): Messages {
  const messages: Messages = {};
  for (const [key, field] of Object.entries(fields)) {
    const name = prefix + key;
    if (isFieldKind(field)) Object.assign(messages, field.check(data, name));
    else messages[name] = findBrokenRule(field, textOf(data, name));
  }
  return messages;
}

function validateForm<F extends Fields>({ fields, match }: FormSpec<F>, data: FormData): Messages {
  const messages = checkFields(fields, data);
  if (match?.every((name) => textOf(data, name)) && textOf(data, match[0]) !== textOf(data, match[1])) {
    messages[match[1]] = "Passwords don't match";
  }
  return messages;
}

function findFieldName(form: HTMLFormElement | null, path: (string | number)[]): string {
  const names = [path.join("."), ...path.toReversed().map(String)];
  return names.find((name) => form?.elements.namedItem(name)) ?? names[1] ?? "";
}

function focusFirst(form: HTMLFormElement | null, messages: Messages): void {
  const name = Object.keys(messages).find((key) => messages[key]);
  const control = name && form?.elements.namedItem(name);
  const field = control instanceof RadioNodeList ? control[0] : control;
  if (field instanceof HTMLElement) field.focus();
}

/**
 * Failures with 401 and 403 disappear after 4 s, those with 422 are below the form, and all others are a notice until
 * the next change (O-063, O-074).
 */
function useFailure() {
  const [failure, setFailure] = useState<FailedOutcome>();
  const isTemporary = failure?.status === 401 || failure?.status === 403;
  useEffect(() => {
    if (!isTemporary) return;
    const timer = setTimeout(() => setFailure(undefined), alertMs);
    return () => clearTimeout(timer);
  }, [failure, isTemporary]);
  const isBelow = failure?.status === 422;
  return {
    notice: isBelow ? undefined : failure?.message,
    refusal: isBelow ? failure?.message : undefined,
    tell: setFailure,
    onChange: () => isTemporary || setFailure(undefined),
  };
}

function useEntries<F extends Fields>(spec: FormSpec<F>) {
  const ref = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<Messages>({});
  const [complete, setComplete] = useState(false);
  const values = () => readFields(spec.fields, readFormData(ref.current));
  const problems = () => validateForm(spec, readFormData(ref.current));
  const check = () => setComplete(!hasAny(problems()));
  const show = (messages: Messages) => setErrors((shown) => ({ ...shown, ...messages }));
  // the browser may have filled the fields before the script ran
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- once; later every input event checks
  useEffect(check, []);
  return { ref, errors, complete, values, problems, check, show };
}

/**
 * Errors appear on blur and clear on change, Enter on an invalid form shows all errors, and one request runs at a
 * time. Spread `on` on the form element.
 */
export function useForm<const F extends Fields>(spec: FormSpec<F>) {
  const { fields, match, also = {} } = spec;
  const { ref, errors, complete, values, problems, check, show } = useEntries(spec);
  const failure = useFailure();
  const isSending = useRef(false);
  const [busy, setBusy] = useState(false);

  const submit = async () => {
    if (isSending.current) return;
    const messages = { ...problems(), ...also };
    show(messages);
    if (hasAny(messages)) return focusFirst(ref.current, messages);
    isSending.current = true;
    setBusy(true);
    failure.tell(undefined);
    const outcome = await spec.send(values());
    if (!outcome) return;
    isSending.current = false;
    setBusy(false);
    if (outcome.ok) return;
    failure.tell(outcome);
    show(
      Object.fromEntries(
        (outcome.issues ?? []).map(({ path, message }) => [findFieldName(ref.current, path), message]),
      ),
    );
  };

  useEffect(() => {
    // early.ts recorded an Enter before hydration
    if (ref.current?.dataset["entered"] !== undefined) void submit();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once; later every Enter comes here
  }, []);
  const on = {
    ref,
    noValidate: true,
    onInput(event: FormEvent) {
      const name = fieldName(event);
      // adding and removing rows renames the fields of later rows
      const nestedNames = Object.keys(errors).filter((key) => key.startsWith(`${name}.`));
      show({
        ...Object.fromEntries([name, ...nestedNames].map((key) => [key, undefined])),
        ...(match?.some((each) => each === name) && { [match[1]]: undefined }),
      });
      check();
      failure.onChange();
    },
    onBlur(event: FocusEvent) {
      const name = fieldName(event);
      const messages = problems();
      if (name in fields || messages[name]) show({ [name]: messages[name] });
      // a mismatch concerns both fields
      if (match?.[0] === name && textOf(readFormData(ref.current), match[1])) show({ [match[1]]: messages[match[1]] });
    },
    onKeyDown: (event: KeyboardEvent) => isSubmitKey(event) && submitBy(event),
    onSubmit: (event: FormEvent) => submitBy(event),
  };
  const submitBy = (event: SyntheticEvent) => {
    event.preventDefault();
    void submit();
  };
  return { ...failure, on, errors, busy, submit, ready: complete && !hasAny(also) };
}

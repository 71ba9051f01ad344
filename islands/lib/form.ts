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
import { firstBroken, type Rule } from "../../worker/contract/rules.ts";
import type { Failed, Outcome } from "./api.ts";

type Values<N extends string> = Record<N, string>;
export type Messages = Record<string, string | undefined>;

export type FormSpec<N extends string> = {
  fields: Record<N, readonly Rule[]>;
  /** A password and its repetition: the second field tells when they differ. */
  match?: readonly [N, N];
  /** Why the form cannot be sent for reasons outside its text fields, by the name of the field that tells. */
  also?: Messages;
  /** Answers the outcome; undefined when the page is being left, so that the form stays busy. */
  send: (values: Values<N>) => Promise<Outcome<unknown> | undefined>;
};

// of an input, a select or a textarea
const nameOf = ({ target }: SyntheticEvent): string =>
  target instanceof HTMLElement && "name" in target ? `${target.name}` : "";
// browsers do not submit while the button is disabled, and then nobody would learn what is missing
const isSubmitKey = (event: KeyboardEvent): boolean =>
  event.key === "Enter" &&
  !event.nativeEvent.isComposing &&
  // an Enter in a textarea begins a line, in a select it opens the list
  event.target instanceof HTMLInputElement &&
  nameOf(event) !== "";
const hasAny = (messages: Messages): boolean => Object.values(messages).some(Boolean);

function read<N extends string>(form: HTMLFormElement | null, fields: Record<N, unknown>): Values<N> {
  const data = new FormData(form ?? undefined);
  // the keys are those of `fields`
  return Object.fromEntries(Object.keys(fields).map((name) => [name, `${data.get(name) ?? ""}`.trim()])) as Values<N>;
}

function problemsOf<N extends string>({ fields, match }: FormSpec<N>, values: Values<N>): Messages {
  const found: Messages = {};
  for (const name in fields) found[name] = firstBroken(fields[name], values[name]);
  if (match?.every((name) => values[name]) && values[match[0]] !== values[match[1]]) {
    found[match[1]] = "Passwords don't match";
  }
  return found;
}

function focusFirst(form: HTMLFormElement | null, messages: Messages): void {
  const name = Object.keys(messages).find((key) => messages[key]);
  const field = name && form?.elements.namedItem(name);
  if (field instanceof HTMLElement) field.focus();
}

/** 401 and 403 pass after 4 s, 422 stands under the form, all else is a notice until the next change (O-063, O-074). */
function useFailure() {
  const [failure, setFailure] = useState<Failed>();
  const isPassing = failure?.status === 401 || failure?.status === 403;
  useEffect(() => {
    if (!isPassing) return;
    const timer = setTimeout(() => setFailure(undefined), alertMs);
    return () => clearTimeout(timer);
  }, [failure, isPassing]);
  const isBelow = failure?.status === 422;
  return {
    notice: isBelow ? undefined : failure?.message,
    refusal: isBelow ? failure?.message : undefined,
    setFailure,
    onChange: () => isPassing || setFailure(undefined),
  };
}

/** What is typed, and what is wrong with it. */
function useEntries<N extends string>(spec: FormSpec<N>) {
  const ref = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<Messages>({});
  const [complete, setComplete] = useState(false);
  const values = () => read(ref.current, spec.fields);
  const problems = () => problemsOf(spec, values());
  const check = () => setComplete(!hasAny(problems()));
  const show = (messages: Messages) => setErrors((shown) => ({ ...shown, ...messages }));
  // the browser may have filled the fields before the script came
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- once; later every input event checks
  useEffect(check, []);
  return { ref, errors, complete, values, problems, check, show };
}

/**
 * The behaviour of every form: errors on blur, cleared on change; Enter on an invalid form tells every error;
 * one request at a time; values stay in the fields whatever happens. Spread `on` on the form element.
 */
export function useForm<N extends string>(spec: FormSpec<N>) {
  const { fields, match, also = {} } = spec;
  const { ref, errors, complete, values, problems, check, show } = useEntries(spec);
  const { notice, refusal, setFailure, onChange } = useFailure();
  const sending = useRef(false);
  const [busy, setBusy] = useState(false);

  const submit = async () => {
    if (sending.current) return;
    const found = { ...problems(), ...also };
    show(found);
    if (hasAny(found)) return focusFirst(ref.current, found);
    sending.current = true;
    setBusy(true);
    setFailure(undefined);
    const outcome = await spec.send(values());
    if (!outcome) return;
    sending.current = false;
    setBusy(false);
    if (outcome.ok) return;
    setFailure(outcome);
    show(Object.fromEntries((outcome.issues ?? []).map((issue) => [issue.path.at(-1), issue.message])));
  };

  useEffect(() => {
    // early.ts kept an Enter for us
    if (ref.current?.dataset["entered"] !== undefined) void submit();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once; later every Enter comes here
  }, []);
  const on = {
    ref,
    noValidate: true,
    onInput(event: FormEvent) {
      const name = nameOf(event);
      show({ [name]: undefined, ...(match?.some((each) => each === name) && { [match[1]]: undefined }) });
      check();
      onChange();
    },
    onBlur(event: FocusEvent) {
      const name = nameOf(event);
      const found = problems();
      if (name in fields) show({ [name]: found[name] });
      // a difference concerns both fields, so leaving either one tells it
      if (match?.[0] === name && values()[match[1]]) show({ [match[1]]: found[match[1]] });
    },
    onKeyDown: (event: KeyboardEvent) => isSubmitKey(event) && submitBy(event),
    onSubmit: (event: FormEvent) => submitBy(event),
  };
  const submitBy = (event: SyntheticEvent) => {
    event.preventDefault();
    void submit();
  };
  return { on, errors, notice, refusal, busy, ready: complete && !hasAny(also) };
}

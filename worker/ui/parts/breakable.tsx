import { Fragment, type ReactNode } from "react";

/**
 * Words of at least this many characters get break points: event names (`customer.subscription.created`), ids, email
 * addresses.
 */
const longMin = 10;
const longWordPattern = /^[A-Za-z0-9._@+-]+$/;
const seamPattern = /(?<=[a-z0-9][._])(?=[a-z0-9])|(?<=[a-z])(?=[A-Z])|(?=@)/;

/** Long words wrap only between their parts. */
export function Breakable({ text }: { text: string }) {
  if (text.length < longMin) return text;
  const brokenWords = text
    .split(" ")
    .map((word) => (word.length >= longMin && longWordPattern.test(word) ? word.split(seamPattern) : [word]));
  if (brokenWords.every(({ length }) => length === 1)) return text;
  return brokenWords.map((parts, wordIndex) => (
    <Fragment key={wordIndex}>
      {wordIndex > 0 && " "}
      {parts.map((part, place) => (
        <Fragment key={place}>
          {place > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </Fragment>
  ));
}

export const withBreaks = (content: ReactNode): ReactNode =>
  typeof content === "string" ? <Breakable text={content} /> : content;

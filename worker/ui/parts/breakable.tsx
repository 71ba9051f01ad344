import { Fragment, type ReactNode } from "react";

/**
 * A word that may be longer than its line, as the name of an event, `customer.subscription.created` or
 * `startImpersonation`, an id, `ch_of_nobody`, and an e-mail address.
 */
const longMin = 10;
const longWord = /^[A-Za-z0-9._@+-]+$/;
const seam = /(?<=[a-z0-9][._])(?=[a-z0-9])|(?<=[a-z])(?=[A-Z])|(?=@)/;

/** A text whose long words break between their parts and never inside of one, where a line has no room for them. */
export function Breakable({ text }: { text: string }) {
  if (text.length < longMin) return text;
  const words = text
    .split(" ")
    .map((word) => (word.length >= longMin && longWord.test(word) ? word.split(seam) : [word]));
  if (words.every(({ length }) => length === 1)) return text;
  return words.map((parts, word) => (
    <Fragment key={word}>
      {word > 0 && " "}
      {parts.map((part, place) => (
        <Fragment key={place}>
          {place > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </Fragment>
  ));
}

/** What a part of a page says, breakable where it is a text alone. */
export const breakable = (content: ReactNode): ReactNode =>
  typeof content === "string" ? <Breakable text={content} /> : content;

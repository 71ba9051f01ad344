import { Fragment, type ReactNode } from "react";

/** Words that get break points: event names (`customer.subscription.created`), ids, email addresses. */
const longMin = 10;
const longWord = /^[A-Za-z0-9._@+-]+$/;
const seam = /(?<=[a-z0-9][._])(?=[a-z0-9])|(?<=[a-z])(?=[A-Z])|(?=@)/;

/** Long words wrap only between their parts. */
export function Breakable({ text }: { text: string }) {
  if (text.length < longMin) return text;
  const labels = text
    .split(" ")
    .map((word) => (word.length >= longMin && longWord.test(word) ? word.split(seam) : [word]));
  if (labels.every(({ length }) => length === 1)) return text;
  return labels.map((parts, word) => (
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

/** Returns other content unchanged. */
export const breakable = (content: ReactNode): ReactNode =>
  typeof content === "string" ? <Breakable text={content} /> : content;

import type { ReactNode } from "react";
import { ExampleScript } from "../../worker/ui/island.tsx";
import { CopyButton } from "../../worker/ui/parts/script-buttons.tsx";
import type { Language } from "./requests.ts";

export function Sample({ title, code, language }: { title: string; code: ReactNode; language?: Language }) {
  return (
    <figure className="sample" data-language={language}>
      <ExampleScript />
      <figcaption>
        <span>{title}</span>
        <CopyButton what={title} />
      </figcaption>
      <pre tabIndex={0}>
        <code>{code}</code>
      </pre>
    </figure>
  );
}

const jsonToken = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(?:true|false|null|-?\d+(?:\.\d+)?)\b/g;

export function JsonSample({ title, value }: { title: string; value: unknown }) {
  const text = JSON.stringify(value, null, 2);
  const parts: (string | { kind: "text" | "value"; text: string })[] = [];
  let offset = 0;
  for (const match of text.matchAll(jsonToken)) {
    const [whole, string, colon] = match;
    if (string !== undefined && colon !== undefined) continue;
    parts.push(text.slice(offset, match.index), { kind: string === undefined ? "value" : "text", text: whole });
    offset = match.index + whole.length;
  }
  parts.push(text.slice(offset));
  return (
    <Sample
      title={title}
      code={parts.map((part, i) => (typeof part === "string" ? part : <Mark key={i} {...part} />))}
    />
  );
}

const Mark = ({ kind, text }: { kind: "text" | "value"; text: string }) =>
  kind === "text" ? <i>{text}</i> : <b>{text}</b>;

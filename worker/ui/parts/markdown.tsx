import type { ReactNode } from "react";

type MarkdownProps = {
  /** Written by `worker/mail/markdown/print-markdown.ts`. */
  text: string;
  /** URLs of this origin become paths. */
  origin: string;
};

/**
 * Renders elements instead of HTML, so that no text becomes a tag. Unsupported syntax stays text, as do links other
 * than https, mailto or ours (T5).
 */
export function Markdown({ text, origin }: MarkdownProps) {
  return (
    <div className="prose">
      {text
        .split(/\n{2,}/)
        .filter(Boolean)
        .map((block, at) =>
          block.startsWith("- ") ? (
            <ul key={at}>
              {block.split("\n").map((line, number) => (
                <li key={number}>{renderInline(line.replace(/^- /, ""), origin)}</li>
              ))}
            </ul>
          ) : (
            <p key={at}>{renderInline(block, origin)}</p>
          ),
        )}
    </div>
  );
}

/** Escaped character, strong text, or link, whose URL may be in angle brackets. */
const tokenPattern =
  /\\([!-/:-@[-`{-~])|\*\*((?:\\[^]|[^\\*])+)\*\*|\[((?:\\[^]|[^\\\]])*)\]\((?:<([^<>\s]*)>|([^()<>\s]*))\)/g;

function renderInline(text: string, origin: string): ReactNode[] {
  const nodes: ReactNode[] = [];
  let end = 0;
  for (const match of text.matchAll(tokenPattern)) {
    const [whole, escaped, strong, label = "", bracketed, plain = ""] = match;
    nodes.push(text.slice(end, match.index));
    end = match.index + whole.length;
    if (escaped !== undefined) nodes.push(escaped);
    else if (strong !== undefined) nodes.push(<strong key={end}>{renderInline(strong, origin)}</strong>);
    else
      nodes.push(<Link key={end} href={toSafeHref(bracketed ?? plain, origin)} label={renderInline(label, origin)} />);
  }
  return [...nodes, text.slice(end)].filter((node) => node !== "");
}

const Link = ({ href, label }: { href: string | undefined; label: ReactNode }) =>
  href === undefined ? label : <a href={href}>{label}</a>;

/** Path of a page of this shop, or an https: or mailto: address; undefined for others, including relative ones. */
export function toSafeHref(href: string, origin: string): string | undefined {
  if (href.startsWith(`${origin}/`)) return href.slice(origin.length);
  return /^(https:\/\/|mailto:)/i.test(href) ? href : undefined;
}

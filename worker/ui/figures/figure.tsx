/** A large number; currency and cents are smaller, and are read as one with it. */
export function Figure({ children }: { children: string }) {
  const [, before = "", whole = children, after = ""] = /^(\D*)([\d,]+)(.*)$/.exec(children) ?? [];
  return (
    <b className="figure">
      {before && <i>{before}</i>}
      {whole}
      {after && <i>{after}</i>}
    </b>
  );
}

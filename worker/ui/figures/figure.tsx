/** Currency and cents are smaller; screen readers read all as one number. */
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

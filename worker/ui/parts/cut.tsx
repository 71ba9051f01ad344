/** Long text in one table line, truncated by CSS; the title has all of it. */
export const Cut = ({ text }: { text: string | null }) =>
  text === null ? null : (
    <span className="cut" title={text}>
      {text}
    </span>
  );

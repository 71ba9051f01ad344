/** A long text in one line of a table, cut where its place ends; the whole is its title. */
export const Cut = ({ text }: { text: string | null }) =>
  text === null ? null : (
    <span className="cut" title={text}>
      {text}
    </span>
  );

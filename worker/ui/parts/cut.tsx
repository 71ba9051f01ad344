export const TruncatedText = ({ text }: { text: string | null }) =>
  text === null ? null : (
    <span className="cut" title={text}>
      {text}
    </span>
  );

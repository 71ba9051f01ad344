import { Notice } from "../../../islands/ui/notice.tsx";

type ToldProps = {
  flash: {
    tone: "success" | "danger";
    message: string;
    link?: readonly [label: string, path: string] | undefined;
    form?: { label: string; path: string; fields: Record<string, string> } | undefined;
    typed?: { errors: Record<string, string> } | undefined;
  } | null;
};

export function FlashMessage({ flash }: ToldProps) {
  if (!flash?.message) return null;
  const { tone, message, link, form, typed } = flash;
  const errors = Object.entries(typed?.errors ?? {});
  if (errors.length > 1) {
    return (
      <Notice tone={tone}>
        <p>{errors.length} problems to fix:</p>
        <ul>
          {errors.map(([name, text]) => (
            <li key={name}>
              <a href={`#${name}`}>{text}</a>
            </li>
          ))}
        </ul>
      </Notice>
    );
  }
  return (
    <Notice tone={tone}>
      {message}
      {link && (
        <>
          {" "}
          <a href={link[1]}>{link[0]}</a>
        </>
      )}
      {form && (
        <form method="post" action={form.path}>
          {Object.entries(form.fields).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <button className="link-button">{form.label}</button>
        </form>
      )}
    </Notice>
  );
}

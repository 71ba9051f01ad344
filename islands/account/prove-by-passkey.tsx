import { FreshPasskey } from "../ui/fresh-passkey.tsx";

/** Passkey button of the page that asks for a fresh sign-in; after the proof it submits that page's form. */
export default function ProveByPasskey({ form }: { form: string }) {
  const goOn = () => {
    const question = document.getElementById(form);
    // the form carries the fields of a refused form, and a field named submit would hide the method
    if (question instanceof HTMLFormElement) HTMLFormElement.prototype.submit.call(question);
  };
  return <FreshPasskey onProved={goOn} />;
}

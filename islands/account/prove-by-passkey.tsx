import { FreshPasskeyButton } from "../ui/fresh-passkey.tsx";

/** Passkey button of the page that asks for a fresh sign-in; after the proof it submits that page's form. */
export default function ProveByPasskey({ form }: { form: string }) {
  const submitForm = () => {
    const formElement = document.getElementById(form);
    // the form carries the fields of a refused form, and a field named submit would hide the method
    if (formElement instanceof HTMLFormElement) HTMLFormElement.prototype.submit.call(formElement);
  };
  return <FreshPasskeyButton onProved={submitForm} />;
}

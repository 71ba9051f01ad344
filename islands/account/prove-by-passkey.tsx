import { FreshPasskeyButton } from "../ui/fresh-passkey.tsx";

/** After the proof, submits the form of the page that asks for a fresh sign-in. */
export default function ProveByPasskey({ form }: { form: string }) {
  const submitForm = () => {
    const formElement = document.getElementById(form);
    // the form carries the fields of a refused form, and a field named submit would hide the method
    if (formElement instanceof HTMLFormElement) HTMLFormElement.prototype.submit.call(formElement);
  };
  return <FreshPasskeyButton onProved={submitForm} />;
}

import { FreshPasskey } from "../ui/fresh-passkey.tsx";

/** The passkey's button of the page that asks for a fresh sign-in; then it submits that page's form. */
export default function ProveByPasskey({ form }: { form: string }) {
  const goOn = () => {
    const question = document.getElementById(form);
    // a carried field can be called submit
    if (question instanceof HTMLFormElement) HTMLFormElement.prototype.submit.call(question);
  };
  return <FreshPasskey onProved={goOn} />;
}

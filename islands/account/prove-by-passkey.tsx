import { FreshPasskey } from "../ui/fresh-passkey.tsx";

/** In the question for a fresh sign-in, whose form goes on with what was typed. */
export default function ProveByPasskey({ form }: { form: string }) {
  const goOn = () => {
    const question = document.getElementById(form);
    // a carried field can be called submit
    if (question instanceof HTMLFormElement) HTMLFormElement.prototype.submit.call(question);
  };
  return <FreshPasskey onProved={goOn} />;
}

import { refreshByPasskey } from "../lib/fresh-sign-in.ts";
import { PasskeyButton } from "./passkey-button.tsx";

/** Refreshes the sign-in by passkey, then goes on. */
export const FreshPasskey = ({ onProved }: { onProved: () => void }) => (
  <PasskeyButton
    prove={async () => {
      const problem = await refreshByPasskey();
      if (problem === undefined) onProved();
      return problem;
    }}
  />
);

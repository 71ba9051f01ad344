import { refreshByPasskey } from "../lib/fresh-sign-in.ts";
import { PasskeyButton } from "./passkey-button.tsx";

export const FreshPasskeyButton = ({ onProved }: { onProved: () => void }) => (
  <PasskeyButton
    prove={async () => {
      const problem = await refreshByPasskey();
      if (problem === undefined) onProved();
      return problem;
    }}
  />
);

import { darkStates } from "./states.ts";
import { testStates } from "./states/test-states.ts";

// A file of its own, so that the two halves of a run take as long as each other.
testStates(darkStates);

import { states } from "./states.ts";
import { testStates } from "./states/test-states.ts";

testStates(states);

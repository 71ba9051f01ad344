import { darkStates } from "./states.ts";
import { testStates } from "./states/test-states.ts";

// A separate file, so that both shards take about the same time.
testStates(darkStates);

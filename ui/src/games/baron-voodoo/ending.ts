import type { Ending } from "../../game";
import Thing from "./EndThing.svelte";
export default { Thing } satisfies Ending;

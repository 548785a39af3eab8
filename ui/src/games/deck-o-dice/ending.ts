import type { Ending } from "../../game";
import Strip from "./EndStrip.svelte";
import Thing from "./EndThing.svelte";
export default { Strip, Thing } satisfies Ending;

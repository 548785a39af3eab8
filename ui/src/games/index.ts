// A game's board is the folder with its id; any other game is played on the generic board.
import type { GameUi } from "../game";

const boards = import.meta.glob<{ default: GameUi }>("./*/index.ts");

export async function loadGame(id: string): Promise<GameUi> {
  const load = boards[`./${id}/index.ts`] ?? boards["./generic/index.ts"]!;
  return (await load()).default;
}

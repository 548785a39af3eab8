// Load the board of a game: the folder with its id, or the generic board.
import type { GameUi } from "./game-ui";

const boards = import.meta.glob<{ default: GameUi }>("./*/index.ts");

export async function loadGame(id: string): Promise<GameUi> {
  const load = boards[`./${id}/index.ts`] ?? boards["./generic/index.ts"]!;
  return (await load()).default;
}

// Read the club for which this table was opened from the page.
import { ownAddress } from "../../shared/own-address";
export interface Club {
  address: string;
  name: string;
}
export function readClub(): Club | null {
  const { club, clubName } = document.getElementById("table")!.dataset;
  return club ? { address: ownAddress(`/clubs/${club}`), name: clubName ?? "" } : null;
}

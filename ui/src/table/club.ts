// The room of a club for whose evening this table was opened, as the page was told.
export interface Club {
  at: string;
  name: string;
}
export function clubOf(): Club | null {
  const { club, clubName } = document.getElementById("table")!.dataset;
  return club ? { at: `/clubs/${club}`, name: clubName ?? "" } : null;
}

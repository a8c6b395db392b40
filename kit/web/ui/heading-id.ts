/** The part of an address that leads to a heading: its words, in letters and digits that need no encoding, told from every other id of the page. */
export function headingId(heading: string): string {
  const words = heading
    .replaceAll(/<[^>]*>|&\w+;/g, '')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[a-z0-9]+/g)
  return ['h', ...(words ?? [])].join('-')
}

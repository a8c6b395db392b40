/** The header by which the answer to a write names the entities of which it changed something, comma-separated: what was read of them is out of date. */
export const touchedHeader = 'x-vigie-touched'

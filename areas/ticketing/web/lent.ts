import { loadWords } from '#kit/web/i18n/store.ts'

/** What pages of other areas are lent: the ticket of a row that is open, fetched with its words when it is first shown. */
export const ticket = async () =>
  (await Promise.all([import('./ticket-part.tsx'), ...(['ticketing', 'actions', 'runbooks'] as const).map((area) => loadWords(area))]))[0].TicketPart

import { lendParts } from '#kit/web/lent-part.ts'

// What opens in place of the cockpit is chosen on it, what a page shows is put in a dashboard, and what an action is elsewhere is read beside it: all of which they know nothing of.
lendParts(async () => ({ ...(await import('#areas/reporting/web/lent.ts')), ...(await import('#areas/ticketing/web/lent.ts')) }))

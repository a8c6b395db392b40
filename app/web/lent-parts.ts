import { lendParts } from '#kit/web/lent-part.ts'

// What opens in place of the cockpit is chosen on it, and what a page shows is put in a dashboard, of which both know nothing.
lendParts(() => import('#areas/reporting/web/lent.ts'))

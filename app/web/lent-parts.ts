import { loadWords } from '#kit/web/i18n/store.ts'
import { lendPart } from '#kit/web/lent-part.ts'

// What opens in place of the cockpit is chosen on it, among dashboards, of which it knows nothing.
lendPart('home-choices', async () => (await Promise.all([import('#areas/reporting/web/home-choices.tsx'), loadWords('reporting')]))[0].HomeChoices)
// What a page shows is put in a dashboard, of which it knows nothing.
lendPart('add-to-dashboard', async () => (await Promise.all([import('#areas/reporting/web/add-to-dashboard.tsx'), loadWords('reporting')]))[0].AddToDashboard)

import { loadWords } from '#kit/web/i18n/store.ts'
import { lazy } from '#kit/web/ui/lazy.tsx'

const words = () => loadWords('reporting')

/** What pages of other areas are lent, each fetched with its words when it is first shown. */
export const home = lazy(async () => ({ default: (await Promise.all([import('./home-choices.tsx'), words()]))[0].HomeChoices }))
export const add = lazy(async () => ({ default: (await Promise.all([import('./add-to-dashboard.tsx'), words()]))[0].AddToDashboard }))

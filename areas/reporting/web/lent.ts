import { loadWords } from '#kit/web/i18n/store.ts'

const words = () => loadWords('reporting')

/** What pages of other areas are lent, each fetched with its words when it is first shown. */
export const home = async () => (await Promise.all([import('./home-choices.tsx'), words()]))[0].HomeChoices
export const add = async () => (await Promise.all([import('./add-to-dashboard.tsx'), words()]))[0].AddToDashboard

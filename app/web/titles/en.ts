import { byArea } from './by-area.ts'

/** The menu names every page; it must not wait for all the other words of their areas. */
export const en = byArea(import.meta.glob('../../../areas/*/locales/en.ts', { query: '?titles', import: 'pages', eager: true }))

import { byArea } from './by-area.ts'

/** The menu names every page; it must not wait for all the other words of their areas. */
export const fr = byArea(import.meta.glob('../../../areas/*/locales/fr.ts', { query: '?titles', import: 'pages', eager: true }))

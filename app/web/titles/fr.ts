/** The menu names every page; it must not wait for all the other words of their areas. By file; the registry tells the areas. */
export const fr = import.meta.glob('../../../areas/*/locales/fr.ts', { query: '?titles', import: 'pages', eager: true })

/** The menu names every page; it must not wait for all the other words of their areas. By file; the registry tells the areas. */
export const en = import.meta.glob('../../../areas/*/locales/en.ts', { query: '?titles', import: 'pages', eager: true })

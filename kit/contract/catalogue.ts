/** The same keys with any text: what a second language must provide. */
export type Catalogue<T> = { readonly [K in keyof T]: T[K] extends string ? string : Catalogue<T[K]> }

/** Languages of the interface; the first is the fallback. */
export const languages = ['en', 'fr'] as const
export type Language = (typeof languages)[number]

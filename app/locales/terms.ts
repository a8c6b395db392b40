import { terms as en } from './terms-en.ts'
import { terms as fr } from './terms-fr.ts'

/** Words for the same thing, each group in both languages. */
export const sameTerms: readonly (readonly string[])[] = (Object.keys(en) as (keyof typeof en)[]).map((key) => [...en[key], ...fr[key]])

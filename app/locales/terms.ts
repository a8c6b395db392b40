import { terms as en } from './terms-en.ts'
import { terms as fr } from './terms-fr.ts'

/** One language's word after the other's: of many words for a thing only the first are searched, which so are of both. */
function inTurn(first: readonly string[], second: readonly string[]): string[] {
  return Array.from({ length: Math.max(first.length, second.length) }, (_, at) => [first[at], second[at]]).flatMap((pair) =>
    pair.filter((word) => word !== undefined),
  )
}

/** Words for the same thing, each group in both languages. */
export const sameTerms: readonly (readonly string[])[] = (Object.keys(en) as (keyof typeof en)[]).map((key) => inTurn(en[key], fr[key]))

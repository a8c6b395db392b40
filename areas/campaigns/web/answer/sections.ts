import type { ContentPart } from '#areas/campaigns/contract/answer-calls.ts'
import { textOf, type Lang } from './model.ts'
import type { Evaluation } from './use-evaluation.ts'

/** A part that holds items itself, with what of it is asked and shown. */
export interface Section {
  readonly part: ContentPart
  readonly items: readonly number[]
  readonly asked: number
  readonly answered: number
}

/** Parts in the order of the text, with those of their items that are asked now. */
export function sectionsOf({ model, asked, stands }: Evaluation): readonly Section[] {
  const own = Map.groupBy(asked, (item) => model.itemOf.get(item)?.part ?? '')
  const parts = new Map(model.parts.map((part) => [part.key, part]))
  return [...own].flatMap(([key, items]) => {
    const part = parts.get(key)
    const due = items.filter((item) => stands(item).due)
    return part ? [{ part, items, asked: due.length, answered: due.filter((item) => stands(item).complete).length }] : []
  })
}

/** What a part is called; requirements outside of any group stand under a word of ours. */
export const partName = (part: ContentPart, lang: Lang, loose: string) => textOf(part, 'name', lang) || loose

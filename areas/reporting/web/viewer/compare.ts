import type { Answer } from '#kit/contract/source.ts'
import type { Frozen, ToldBlock } from '#areas/reporting/contract/calls.ts'
import { blocksOf } from '#areas/reporting/contract/layout.ts'
import { betterAsShown } from '#areas/reporting/web/blocks/amount.ts'

export interface Difference {
  readonly better: number
  readonly worse: number
  readonly added: readonly string[]
  readonly removed: readonly string[]
  /** Blocks that are not the same as they were, new ones among them. */
  readonly changed: ReadonlySet<string>
}

/** The value by which a block is called better or worse: its figure, what its groups amount to, the last of its course. */
function headline(answer: Answer | null | undefined): { readonly value: number | null; readonly unit: string | null; readonly rises: boolean | null } {
  switch (answer?.kind) {
    case 'figure':
      return answer
    case 'groups':
      return { value: answer.total, unit: answer.unit, rises: answer.rises }
    case 'series':
      return { value: answer.points.at(-1)?.values[0] ?? null, unit: answer.unit, rises: answer.rises }
    case 'matrix':
      return { value: answer.above, unit: null, rises: false }
    case 'rows':
    case undefined:
      return { value: null, unit: null, rises: null }
  }
}

const byId = (blocks: readonly ToldBlock[]) => new Map(blocks.map((block) => [block.id, block]))
/** What is told, without the lists that it leads to: these move with the day. */
const said = (told: ToldBlock | undefined) => JSON.stringify(told?.answer ?? null, (key, value: unknown) => (key === 'opens' ? undefined : value))

/** What is better, worse, new or gone from one frozen version to another; nothing of it is worked out anew. */
export function differenceOf(now: Frozen, then: Frozen): Difference {
  const [told, before] = [byId(now.blocks), byId(then.blocks)]
  const [shown, shownBefore] = [blocksOf(now.layout), blocksOf(then.layout)]
  const known = new Map(shownBefore.map((block) => [block.id, block]))
  let [better, worse] = [0, 0]
  const changed = new Set<string>()
  for (const block of shown) {
    const was = known.get(block.id)
    if (!was || said(told.get(block.id)) !== said(before.get(block.id)) || JSON.stringify(block) !== JSON.stringify(was)) changed.add(block.id)
    if (!was) continue
    const [a, b] = [headline(told.get(block.id)?.answer), headline(before.get(block.id)?.answer)]
    const verdict = betterAsShown(a.value, b.value, a)
    if (verdict === true) better += 1
    if (verdict === false) worse += 1
  }
  const ids = new Set(shown.map(({ id }) => id))
  return {
    better,
    worse,
    added: shown.filter(({ id }) => !known.has(id)).map(({ id }) => id),
    removed: shownBefore.filter(({ id }) => !ids.has(id)).map(({ id }) => id),
    changed,
  }
}

import type { ModelOfMeasures } from '#areas/measures/contract/by-model.ts'
import type { Measure } from '#areas/measures/web/presentation.tsx'

/** A row of the tree: a model, or one of its measures where it is opened; `measure` is absent while they are fetched. */
export type TreeRow =
  | { readonly kind: 'model'; readonly key: string; readonly model: ModelOfMeasures; readonly open: boolean }
  | { readonly kind: 'measure'; readonly key: string; readonly model: ModelOfMeasures; readonly measure: Measure | undefined }

/** The rows on screen, in their order. */
export const treeRows = (
  models: readonly ModelOfMeasures[],
  opened: ReadonlySet<number>,
  measures: ReadonlyMap<number, readonly Measure[] | undefined>,
): TreeRow[] =>
  models.flatMap((model): TreeRow[] => {
    const open = opened.has(model.id)
    const head = { kind: 'model', key: `s${model.id}`, model, open } as const
    if (!open) return [head]
    const below = measures.get(model.id)
    return [head, ...(below ?? [undefined]).map((measure) => ({ kind: 'measure', key: measure ? `m${measure.id}` : `w${model.id}`, model, measure }) as const)]
  })

interface Gain {
  readonly solution: number
  readonly perimeter: number
  readonly gain: number
}

/** Points by model, over the measures that are still to be put in place, and by the perimeter of each. */
export function gainsByModel(
  models: readonly ModelOfMeasures[],
  gains: readonly Gain[],
): ReadonlyMap<number, { readonly total: number; readonly of: ReadonlyMap<number, number> }> {
  const bySolution = Map.groupBy(gains, ({ solution }) => solution)
  return new Map(
    models.map(({ id, open }) => {
      const wanted = new Set(open)
      const of = new Map((bySolution.get(id) ?? []).filter(({ perimeter }) => wanted.has(perimeter)).map(({ perimeter, gain }) => [perimeter, gain]))
      return [id, { total: [...of.values()].reduce((sum, gain) => sum + gain, 0), of }]
    }),
  )
}

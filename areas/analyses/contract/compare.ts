import { pairOf } from './lay-out.ts'

/** A retained scenario as it is compared between two studies. */
export interface Compared {
  readonly asset: number
  readonly threat: number
  readonly probability: number | null
  readonly impact: number | null
  readonly level: number | null
}
/** What became of a scenario since the former study of the same perimeter. */
export const changeKinds = ['NEW', 'CHANGED', 'GONE', 'SAME'] as const
export type ChangeKind = (typeof changeKinds)[number]
export interface Change<C extends Compared = Compared> {
  readonly kind: ChangeKind
  readonly now: C | null
  readonly before: C | null
}

const order = new Map(changeKinds.map((kind, at) => [kind, at]))

/** New ones first, then those that changed, those that are gone, those that stayed; within each the highest level first. */
export function compareStudies<C extends Compared>(now: readonly C[], before: readonly C[]): Change<C>[] {
  const former = new Map(before.map((one) => [pairOf(one.asset, one.threat), one]))
  const here = new Set(now.map((one) => pairOf(one.asset, one.threat)))
  const changes: Change<C>[] = [
    ...now.map((one): Change<C> => {
      const was = former.get(pairOf(one.asset, one.threat)) ?? null
      const same = was !== null && was.probability === one.probability && was.impact === one.impact && was.level === one.level
      return { kind: was === null ? 'NEW' : same ? 'SAME' : 'CHANGED', now: one, before: was }
    }),
    ...before.filter((one) => !here.has(pairOf(one.asset, one.threat))).map((one): Change<C> => ({ kind: 'GONE', now: null, before: one })),
  ]
  const levelOf = ({ now: a, before: b }: Change<C>) => (a ?? b)?.level ?? -1
  return changes.toSorted((a, b) => (order.get(a.kind) ?? 0) - (order.get(b.kind) ?? 0) || levelOf(b) - levelOf(a))
}

import { sql, type RawBuilder } from 'kysely'
import type { Who } from '#kit/server/access/who.ts'
import type { Standing } from '#areas/campaigns/contract/answer-progress.ts'
import type { Conditions, Structure } from '#areas/questionnaires/contract/structure.ts'

/** What of the organisation's own is not told people from outside with answers that they share: names of people and actions, and what others once said (docs/decisions/0073). */
interface OutsideView {
  /** The name of who answered (`m`). */
  readonly by: RawBuilder<unknown>
  /** A value of an answer (`a`, answered by `m`): of what is only suggested, their own and other outsiders' alone. */
  readonly answer: (value: RawBuilder<unknown>) => RawBuilder<unknown>
  /** Something of an action (`r`). */
  readonly action: (value: RawBuilder<unknown>) => RawBuilder<unknown>
}

export function outsideView({ outside, memberId }: Who): OutsideView {
  if (!outside) return { by: sql`m.name`, answer: (value) => value, action: (value) => value }
  return {
    by: sql`case when m.kind = 'OUTSIDE' then m.name end`,
    answer: (value) => sql`case when not a.suggested or m.kind = 'OUTSIDE' then ${value} end`,
    action: (value) => sql`case when r.created_by = ${memberId} then ${value} end`,
  }
}

const sums = (conditions: Conditions) => conditions.some((group) => group.some(({ type }) => type === 'ACCUMULATOR'))

/** Items that accumulators may hide, by themselves or with their section. */
export const summedIn = ({ sections }: Structure, elements: Readonly<Record<string, number>> | null): ReadonlySet<number> =>
  new Set(
    sections.flatMap((section) => section.questions.flatMap((one) => (sums(section.conditions) || sums(one.conditions) ? [elements?.[one.key] ?? 0] : []))),
  )

/**
 * A questionnaire as people from outside get it: what is asked, and which of their own answers open what. Not what answers are worth, how much each counts, what
 * they add up to, nor which requirements they are held against; what accumulators hide, the server says (`unseen`).
 */
export const withoutWorth = ({ sections }: Structure): Structure => ({
  accumulators: [],
  sections: sections.map((section) => ({
    ...section,
    weight: 1,
    conditions: sums(section.conditions) ? [] : section.conditions,
    questions: section.questions.map((question) => ({
      ...question,
      weight: 1,
      metric: null,
      requirements: [],
      conditions: sums(question.conditions) ? [] : question.conditions,
      options: question.options.map((option) => ({ ...option, value: null, effects: [], groups: [] })),
    })),
  })),
})

/** Which of those are hidden now. */
export const unseenOf = ({ items }: Standing, summed: ReadonlySet<number>): number[] => [...summed].filter((item) => items.get(item)?.hidden ?? false)

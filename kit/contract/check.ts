import type { EntityDef } from './entity.ts'
import type { Field } from './field.ts'
import { only, type Figure } from './figure.ts'
import type { Right } from './right.ts'

/** What checks are grouped by, in the order of their page. */
export const checkSubjects = ['actions', 'measures', 'exemptions', 'suppliers', 'people', 'events'] as const
export type CheckSubject = (typeof checkSubjects)[number]

/** A finding is accepted for at most a year. */
export const acceptedAtMost = 365

/** Something of an entity that should not be so, looked at again each time it is read (docs/decisions/0051). */
export interface Check {
  /** `<entity>.<WORD>`; its words for people are those of the entity's choice `findings`. */
  readonly name: string
  readonly entity: string
  readonly word: string
  readonly subject: CheckSubject
  /** A law, a score or an access is broken by it. */
  readonly urgent: boolean
  /** Who is shown it, among those who read the entity. */
  readonly right: Right
  /** Its rows, those that somebody accepts for a time left out. */
  readonly found: Figure
  /** Those rows. */
  readonly accepted: Figure
}

interface Declared {
  readonly subject: CheckSubject
  readonly urgent?: true
  readonly right?: Right
}

type Asked = Field<undefined, never>
const asked = (values: readonly string[]): Asked => ({ kind: 'choices', options: { values, derived: true, by: 'server', asked: true } })
const placed: Asked = { kind: 'links', options: { entity: 'perimeter', derived: true, by: 'server', asked: true, unlisted: true } }

/**
 * The filters of an entity with checks, by their words: rows that a check finds, those of them that are accepted, and rows that are in a perimeter or below it, as checks are
 * kept to one. Rows do not tell them.
 */
export const findings = (...words: readonly string[]) => ({ findings: asked(words), accepted_findings: asked(words), within: placed })

/** Declares what is checked of an entity, a line for each word of its `findings`; throws when one has none. */
export function defineChecks<const W extends string>(def: EntityDef, declared: Readonly<Record<W, Declared>>): Readonly<Record<W, Check>> {
  const words = Object.keys(declared) as W[]
  if (def.fields.findings?.options.values?.join() !== words.join()) throw new Error(`${def.name}: its findings are ${words.join(', ')}, in this order`)
  if (!def.list.filters.includes('within')) throw new Error(`${def.name}: its list is filtered by within`)
  const one = (word: W): Check => {
    const { subject, urgent, right = 'check.read' }: Declared = declared[word]
    const figure = (name: string, filter: string): Figure => ({ name, entity: def.name, filters: () => [only(filter, word)], right, rises: false })
    const name = `${def.name}.${word}`
    return {
      name,
      entity: def.name,
      word,
      subject,
      urgent: urgent === true,
      right,
      found: figure(name, 'findings'),
      accepted: figure(`${name}.accepted`, 'accepted_findings'),
    }
  }
  return Object.fromEntries(words.map((word) => [word, one(word)])) as Record<W, Check>
}

/** What checks count, for the figures of their area. */
export const checkFigures = (checks: Readonly<Record<string, Check>>): Figure[] => Object.values(checks).map(({ found }) => found)

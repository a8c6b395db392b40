import fc from 'fast-check'
import type { Changes } from '#kit/server/data/resources/resource.ts'

/** Rows that are there for others to refer to. */
export interface Targets {
  readonly categories: readonly number[]
  readonly threats: readonly number[]
  readonly labels: readonly number[]
  readonly policyVersion: number
  readonly program: number
}

const word = fc.stringMatching(/^[a-zé' "\\]{1,12}$/)
const some = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })
const orNull = <T>(arbitrary: fc.Arbitrary<T>) => some(fc.option(arbitrary, { nil: null }))
const among = (ids: () => readonly number[]) => fc.nat(10).map((n) => ids()[n % ids().length])
const severalOf = (ids: () => readonly number[]) => fc.array(among(ids), { maxLength: 3 }).map((all) => [...new Set(all)])
const recordOf = (shape: Record<string, fc.Arbitrary<unknown>>) =>
  fc.record(shape).map((record) => Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)))

/** What rows of some entities may say at the beginning and later: each of another make. */
export const generatedRows = (
  target: () => Targets,
): Readonly<Record<string, { readonly first: () => fc.Arbitrary<Changes>; readonly later: () => fc.Arbitrary<Changes> }>> => ({
  // A hook for all rows at once, identifiers, a reference, numbers.
  solution: {
    first: () =>
      recordOf({
        name_en: word,
        name_fr: orNull(word),
        category: orNull(among(() => target().categories)),
        yearly_cost: orNull(fc.nat(900)),
        archived: some(fc.boolean()),
      }),
    later: () =>
      recordOf({
        name_en: some(word),
        description_fr: orNull(word),
        category: orNull(among(() => target().categories)),
        build_days: orNull(fc.double({ min: 0, max: 9, noNaN: true }).map((n) => Math.round(n * 100) / 100)),
      }),
  },
  // Ranked; no hooks.
  label: {
    first: () => recordOf({ name_en: word, color: fc.constantFrom('#123456', '#abcdef') }),
    later: () => recordOf({ color: some(fc.constantFrom('#123456', '#abcdef', '#000000')), name_fr: orNull(word) }),
  },
  // Owned rows, JSON, decimals.
  question: {
    first: () =>
      recordOf({
        text_en: word,
        type: fc.constantFrom('text', 'number'),
        framework_urn: fc.constant('urn:a'),
        node_urn: word,
        rules: orNull(fc.record({ b: fc.nat(), a: word })),
        choices: some(fc.array(recordOf({ value_en: word, add_score: orNull(fc.nat(50)), translations: orNull(fc.record({ de: word })) }), { maxLength: 4 })),
      }),
    later: () =>
      recordOf({
        text_fr: orNull(word),
        weight: orNull(fc.nat(20)),
        choices: some(fc.array(recordOf({ value_en: word, color: orNull(word) }), { maxLength: 3 })),
      }),
  },
  // Links, ranks, a hook that looks at each row.
  control: {
    first: () =>
      recordOf({
        policy_version: fc.constant(null).map(() => target().policyVersion),
        name_en: word,
        weight: some(fc.integer({ min: 1, max: 9 })),
        threats: some(severalOf(() => target().threats)),
      }),
    later: () => recordOf({ threats: some(severalOf(() => target().threats)), level: orNull(fc.integer({ min: 1, max: 3 })), description_en: orNull(word) }),
  },
  // Hooks before and after for one row at a time, links and owned rows together.
  remediation: {
    first: () =>
      recordOf({
        name_en: word,
        program: fc.constant(null).map(() => target().program),
        labels: some(severalOf(() => target().labels)),
        tasks: some(fc.array(recordOf({ name: word, status: some(fc.constantFrom('TO_DO', 'DONE')) }), { maxLength: 3 })),
      }),
    later: () =>
      recordOf({ name_fr: orNull(word), labels: some(severalOf(() => target().labels)), tasks: some(fc.array(recordOf({ name: word }), { maxLength: 2 })) }),
  },
})

import { expect, test } from 'vitest'
import { structureSchema, type Structure } from '#areas/questionnaires/contract/structure.ts'
import { lacksOf, policyProgress, questionnaireProgress, type AnswerRules, type Given } from './answer-progress.ts'
import type { Asked, AskedQuestion, AskedRequirement } from './campaign-items.ts'

const rules: AnswerRules = {
  comment_required: false,
  proofs: 'ALLOWED',
  na_allowed: true,
  remediation_enabled: true,
  levels: [
    { value: 0, comment_required: true, remediation: 'REQUIRED' },
    { value: 50, comment_required: false, remediation: 'APPLICABLE' },
    { value: 100, comment_required: false, remediation: 'NON_APPLICABLE' },
  ],
}
const makeAnswer = (more: Partial<Given> = {}): Given => ({
  level: null,
  value: null,
  na: false,
  justification: null,
  comment: null,
  evidences: 0,
  actions: 0,
  suggested: false,
  ...more,
})
const why = 'There is none of it on this site'

test('what an answer lacks follows from its level and the rules of its campaign', () => {
  const table: readonly (readonly [Partial<AnswerRules>, Given | undefined, readonly string[]])[] = [
    [{}, undefined, ['answer']],
    [{}, makeAnswer({ comment: 'Only a comment' }), ['answer']],
    [{}, makeAnswer({ level: 100 }), []],
    [{}, makeAnswer({ level: 0 }), ['comment', 'action']],
    [{}, makeAnswer({ level: 0, comment: ' ' }), ['comment', 'action']],
    [{}, makeAnswer({ level: 0, comment: 'None', actions: 1 }), []],
    [{ remediation_enabled: false }, makeAnswer({ level: 0, comment: 'None' }), []],
    [{ comment_required: true }, makeAnswer({ level: 100 }), ['comment']],
    [{ proofs: 'REQUIRED' }, makeAnswer({ level: 100 }), ['proof']],
    [{ proofs: 'REQUIRED' }, makeAnswer({ level: 100, evidences: 1 }), []],
    [{ proofs: 'REQUIRED', comment_required: true }, makeAnswer({ na: true, justification: why }), []],
    [{}, makeAnswer({ na: true, justification: 'Short' }), ['justification']],
    [{}, makeAnswer({ level: 100, suggested: true }), ['confirmation']],
  ]
  for (const [changes, given, lacks] of table) expect([changes, given, lacksOf({ ...rules, ...changes }, given)]).toEqual([changes, given, lacks])
})

const requirement = (item: number, part: string, weight = 1): AskedRequirement => ({
  kind: 'REQUIREMENT',
  item,
  part,
  weight,
  lineage: item,
  identifier: null,
  name_en: null,
  name_fr: null,
})
const group = (key: string, parent: string | null, weight: number | null = null) => ({ key, parent, identifier: null, name_en: null, name_fr: null, weight })
const policy: Asked<AskedRequirement> = {
  parts: [group('G1', null), group('G2', 'G1'), group('G3', null, 1)],
  items: [requirement(1, 'G1', 2), requirement(2, 'G2'), requirement(3, 'G2'), requirement(4, 'G3', 500), requirement(5, 'G3')],
}
const level = (value: number) => makeAnswer({ level: value, comment: 'Why', actions: 1 })

test('a policy is the flat mean of what counts, but for groups whose weight was set by hand', () => {
  const none = new Set<number>()
  const flat = policyProgress(
    policy,
    rules,
    none,
    new Map([
      [1, level(100)],
      [2, level(50)],
      [3, level(0)],
    ]),
  )
  expect(flat).toMatchObject({
    asked: 5,
    answered: 3,
    score: 62.5,
    parts: { G1: { asked: 3, answered: 3, score: 62.5 }, G2: { asked: 2, answered: 2, score: 25 } },
  })
  // Weight 4 of what stands in the first group against 1 of the last, whatever stands in it.
  const heavy = new Map([
    [1, level(100)],
    [2, level(100)],
    [3, level(100)],
    [4, level(0)],
  ])
  expect(policyProgress(policy, rules, none, heavy).score).toBe(80)
  // What does not apply leaves with its weight; what is left out is not asked.
  const left = policyProgress(
    policy,
    rules,
    new Set([4, 5]),
    new Map([
      [1, makeAnswer({ na: true, justification: why })],
      [2, level(50)],
      [3, level(0)],
      [4, level(0)],
    ]),
  )
  expect(left).toMatchObject({ asked: 3, answered: 3, score: 25 })
  expect(policyProgress(policy, rules, none, new Map([[1, makeAnswer({ level: 100, suggested: true })]]))).toMatchObject({ answered: 0, score: null })
})

const bare = { text_en: 'Q', text_fr: null, help_en: null, help_fr: null }
const option = (key: string, value: number, delta = 0) => ({
  key,
  label_en: key,
  label_fr: null,
  value,
  effects: delta ? [{ accumulator: 'X', delta }] : [],
})
const structure: Structure = structureSchema.parse({
  accumulators: [{ key: 'X', name_en: 'X', name_fr: null }],
  sections: [
    {
      key: 'S1',
      title_en: 'One',
      title_fr: null,
      description_en: null,
      description_fr: null,
      questions: [
        { key: 'Q1', ...bare, type: 'SINGLE', options: [option('yes', 100, 10), option('no', 0)] },
        { key: 'Q2', ...bare, type: 'SCALE', conditions: [[{ type: 'ANSWER', question: 'Q1', operator: 'EQ', values: ['yes'] }]] },
        { key: 'Q3', ...bare, type: 'TEXT', mandatory: false, comment: 'REQUIRED' },
        { key: 'Q4', ...bare, type: 'NUMBER', conditions: [[{ type: 'ACCUMULATOR', accumulator: 'X', operator: 'GE', value: 10 }]] },
      ],
    },
  ],
})
const questions: Asked<AskedQuestion> & { structure: Structure } = {
  structure,
  parts: [group('S1', null)],
  items: (structure.sections[0]?.questions ?? []).map((question, n) => ({ kind: 'QUESTION', item: n + 1, part: 'S1', weight: 1, question })),
}
const stand = (answers: readonly (readonly [number, Given])[]) => questionnaireProgress(questions, rules, new Map(answers))

test('what other answers hide is not asked and counts nowhere, whatever was said there', () => {
  expect(stand([])).toMatchObject({ asked: 1, answered: 0, score: null })
  const shown = stand([
    [1, makeAnswer({ value: ['yes'] })],
    [2, level(50)],
    [4, makeAnswer({ value: 7 })],
  ])
  expect(shown).toMatchObject({ asked: 3, answered: 3, score: 75, accumulators: { X: 10 }, parts: { S1: { asked: 3, answered: 3 } } })
  const hidden = stand([
    [1, makeAnswer({ value: ['no'] })],
    [2, level(50)],
    [4, makeAnswer({ value: 7 })],
  ])
  expect(hidden).toMatchObject({ asked: 1, answered: 1, score: 0, accumulators: { X: 0 } })
  expect([hidden.items.get(2), hidden.items.get(4)]).toMatchObject([
    { hidden: true, due: false, worth: null },
    { hidden: true, complete: false },
  ])
  // What need not be answered is asked once it is, with what belongs to it.
  expect(
    stand([
      [1, makeAnswer({ value: ['no'] })],
      [3, makeAnswer({ value: 'Words' })],
    ]),
  ).toMatchObject({ asked: 2, answered: 1 })
})

test('the order of answers, and what hidden questions say, changes nothing', () => {
  let seed = 7
  const next = (under: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((seed / 2_147_483_648) * under)
  }
  for (let round = 0; round < 200; round += 1) {
    const answers: [number, Given][] = []
    if (next(4)) answers.push([1, makeAnswer({ value: [next(2) ? 'yes' : 'no'] })])
    if (next(2)) answers.push([2, level([0, 50, 100][next(3)] ?? 0)])
    if (next(2)) answers.push([3, makeAnswer({ value: 'x', comment: next(2) ? 'y' : null })])
    if (next(2)) answers.push([4, makeAnswer({ value: next(100) })])
    const whole = stand(answers)
    expect(stand(answers.toSorted(() => next(3) - 1))).toEqual(whole)
    const rest = answers.filter(([item]) => !whole.items.get(item)?.hidden)
    expect({ ...stand(rest), items: null }).toEqual({ ...whole, items: null })
  }
})

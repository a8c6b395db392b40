import fc from 'fast-check'
import { expect, test } from 'vitest'
import { processorTime } from '#tools/test/processor-time.ts'
import { conditionText, readConditions } from './condition-text.ts'
import { faultsOf } from './faults.ts'
import { levelReached, play, prepare, type Answers } from './play.ts'
import { questionsOf, structureSchema, type Condition, type Structure, type StructureInput } from './structure.ts'

const option = (key: string, value: number | null, delta = 0) => ({ key, label_en: key, value, effects: delta === 0 ? [] : [{ accumulator: 'EXPO', delta }] })
const base: StructureInput = {
  accumulators: [
    {
      key: 'EXPO',
      name_en: 'Exposure',
      max: 20,
      levels: [
        { from: 0, name_en: 'Low' },
        { from: 6, name_en: 'High' },
      ],
    },
  ],
  sections: [
    {
      key: 'S1',
      title_en: 'Data',
      questions: [
        { key: 'Q1', text_en: 'Ours?', type: 'SINGLE', options: [option('Y', 0, 6), option('N', 100)] },
        {
          key: 'Q2',
          text_en: 'Which?',
          type: 'MULTIPLE',
          options: [option('A', 30, 4), option('B', 80, 15)],
          conditions: [[{ type: 'ANSWER', question: 'Q1', operator: 'IN', values: ['Y'] }]],
        },
      ],
    },
    {
      key: 'S2',
      title_en: 'More',
      weight: 3,
      conditions: [[{ type: 'ACCUMULATOR', accumulator: 'EXPO', operator: 'GE', value: 10 }]],
      questions: [
        { key: 'Q3', text_en: 'Level', type: 'SCALE' },
        { key: 'Q4', text_en: 'People', type: 'NUMBER', mandatory: false, conditions: [[{ type: 'ANSWER', question: 'Q3', operator: 'LT', values: [60] }]] },
      ],
    },
  ],
}
const small = structureSchema.parse(base)

test('conditions open what answers ask for, accumulators add up within their bounds, hidden answers count nowhere', () => {
  const nothing = play(small, {})
  expect([[...nothing.questions], nothing.score, nothing.missing]).toEqual([['Q1'], null, ['Q1']])
  const opened = play(small, { Q1: ['Y'], Q2: ['A', 'B'], Q3: 40, Q4: 12 })
  expect([...opened.questions]).toEqual(['Q1', 'Q2', 'Q3', 'Q4'])
  expect(opened.accumulators.get('EXPO')).toBe(20)
  // The first section: 0 and 100 (110 at most 100); the second weighs three times as much.
  expect([...opened.sectionScores]).toEqual([
    ['S1', 50],
    ['S2', 40],
  ])
  expect(opened.score).toBe((50 + 3 * 40) / 4)
  const closed = play(small, { Q1: ['N'], Q2: ['A', 'B'], Q3: 40, Q4: 12 })
  expect([[...closed.questions], closed.accumulators.get('EXPO'), closed.score, closed.answered]).toEqual([['Q1'], 0, 100, 1])
  const [exposure] = small.accumulators
  expect(exposure && [levelReached(exposure, 5)?.name_en, levelReached(exposure, 6)?.name_en]).toEqual(['Low', 'High'])
})

/** A questionnaire of any shape whose conditions ask of what stands before. */
const anyStructure = fc
  .array(
    fc.record({
      options: fc.integer({ min: 1, max: 4 }),
      asks: fc.nat(),
      level: fc.integer({ min: 0, max: 12 }),
      how: fc.constantFrom('none', 'answer', 'not', 'sum'),
    }),
    { minLength: 1, maxLength: 25 },
  )
  .map((shape) =>
    structureSchema.parse({
      accumulators: [{ key: 'SUM', name_en: 'Sum', max: 1000 }],
      sections: [0, 1, 2].map((s) => ({
        key: `S${s}`,
        title_en: 'S',
        questions: shape.flatMap(({ options, asks, level, how }, n) =>
          n % 3 !== s
            ? []
            : [
                {
                  key: `Q${n}`,
                  text_en: 'Q',
                  type: 'MULTIPLE' as const,
                  options: Array.from({ length: options }, (_, o) => ({
                    key: `O${o}`,
                    label_en: 'O',
                    value: o * 25,
                    effects: [{ accumulator: 'SUM', delta: o }],
                  })),
                  conditions: conditionOf(how, asks, level, n, s),
                },
              ],
        ),
      })),
    }),
  )
function conditionOf(how: string, asks: number, level: number, n: number, s: number): Condition[][] {
  if (how === 'none') return []
  if (how === 'sum') return [[{ type: 'ACCUMULATOR', accumulator: 'SUM', operator: 'GE', value: level }]]
  // Of the same section, before it; the first asks of nothing.
  const before = Array.from({ length: n }, (_, q) => q).filter((q) => q % 3 === s)
  const question = before[asks % Math.max(1, before.length)]
  return question === undefined ? [] : [[{ type: 'ANSWER', question: `Q${question}`, operator: how === 'not' ? 'NOT_IN' : 'IN', values: ['O0'] }]]
}
const anyAnswers = fc.dictionary(
  fc.integer({ min: 0, max: 24 }).map((n) => `Q${n}`),
  fc.subarray(['O0', 'O1', 'O2', 'O3']),
)
const outcomeOf = (structure: Structure, answers: Answers) => {
  const { sections, questions, accumulators, score, answered, missing } = play(structure, answers)
  return { sections: [...sections], questions: [...questions], accumulators: [...accumulators], score, answered, missing }
}

test('branching is the same each time, whatever the order in which answers and options came, and hidden answers count nowhere', () => {
  fc.assert(
    fc.property(anyStructure, anyAnswers, (structure, answers) => {
      const one = outcomeOf(structure, answers)
      expect(outcomeOf(structure, answers)).toEqual(one)
      expect(
        outcomeOf(
          structure,
          Object.fromEntries(
            Object.entries(answers)
              .toReversed()
              .map(([key, chosen]) => [key, chosen.toReversed()]),
          ),
        ),
      ).toEqual(one)
      const shown = new Set(one.questions)
      expect(outcomeOf(structure, Object.fromEntries(Object.entries(answers).filter(([key]) => shown.has(key))))).toEqual(one)
      expect(faultsOf(structure)).toEqual([])
    }),
  )
})

test('conditions come back from a file as they went out', () => {
  const value = fc.integer({ min: -50, max: 50 })
  const name = fc.stringMatching(/^[A-Z][A-Za-z0-9._-]{0,9}$/).filter((text) => !/^(and|or|et|ou|in|is)$/i.test(text))
  const one: fc.Arbitrary<Condition> = fc.oneof(
    fc.record({
      type: fc.constant('ANSWER' as const),
      question: name,
      operator: fc.constantFrom('IN' as const, 'NOT_IN' as const),
      values: fc.array(name, { minLength: 1, maxLength: 4 }),
    }),
    fc.record({
      type: fc.constant('ANSWER' as const),
      question: name,
      operator: fc.constantFrom('EQ' as const, 'GT' as const, 'LT' as const),
      values: value.map((n) => [n]),
    }),
    fc.record({ type: fc.constant('ACCUMULATOR' as const), accumulator: name, operator: fc.constantFrom('GE' as const, 'LE' as const, 'EQ' as const), value }),
    fc.record({ type: fc.constant('ACCUMULATOR' as const), accumulator: name, operator: fc.constant('BETWEEN' as const), value, to: value }),
  )
  fc.assert(
    fc.property(fc.array(fc.array(one, { minLength: 1, maxLength: 4 }), { maxLength: 4 }), (conditions) => {
      expect(readConditions(conditionText(conditions))).toEqual(conditions)
    }),
  )
  expect(readConditions('Q1 whatever')).toBeUndefined()
})

test('all that is wrong is told at once, with the place, and circles with their way', () => {
  const ask = (question: string): Condition[][] => [[{ type: 'ANSWER', question, operator: 'IN', values: ['Y'] }]]
  const wrong = structureSchema.parse({
    accumulators: [{ key: 'A', name_en: null, min: 5, max: 1 }],
    sections: [
      {
        key: 'S1',
        questions: [
          { key: 'Q1', text_en: 'One', type: 'SINGLE', options: [option('Y', 120)], conditions: ask('Q2') },
          { key: 'Q2', type: 'SINGLE', conditions: ask('Q1') },
          { key: 'Q3', text_en: 'Three', type: 'TEXT', conditions: ask('Q9') },
        ],
      },
    ],
  })
  const faults = faultsOf(wrong)
  expect(faults.map(({ path, code }) => `${path} ${code}`)).toEqual([
    'accumulators.0.name name',
    'accumulators.0.initial bounds',
    'sections.0.title title',
    'sections.0.questions.0.options.0.value value',
    'sections.0.questions.0.conditions cycle',
    'sections.0.questions.1.text text',
    'sections.0.questions.1.options no_option',
    'sections.0.questions.2.conditions.0.0 gone_question',
  ])
  expect(faults.find(({ code }) => code === 'cycle')?.values).toEqual({ path: '1.1 → 1.2 → 1.1' })
})

test('a thousand questions with two thousand conditions are played in under 20 ms an answer', () => {
  const structure = largeStructure(1000)
  const run = prepare(structure)
  const answers: Record<string, string[]> = Object.fromEntries(questionsOf(structure).map(({ key }) => [key, ['O1']]))
  const each = Array.from({ length: 20 }, (_, n) => {
    const start = processorTime()
    run({ ...answers, Q5: [n % 2 ? 'O1' : 'O0'] })
    return processorTime() - start
  })
  // Once it is compiled.
  expect(Math.min(...each)).toBeLessThan(20)
})

/** So many questions in ten sections, each under two conditions. */
function largeStructure(count: number): Structure {
  return structureSchema.parse({
    accumulators: [{ key: 'SUM', name_en: 'Sum', max: 1_000_000 }],
    sections: Array.from({ length: 10 }, (_, s) => ({
      key: `S${s}`,
      title_en: 'S',
      questions: Array.from({ length: count / 10 }, (__, q) => {
        const n = (s * count) / 10 + q
        return {
          key: `Q${n}`,
          text_en: 'Q',
          type: 'SINGLE' as const,
          options: [option('O0', 0), { key: 'O1', label_en: 'O1', value: 100, effects: [{ accumulator: 'SUM', delta: 1 }] }],
          conditions:
            n === 0
              ? []
              : [
                  [{ type: 'ACCUMULATOR' as const, accumulator: 'SUM', operator: 'LE' as const, value: 1_000_000 }],
                  [{ type: 'ANSWER' as const, question: `Q${n - 1}`, operator: 'IN' as const, values: ['O1'] }],
                ],
        }
      }),
    })),
  })
}

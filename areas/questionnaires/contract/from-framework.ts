import { freeKey, structureSchema, type Condition, type QuestionType, type Structure, type StructureInput } from './structure.ts'

/** A question as an imported framework holds it (areas/catalog/contract/question.ts). */
export interface FrameworkQuestion {
  readonly urn: string
  readonly node_urn: string
  readonly text_en: string | null
  readonly text_fr: string | null
  readonly type: 'unique_choice' | 'multiple_choice' | 'text' | 'date' | 'number' | 'boolean'
  readonly weight: number | null
  readonly annotation: string | null
  readonly rules: { readonly depends_on?: { readonly question: string; readonly answers: readonly string[]; readonly condition: 'any' | 'all' } } | null
  readonly choices: readonly {
    readonly urn: string | null
    readonly value_en: string | null
    readonly value_fr: string | null
    readonly add_score: number | null
    readonly compute_result: string | null
    readonly select_implementation_groups: readonly string[] | null
  }[]
  /** The group in which its requirement stands. */
  readonly names: { readonly urn: string; readonly name_en: string | null; readonly name_fr: string | null } | null
}

const types: Readonly<Record<FrameworkQuestion['type'], QuestionType>> = {
  unique_choice: 'SINGLE',
  multiple_choice: 'MULTIPLE',
  boolean: 'SINGLE',
  text: 'TEXT',
  date: 'DATE',
  number: 'NUMBER',
}
const worth: Readonly<Record<string, number>> = { compliant: 100, true: 100, partially_compliant: 50, non_compliant: 0, false: 0 }
const yesNo = [
  { key: 'Y', label_en: 'Yes', label_fr: 'Oui', value: 100 },
  { key: 'N', label_en: 'No', label_fr: 'Non', value: 0 },
]

const short = (text: string | null, most: number) => (text === null ? null : text.slice(0, most))
type QuestionInput = NonNullable<NonNullable<StructureInput['sections']>[number]['questions']>[number]

/**
 * What a framework asks as a questionnaire: a section for each group of its requirements, in the order of the file; what a choice adds to the score adds to an
 * accumulator, what it says of the result is its value; `depends_on` becomes a condition, as far as what it names stands before.
 */
export function questionnaireOf(questions: readonly FrameworkQuestion[]): Structure {
  const keys = new Map(questions.map(({ urn }, n) => [urn, `Q${n + 1}`]))
  const options = new Map(questions.flatMap(({ choices }) => choices.map(({ urn }, n) => [urn ?? '', `O${n + 1}`] as const)))
  const scored = questions.filter(({ choices }) => choices.some(({ add_score }) => add_score))
  const deltas = scored.map(({ choices, type }) => ({ type, all: choices.map(({ add_score }) => Number(add_score ?? 0)) }))
  const sum = (sign: 1 | -1) =>
    deltas.reduce((total, { type, all }) => {
      const some = all.map((one) => Math.max(0, sign * one))
      return total + sign * (type === 'multiple_choice' ? some.reduce((a, b) => a + b, 0) : Math.max(...some))
    }, 0)
  const sections = new Map<string, { key: string; title_en: string | null; title_fr: string | null; questions: QuestionInput[] }>()
  for (const question of questions) {
    const place = question.names?.urn ?? ''
    const section = sections.get(place) ?? {
      key: freeKey(
        'S',
        [...sections.values()].map(({ key }) => key),
      ),
      title_en: short(question.names?.name_en ?? 'Questions', 255),
      title_fr: short(question.names?.name_fr ?? 'Questions', 255),
      questions: [],
    }
    sections.set(place, section)
    section.questions.push({
      key: keys.get(question.urn) ?? 'Q0',
      text_en: short(question.text_en, 4000),
      text_fr: short(question.text_fr, 4000),
      help_en: short(question.annotation, 4000),
      type: types[question.type],
      weight: Math.min(1000, Math.max(0, Math.round(Number(question.weight ?? 1)))),
      options: optionsOf(question),
      conditions: conditionsOf(question, keys, options),
      requirements: [question.node_urn],
    })
  }
  return structureSchema.parse({
    sections: [...sections.values()],
    accumulators:
      scored.length === 0
        ? []
        : [{ key: 'SCORE', name_en: 'Score', name_fr: 'Score', initial: 0, min: Math.floor(sum(-1)), max: Math.max(1, Math.ceil(sum(1))) }],
  })
}

function optionsOf({ type, choices }: FrameworkQuestion) {
  if (choices.length === 0) return type === 'boolean' ? yesNo : []
  return choices.map((choice, n) => ({
    key: `O${n + 1}`,
    label_en: short(choice.value_en, 4000),
    label_fr: short(choice.value_fr, 4000),
    value: worth[choice.compute_result ?? ''] ?? null,
    effects: choice.add_score ? [{ accumulator: 'SCORE', delta: Number(choice.add_score) }] : [],
    groups: [...(choice.select_implementation_groups ?? [])],
  }))
}

function conditionsOf({ rules }: FrameworkQuestion, keys: ReadonlyMap<string, string>, options: ReadonlyMap<string, string>): Condition[][] {
  const { depends_on: on } = rules ?? {}
  const question = on && keys.get(on.question)
  if (!on || !question) return []
  const values = on.answers.flatMap((urn) => options.get(urn) ?? [])
  const one = (wanted: string[]): Condition => ({ type: 'ANSWER', question, operator: 'IN', values: wanted })
  if (values.length === 0) return []
  return [on.condition === 'all' ? values.map((value) => one([value])) : [one(values)]]
}

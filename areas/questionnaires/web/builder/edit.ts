import {
  freeKey,
  structureSchema,
  type Accumulator,
  type Option,
  type Question,
  type Section,
  type Structure,
} from '#areas/questionnaires/contract/structure.ts'

/** What is open in the editor, or moved in the tree. */
export interface Piece {
  readonly kind: 'section' | 'question' | 'accumulator'
  readonly key: string
}
export type Where = 'before' | 'after' | 'inside'

const blank = structureSchema.parse({
  sections: [{ key: 'S', questions: [{ key: 'Q', type: 'SINGLE', options: [{ key: 'O' }] }] }],
  accumulators: [{ key: 'A', max: 20 }],
})
const [blankSection] = blank.sections as [Section]
const [blankQuestion] = blankSection.questions as [Question]
const [blankOption] = blankQuestion.options as [Option]
const [blankAccumulator] = blank.accumulators as [Accumulator]

const keysOf = ({ sections, accumulators }: Structure): string[] => [
  ...sections.flatMap((one) => [one.key, ...one.questions.map(({ key }) => key)]),
  ...accumulators.map(({ key }) => key),
]
const withSections = (structure: Structure, change: (section: Section) => Section): Structure => ({ ...structure, sections: structure.sections.map(change) })

export const changeSection = (structure: Structure, key: string, change: Partial<Section>): Structure =>
  withSections(structure, (one) => (one.key === key ? { ...one, ...change } : one))

export const changeQuestion = (structure: Structure, key: string, change: Partial<Question>): Structure =>
  withSections(structure, (one) =>
    one.questions.some((each) => each.key === key)
      ? { ...one, questions: one.questions.map((each) => (each.key === key ? { ...each, ...change } : each)) }
      : one,
  )

export const changeAccumulator = (structure: Structure, key: string, change: Partial<Accumulator>): Structure => ({
  ...structure,
  accumulators: structure.accumulators.map((one) => (one.key === key ? { ...one, ...change } : one)),
})

export interface Changed {
  readonly structure: Structure
  readonly piece: Piece | undefined
}

/** An empty section after the one named, or last. */
export function addSection(structure: Structure, after?: string): Changed {
  const key = freeKey('S', keysOf(structure))
  const at = structure.sections.findIndex((one) => one.key === after)
  return {
    structure: {
      ...structure,
      sections: structure.sections.toSpliced(at < 0 ? structure.sections.length : at + 1, 0, { ...blankSection, key, questions: [] }),
    },
    piece: { kind: 'section', key },
  }
}

/** An empty question after the piece named, in the last section otherwise. */
export function addQuestion(structure: Structure, after?: Piece): Changed {
  const given = structure.sections.length === 0 ? addSection(structure).structure : structure
  const key = freeKey('Q', keysOf(given))
  const section = given.sections.find((one) => one.key === after?.key || one.questions.some((each) => each.key === after?.key)) ?? given.sections.at(-1)
  const at = section?.questions.findIndex((each) => each.key === after?.key) ?? -1
  const made: Question = { ...blankQuestion, key, options: [] }
  return {
    structure: withSections(given, (one) =>
      one === section ? { ...one, questions: one.questions.toSpliced(at < 0 ? one.questions.length : at + 1, 0, made) } : one,
    ),
    piece: { kind: 'question', key },
  }
}

export function addAccumulator(structure: Structure): Changed {
  const key = freeKey('A', keysOf(structure))
  return { structure: { ...structure, accumulators: [...structure.accumulators, { ...blankAccumulator, key }] }, piece: { kind: 'accumulator', key } }
}

export const newOption = (options: readonly Option[], label: Partial<Option> = {}): Option => ({
  ...blankOption,
  key: freeKey(
    'O',
    options.map(({ key }) => key),
  ),
  ...label,
})

/** A copy of a question right behind it. */
export function duplicate(structure: Structure, key: string): Changed {
  const copy = freeKey('Q', keysOf(structure))
  return {
    structure: withSections(structure, (one) => {
      const at = one.questions.findIndex((each) => each.key === key)
      const question = one.questions[at]
      return question ? { ...one, questions: one.questions.toSpliced(at + 1, 0, { ...question, key: copy }) } : one
    }),
    piece: { kind: 'question', key: copy },
  }
}

/** Takes a piece out; conditions that name it stay and are told to be corrected. */
export function remove(structure: Structure, { kind, key }: Piece): Changed {
  if (kind === 'accumulator') return { structure: { ...structure, accumulators: structure.accumulators.filter((one) => one.key !== key) }, piece: undefined }
  const order = orderOf(structure)
  const at = order.findIndex((one) => one.kind === kind && one.key === key)
  const left =
    kind === 'section'
      ? { ...structure, sections: structure.sections.filter((one) => one.key !== key) }
      : withSections(structure, (one) => ({ ...one, questions: one.questions.filter((each) => each.key !== key) }))
  const still = new Set(keysOf(left))
  return { structure: left, piece: [...order.slice(at + 1), ...order.slice(0, at).toReversed()].find((one) => still.has(one.key)) }
}

/** Sections and questions in the order in which they are shown. */
export const orderOf = ({ sections }: Structure): Piece[] =>
  sections.flatMap((one) => [{ kind: 'section' as const, key: one.key }, ...one.questions.map(({ key }) => ({ kind: 'question' as const, key }))])

/** One place up or down: questions also into the section above or below. */
export function move(structure: Structure, { kind, key }: Piece, by: -1 | 1): Structure {
  if (kind === 'accumulator') return { ...structure, accumulators: swapped(structure.accumulators, key, by) }
  if (kind === 'section') return { ...structure, sections: swapped(structure.sections, key, by) }
  const s = structure.sections.findIndex((one) => one.questions.some((each) => each.key === key))
  const section = structure.sections[s]
  const q = section?.questions.findIndex((each) => each.key === key) ?? -1
  const question = section?.questions[q]
  if (!section || !question) return structure
  const inside = q + by >= 0 && q + by < section.questions.length
  if (inside) return changeSection(structure, section.key, { questions: swapped(section.questions, key, by) })
  const next = structure.sections[s + by]
  if (!next) return structure
  return withSections(structure, (one) =>
    one === section
      ? { ...one, questions: one.questions.toSpliced(q, 1) }
      : one === next
        ? { ...one, questions: by < 0 ? [...one.questions, question] : [question, ...one.questions] }
        : one,
  )
}

function swapped<T extends { readonly key: string }>(list: readonly T[], key: string, by: -1 | 1): T[] {
  const at = list.findIndex((one) => one.key === key)
  const one = list[at]
  if (!one || at + by < 0 || at + by >= list.length) return [...list]
  return list.toSpliced(at, 1).toSpliced(at + by, 0, one)
}

/** Whether a piece may be dropped there: sections beside sections, questions beside questions and into sections. */
export const mayPlace = (piece: Piece, target: Piece, where: Where): boolean =>
  piece.key !== target.key &&
  (piece.kind === 'section' ? target.kind === 'section' && where !== 'inside' : target.kind === 'section' ? where === 'inside' : where !== 'inside')

/** Puts a piece where it was dropped. */
export function place(structure: Structure, piece: Piece, target: Piece, where: Where): Structure {
  if (!mayPlace(piece, target, where)) return structure
  if (piece.kind === 'section') {
    const one = structure.sections.find(({ key }) => key === piece.key)
    const rest = structure.sections.filter(({ key }) => key !== piece.key)
    const at = rest.findIndex(({ key }) => key === target.key)
    return one ? { ...structure, sections: rest.toSpliced(at + (where === 'after' ? 1 : 0), 0, one) } : structure
  }
  const question = structure.sections.flatMap(({ questions }) => questions).find(({ key }) => key === piece.key)
  if (!question) return structure
  return withSections(structure, (one) => {
    const rest = one.questions.filter(({ key }) => key !== piece.key)
    if (where === 'inside') return { ...one, questions: one.key === target.key ? [...rest, question] : rest }
    const at = rest.findIndex(({ key }) => key === target.key)
    return { ...one, questions: at < 0 ? rest : rest.toSpliced(at + (where === 'after' ? 1 : 0), 0, question) }
  })
}

import { isClosed, type Condition, type Conditions, type Question, type Structure } from './structure.ts'

/** What a fault is about: the builder jumps there. */
export interface Place {
  readonly kind: 'structure' | 'section' | 'question' | 'accumulator'
  readonly key: string
}

export interface Fault {
  readonly at: Place
  /** As a path of the document: `sections.2.questions.4.options`. */
  readonly path: string
  /** Said by `questionnaires.faults.<code>`. */
  readonly code: FaultCode
  readonly values?: Readonly<Record<string, string | number>>
}

export const faultCodes = [
  'no_question',
  'title',
  'text',
  'text_both',
  'no_option',
  'label',
  'label_both',
  'value',
  'name',
  'name_both',
  'bounds',
  'levels',
  'twice',
  'empty_group',
  'gone_question',
  'later_question',
  'cycle',
  'no_value',
  'gone_option',
  'wrong_operator',
  'gone_accumulator',
  'between',
] as const
export type FaultCode = (typeof faultCodes)[number]

type Tell = (at: Place, path: string, code: FaultCode, values?: Fault['values']) => void

/** Where each question stands: `2.3`. */
export const numbersOf = ({ sections }: Structure): ReadonlyMap<string, string> =>
  new Map(sections.flatMap(({ questions }, s) => questions.map(({ key }, q) => [key, `${s + 1}.${q + 1}`] as const)))

/** All that keeps a questionnaire from being published; `bothLanguages` of what a catalog shares (FRM-39). */
export function faultsOf(structure: Structure, bothLanguages = false): Fault[] {
  const faults: Fault[] = []
  const tell: Tell = (at, path, code, values) => faults.push({ at, path, code, ...(values && { values }) })
  if (structure.sections.every(({ questions }) => questions.length === 0)) tell({ kind: 'structure', key: '' }, 'sections', 'no_question')
  const texts = (at: Place, path: string, code: 'text' | 'label' | 'name' | 'title', en: string | null, fr: string | null) => {
    if (!en && !fr) tell(at, path, code)
    else if (bothLanguages && (!en || !fr)) tell(at, path, code === 'title' ? 'text_both' : `${code}_both`)
  }
  accumulators(structure, tell, texts)
  const known = scopeOf(structure)
  const seen = new Set<string>()
  const taken = new Set<string>()
  const once = (at: Place, path: string) => {
    const name = `${at.kind} ${at.key}`
    if (taken.has(name)) tell(at, `${path}.key`, 'twice', { key: at.key })
    taken.add(name)
  }
  const cycles = cyclesOf(structure, known)
  for (const [s, section] of structure.sections.entries()) {
    const path = `sections.${s}`
    const at: Place = { kind: 'section', key: section.key }
    once(at, path)
    texts(at, `${path}.title`, 'title', section.title_en, section.title_fr)
    conditionFaults({ conditions: section.conditions, at, path, known, seen, cycles, tell })
    for (const [q, question] of section.questions.entries()) {
      const place: Place = { kind: 'question', key: question.key }
      const inner = `${path}.questions.${q}`
      once(place, inner)
      texts(place, `${inner}.text`, 'text', question.text_en, question.text_fr)
      optionFaults(question, place, inner, known, tell, texts)
      conditionFaults({ conditions: question.conditions, at: place, path: inner, known, seen, cycles, tell })
      seen.add(question.key)
    }
  }
  return faults
}

type Texts = (at: Place, path: string, code: 'text' | 'label' | 'name' | 'title', en: string | null, fr: string | null) => void

function accumulators(structure: Structure, tell: Tell, texts: Texts): void {
  const taken = new Set<string>()
  for (const [n, one] of structure.accumulators.entries()) {
    const at: Place = { kind: 'accumulator', key: one.key }
    const path = `accumulators.${n}`
    if (taken.has(one.key)) tell(at, `${path}.key`, 'twice', { key: one.key })
    taken.add(one.key)
    texts(at, `${path}.name`, 'name', one.name_en, one.name_fr)
    if (one.min >= one.max || one.initial < one.min || one.initial > one.max) tell(at, `${path}.initial`, 'bounds')
    const starts = one.levels.map(({ from }) => from)
    if (starts.some((from, m) => m > 0 && from <= (starts[m - 1] ?? 0)) || one.levels.some((level) => !level.name_en && !level.name_fr))
      tell(at, `${path}.levels`, 'levels')
  }
}

function optionFaults(question: Question, at: Place, path: string, known: Scope, tell: Tell, texts: Texts): void {
  if (!isClosed(question.type)) return
  if (question.options.length === 0) tell(at, `${path}.options`, 'no_option')
  const taken = new Set<string>()
  for (const [n, option] of question.options.entries()) {
    const inner = `${path}.options.${n}`
    if (taken.has(option.key)) tell(at, `${inner}.key`, 'twice', { key: option.key })
    taken.add(option.key)
    texts(at, `${inner}.label`, 'label', option.label_en, option.label_fr)
    if (option.value !== null && (option.value < 0 || option.value > 100)) tell(at, `${inner}.value`, 'value')
    for (const { accumulator } of option.effects)
      if (!known.accumulators.has(accumulator)) tell(at, `${inner}.effects`, 'gone_accumulator', { key: accumulator })
  }
}

interface Scope {
  readonly questions: ReadonlyMap<string, Question>
  readonly accumulators: ReadonlySet<string>
  readonly numbers: ReadonlyMap<string, string>
}

const scopeOf = (structure: Structure): Scope => ({
  questions: new Map(structure.sections.flatMap(({ questions }) => questions.map((one) => [one.key, one] as const))),
  accumulators: new Set(structure.accumulators.map(({ key }) => key)),
  numbers: numbersOf(structure),
})

interface Conditioned {
  readonly conditions: Conditions
  readonly at: Place
  readonly path: string
  readonly known: Scope
  /** Questions that stand before. */
  readonly seen: ReadonlySet<string>
  readonly cycles: ReadonlyMap<string, string>
  readonly tell: Tell
}

function conditionFaults({ conditions, at, path, known, seen, cycles, tell }: Conditioned): void {
  const cycle = cycles.get(`${at.kind} ${at.key}`)
  if (cycle !== undefined) tell(at, `${path}.conditions`, 'cycle', { path: cycle })
  for (const [g, group] of conditions.entries()) {
    if (group.length === 0) tell(at, `${path}.conditions.${g}`, 'empty_group')
    for (const [c, one] of group.entries()) {
      const [code, values] = faultOf(one, known, seen, cycle !== undefined) ?? []
      if (code) tell(at, `${path}.conditions.${g}.${c}`, code, values)
    }
  }
}

function faultOf(
  one: Condition,
  { questions, accumulators: names, numbers }: Scope,
  seen: ReadonlySet<string>,
  inCycle: boolean,
): [FaultCode, Fault['values']?] | undefined {
  if (one.type === 'ACCUMULATOR') {
    if (!names.has(one.accumulator)) return ['gone_accumulator', { key: one.accumulator }]
    return one.operator === 'BETWEEN' && (one.to === undefined || one.to < one.value) ? ['between'] : undefined
  }
  const question = questions.get(one.question)
  if (!question) return ['gone_question', { key: one.question }]
  if (!seen.has(one.question)) return inCycle ? undefined : ['later_question', { number: numbers.get(one.question) ?? one.question }]
  if (one.values.length === 0) return ['no_value']
  if (!isClosed(question.type)) {
    const fits = question.type === 'TEXT' ? one.operator === 'EQ' : ['EQ', 'GT', 'LT'].includes(one.operator)
    return fits ? undefined : ['wrong_operator']
  }
  if (one.operator === 'GT' || one.operator === 'LT') return ['wrong_operator']
  const options = new Set(question.options.map(({ key }) => key))
  const gone = one.values.find((value) => !options.has(String(value)))
  return gone === undefined ? undefined : ['gone_option', { number: numbers.get(one.question) ?? one.question, key: gone }]
}

/** For each place that begins to wait for itself, the way round: `2.1 → 2.3 → 2.1`. */
function cyclesOf(structure: Structure, { questions, numbers }: Scope): ReadonlyMap<string, string> {
  const waits = new Map<string, string[]>()
  const asked = (conditions: Conditions) => conditions.flat().flatMap((one) => (one.type === 'ANSWER' && questions.has(one.question) ? [one.question] : []))
  for (const section of structure.sections) {
    const before = asked(section.conditions)
    for (const { key, conditions } of section.questions) waits.set(key, [...before, ...asked(conditions)])
  }
  const found = new Map<string, string>()
  const done = new Set<string>()
  const sectionOf = new Map(structure.sections.flatMap(({ key, questions: list }) => list.map((one) => [one.key, key] as const)))
  const own = new Map(structure.sections.flatMap(({ questions: list }) => list.map((one) => [one.key, new Set(asked(one.conditions))] as const)))
  const tell = (way: readonly string[]) => {
    const [first = '', second = ''] = way
    const text = way.map((key) => numbers.get(key) ?? key).join(' → ')
    const place = own.get(first)?.has(second) ? `question ${first}` : `section ${sectionOf.get(first)}`
    if (!found.has(place)) found.set(place, text)
  }
  for (const start of waits.keys()) if (!done.has(start)) visit(start, waits, done, tell)
  return found
}

/** Depth first, without a stack of calls that a long chain could exhaust. */
function visit(start: string, waits: ReadonlyMap<string, readonly string[]>, done: Set<string>, tell: (way: readonly string[]) => void): void {
  const way: { readonly key: string; at: number }[] = [{ key: start, at: 0 }]
  const open = new Set([start])
  for (let top = way.at(-1); top; top = way.at(-1)) {
    const next = waits.get(top.key)?.[top.at]
    top.at += 1
    if (next === undefined) {
      way.pop()
      open.delete(top.key)
      done.add(top.key)
    } else if (open.has(next)) {
      const from = way.findIndex(({ key }) => key === next)
      tell([...way.slice(from).map(({ key }) => key), next])
    } else if (!done.has(next)) {
      way.push({ key: next, at: 0 })
      open.add(next)
    }
  }
}

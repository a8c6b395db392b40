import type { StructureInput } from '#areas/questionnaires/contract/structure.ts'

type Input<K extends keyof StructureInput> = NonNullable<StructureInput[K]>[number]
type SectionInput = Input<'sections'>
type QuestionInput = NonNullable<SectionInput['questions']>[number]
type OptionInput = NonNullable<QuestionInput['options']>[number]

/** English, then French. */
export type Both = readonly [en: string, fr: string]

/** An option: its texts, its value in percent, and what it adds to accumulators. */
export const option = (key: string, [label_en, label_fr]: Both, value: number | null, adds: Readonly<Record<string, number>> = {}): OptionInput => ({
  key,
  label_en,
  label_fr,
  value,
  effects: Object.entries(adds).map(([accumulator, delta]) => ({ accumulator, delta })),
})

/** What a measure is answered with; `adds` to an accumulator where it is missing. */
export const degrees = (accumulator?: string): OptionInput[] => {
  const adds = (delta: number) => (accumulator === undefined ? {} : { [accumulator]: delta })
  return [
    option('ALL', ['Yes, everywhere', 'Oui, partout'], 100),
    option('PART', ['In part', 'En partie'], 50, adds(1)),
    option('NO', ['No', 'Non'], 0, adds(2)),
    option('UNKNOWN', ['We do not know', 'Nous ne savons pas'], 0, adds(2)),
  ]
}
export const yesNo = (yes: Readonly<Record<string, number>> = {}): OptionInput[] => [option('Y', ['Yes', 'Oui'], null, yes), option('N', ['No', 'Non'], null)]

/** A question with the texts of its help, if it has any. */
export const question = (
  key: string,
  [text_en, text_fr]: Both,
  { help, ...rest }: Omit<QuestionInput, 'key' | 'text_en' | 'text_fr' | 'help_en' | 'help_fr'> & { readonly help?: Both },
): QuestionInput => ({ key, text_en, text_fr, ...(help && { help_en: help[0], help_fr: help[1] }), ...rest })

export const section = (key: string, [title_en, title_fr]: Both, rest: Omit<SectionInput, 'key' | 'title_en' | 'title_fr'>): SectionInput => ({
  key,
  title_en,
  title_fr,
  ...rest,
})

/** Shown when an earlier question is answered by one of these. */
export const when = (questionKey: string, ...values: string[]) => [{ type: 'ANSWER' as const, question: questionKey, operator: 'IN' as const, values }]
export const reaches = (accumulator: string, value: number) => [{ type: 'ACCUMULATOR' as const, accumulator, operator: 'GE' as const, value }]

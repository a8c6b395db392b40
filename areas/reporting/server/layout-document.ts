import type { Language } from '#kit/contract/catalogue.ts'
import type { ReportBlock } from '#kit/contract/report.ts'
import { answerBlocks, type AnswerWords, type DrawnAnswer } from '#kit/server/reports/answer-blocks.ts'
import type { ToldBlock } from '#areas/reporting/contract/calls.ts'
import type { Block, Layout } from '#areas/reporting/contract/layout.ts'

type Titled = Pick<Block, 'title_en' | 'title_fr'>

/** A title in a language, or in the other one. */
export const titleIn = ({ title_en: en, title_fr: fr }: Titled, lang: Language): string => (lang === 'fr' ? (fr ?? en) : (en ?? fr)) ?? ''
const textIn = ({ text_en: en, text_fr: fr }: Pick<Block, 'text_en' | 'text_fr'>, lang: Language): string | null => (lang === 'fr' ? (fr ?? en) : (en ?? fr))

/** What a layout told, as a document: its sections as chapters, each block below its title; `below` adds to a section what else is said of it. */
export function layoutBlocks(
  layout: Layout,
  told: readonly ToldBlock[],
  words: AnswerWords,
  below: (section: string) => readonly ReportBlock[] = () => [],
): ReportBlock[] {
  const { lang, translate } = words
  return layout.sections.flatMap((section): ReportBlock[] => {
    const drawn = section.blocks.map((block): DrawnAnswer => {
      const one = told.find(({ id }) => id === block.id)
      const isText = block.type === 'TEXT'
      return {
        title: titleIn(block, lang) || (isText ? '' : translate(`reporting.blocks.${block.type}`)),
        as: block.type === 'LINE' ? 'lines' : block.type === 'TABLE' ? 'table' : 'picture',
        answer: one?.answer ?? null,
        error: isText ? null : one?.error ? translate(one.error) : one?.answer ? null : translate('reporting.errors.not_loaded'),
        text: textIn(block, lang),
      }
    })
    const title = titleIn(section, lang)
    return [...(title ? [{ kind: 'heading' as const, level: 1 as const, text: title }] : []), ...answerBlocks(drawn, words), ...below(section.id)]
  })
}

import { Eye, Minus } from 'lucide-react'
import { useMemo } from 'react'
import { numbersOf } from '#areas/questionnaires/contract/faults.ts'
import { prepare, type Answers, type Played } from '#areas/questionnaires/contract/play.ts'
import { questionsOf, textIn, type Conditions, type Structure } from '#areas/questionnaires/contract/structure.ts'
import { phraseOf } from '#areas/questionnaires/web/sentence.ts'
import { useLevels } from '#kit/web/api/levels.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Box, Row, Stack } from '#kit/web/ui/layout.tsx'
import css from './player.module.css'

interface OpensProps {
  readonly structure: Structure
  readonly answers: Answers
  readonly played: Played
  /** The question that was answered last. */
  readonly last: string | undefined
  readonly lang: 'en' | 'fr'
  readonly onOpen: ((key: string) => void) | undefined
}

/** How much is listed: the rest follows the same rule. */
const most = 8

/** What the last answer has opened, and what depends on it and stays hidden, with what it would need. */
export function Opens({ structure, answers, played, last, lang, onOpen }: OpensProps) {
  const t = useWords('questionnaires')
  const levels = useLevels('eval')
  const numbers = useMemo(() => numbersOf(structure), [structure])
  const without = useMemo(() => (last === undefined ? undefined : prepare(structure)({ ...answers, [last]: undefined })), [structure, answers, last])
  if (last === undefined || !without) return null
  const depends = dependents(structure, last)
  const opened = questionsOf(structure).filter(({ key }) => played.questions.has(key) && !without.questions.has(key))
  const hidden = [
    ...structure.sections.flatMap((one, n) =>
      depends(one.conditions) && !played.sections.has(one.key) ? [{ key: one.key, name: t('play.section_n', { n: n + 1 }), why: one.conditions }] : [],
    ),
    ...questionsOf(structure).flatMap((one) =>
      depends(one.conditions) && !played.questions.has(one.key)
        ? [{ key: one.key, name: `${numbers.get(one.key)} ${textIn(one, 'text', lang)}`, why: one.conditions }]
        : [],
    ),
  ]
  const needs = (conditions: Conditions) => {
    const [first] = conditions
    return first ? first.map((one) => phraseOf(structure, one, lang, levels)).join(' · ') : ''
  }
  return (
    <Stack as="section" gap={10} padY={14} padX={14} edge="all" corner={8} fill="surface" className={css.card} aria-label={t('play.opens')} aria-live="polite">
      <h3>{t('play.opens')}</h3>
      {opened.length + hidden.length === 0 ? <p className={css.quiet}>{t('play.opens_nothing')}</p> : null}
      <Stack as="ul" gap={6} tone="quiet" size={12} className={css.opens}>
        {opened.slice(0, most).map((one) => (
          <Row as="li" align="start" gap={8} key={one.key} data-open>
            <Eye size={14} aria-hidden />
            {onOpen ? (
              <Box as="button" side="start" type="button" onClick={() => onOpen(one.key)}>
                {numbers.get(one.key)} {textIn(one, 'text', lang)}
              </Box>
            ) : (
              <span>
                {numbers.get(one.key)} {textIn(one, 'text', lang)}
              </span>
            )}
          </Row>
        ))}
        {hidden.slice(0, most).map(({ key, name, why }) => (
          <Row as="li" align="start" gap={8} key={key}>
            <Minus size={14} aria-hidden />
            <span>{t('play.stays_hidden', { name, needs: needs(why) })}</span>
          </Row>
        ))}
      </Stack>
      {opened.length > most ? <p className={css.quiet}>{t('play.more', { count: opened.length - most })}</p> : null}
    </Stack>
  )
}

/** Whether conditions read the answer of a question, or what it adds to. */
function dependents(structure: Structure, key: string): (conditions: Conditions) => boolean {
  const question = questionsOf(structure).find((one) => one.key === key)
  const adds = new Set(question?.options.flatMap(({ effects }) => effects.map(({ accumulator }) => accumulator)))
  return (conditions) => conditions.flat().some((one) => (one.type === 'ANSWER' ? one.question === key : adds.has(one.accumulator)))
}

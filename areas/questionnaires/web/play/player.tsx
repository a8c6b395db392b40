import { RotateCcw } from 'lucide-react'
import { useMemo, useState } from 'react'
import { levelReached, prepare, type Answer, type Answers, type Played } from '#areas/questionnaires/contract/play.ts'
import { textIn, type Accumulator, type Structure } from '#areas/questionnaires/contract/structure.ts'
import { toneOf } from '#areas/questionnaires/web/accents.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Segmented } from '#kit/web/ui/segmented.tsx'
import { Grid, Row, Stack } from '#kit/web/ui/layout.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { Opens } from './opens.tsx'
import { Turns } from './turns.tsx'
import css from './player.module.css'

interface PlayerProps {
  readonly structure: Structure
  /** The question that is being edited: shown and marked; without it, the whole runs from its beginning. */
  readonly at?: string | undefined
  readonly onOpen?: ((key: string) => void) | undefined
}

/** A questionnaire as whoever answers it sees it, with made-up answers: conditions and accumulators work, nothing is kept. */
export function Player({ structure, at, onOpen }: PlayerProps) {
  const t = useWords('questionnaires')
  const reader = useLanguage()
  const [lang, setLang] = useState<'en' | 'fr'>(reader)
  const [answers, setAnswers] = useState<Answers>({})
  const [last, setLast] = useState<string>()
  const run = useMemo(() => prepare(structure), [structure])
  const played = useMemo(() => run(answers), [run, answers])
  const answer = (key: string, value: Answer | undefined) => {
    setAnswers((before) => ({ ...before, [key]: value }))
    setLast(key)
  }
  const reset = () => {
    setAnswers({})
    setLast(undefined)
  }
  return (
    <Stack gap={10}>
      <Row as="header" align="center" gap={8} wrap className={css.head}>
        <h2>{t('play.title')}</h2>
        <span>{t('play.lead')}</span>
        <Segmented
          label={t('play.language')}
          value={lang}
          onChange={setLang}
          options={[
            { value: 'en', label: 'EN' },
            { value: 'fr', label: 'FR' },
          ]}
        />
      </Row>
      <Turns key={at ?? ''} structure={structure} played={played} answers={answers} at={at} lang={lang} onAnswer={answer} />
      <Run structure={structure} played={played} lang={lang} onReset={reset} />
      <Opens structure={structure} answers={answers} played={played} last={last} lang={lang} onOpen={onOpen} />
    </Stack>
  )
}

interface RunProps {
  readonly structure: Structure
  readonly played: Played
  readonly lang: 'en' | 'fr'
  readonly onReset: () => void
}

/** How accumulators and score stand; the mark is the first threshold that a condition uses. */
function Run({ structure, played, lang, onReset }: RunProps) {
  const t = useWords('questionnaires')
  const format = useFormat()
  const thresholds = useMemo(() => firstThresholds(structure), [structure])
  return (
    <Stack as="section" gap={10} padY={14} padX={14} edge="all" corner={8} fill="surface" className={css.card} aria-label={t('play.run')}>
      <Row as="header" align="center" spread="between">
        <h3>{t('play.run')}</h3>
        <Button variant="subtle" size="sm" icon={<RotateCcw size={13} aria-hidden />} onClick={onReset}>
          {t('play.reset')}
        </Button>
      </Row>
      {structure.accumulators.map((one, n) => (
        <Gauge
          key={one.key}
          accumulator={one}
          tone={toneOf(n)}
          value={played.accumulators.get(one.key) ?? one.initial}
          mark={thresholds.get(one.key)}
          lang={lang}
        />
      ))}
      {thresholds.size > 0 ? <p className={css.quiet}>{t('play.mark')}</p> : null}
      <Row as="dl" wrap gap={20} rowGap={6} size={12}>
        <Row gap={6}>
          <Text as="dt" tone="quiet">
            {t('play.score')}
          </Text>
          <Text as="dd" weight={600} figures>
            {played.score === null ? '—' : format.percent(played.score)}
          </Text>
        </Row>
        <Row gap={6}>
          <Text as="dt" tone="quiet">
            {t('play.answered')}
          </Text>
          <Text as="dd" weight={600} figures>
            {t('play.of', { n: played.answered, count: played.questions.size })}
          </Text>
        </Row>
        <Row gap={6}>
          <Text as="dt" tone="quiet">
            {t('play.missing')}
          </Text>
          <Text as="dd" weight={600} figures>
            {played.missing.length}
          </Text>
        </Row>
      </Row>
    </Stack>
  )
}

function firstThresholds({ sections }: Structure): ReadonlyMap<string, number> {
  const all = sections.flatMap((one) => [one, ...one.questions]).flatMap(({ conditions }) => conditions.flat())
  const found = new Map<string, number>()
  for (const one of all)
    if (one.type === 'ACCUMULATOR' && one.value < (found.get(one.accumulator) ?? Number.POSITIVE_INFINITY)) found.set(one.accumulator, one.value)
  return found
}

interface GaugeProps {
  readonly accumulator: Accumulator
  readonly tone: number
  readonly value: number
  readonly mark: number | undefined
  readonly lang: 'en' | 'fr'
}

function Gauge({ accumulator, tone, value, mark, lang }: GaugeProps) {
  const t = useWords('questionnaires')
  const { min, max } = accumulator
  const part = (at: number) => (max > min ? Math.min(100, Math.max(0, ((at - min) / (max - min)) * 100)) : 0)
  const level = levelReached(accumulator, value)
  const name = textIn(accumulator, 'name', lang) || accumulator.key
  return (
    <Grid align="center" gap={10} size={12} className={css.gauge}>
      <Text cut title={name}>
        {name}
      </Text>
      <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden data-tone={tone}>
        <rect className={css.track} x="0" y="3" width="100" height="4" />
        <rect className={css.filled} x="0" y="3" width={part(value)} height="4" />
        {mark === undefined ? null : <rect className={css.mark} x={Math.min(99, part(mark))} y="0" width="1" height="10" />}
      </svg>
      <Text as="b" weight={600} figures>
        {level ? `${textIn(level, 'name', lang)} · ` : ''}
        {t('play.reached', { value, max })}
      </Text>
    </Grid>
  )
}

import { useQuery } from '@tanstack/react-query'
import { nameOf } from '#areas/metrics/web/index.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { Copy, Paperclip, Ruler, ShieldOff } from 'lucide-react'
import type { AnswerLevel, Beside } from '#areas/campaigns/contract/answer-calls.ts'
import { shownScore } from '#areas/scores/contract/rounding.ts'
import { levelName } from '#kit/contract/level.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Box, Grid, Row, Stack } from '#kit/web/ui/layout.tsx'
import { Progress } from '#kit/web/ui/marks.tsx'
import { ErrorState, Skeleton } from '#kit/web/ui/states.tsx'
import { StatusBadge } from '#kit/web/ui/status-badge.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { shortly } from './conflict-box.tsx'
import type { Lang } from './model.ts'
import type { Evaluation } from './use-evaluation.ts'
import css from './beside.module.css'

interface PanelProps {
  readonly evaluation: Evaluation
  readonly item: number
  readonly lang: Lang
}

/** What is known already of what is asked: the last answer, the measures that answer it, what is open on it. Nothing here chooses a level. */
export function BesidePanel({ evaluation, item, lang }: PanelProps) {
  const t = useWords('campaigns')
  const { source } = evaluation
  const { data, error, refetch } = useQuery({
    queryKey: ['evaluation_beside', source.key, item],
    queryFn: ({ signal }) => source.beside?.(item, signal) ?? null,
    staleTime: 60_000,
  })
  return (
    <Stack as="aside" gap={12} narrows overflow="scrolled-down" padY={14} padX={16} size={13} className={css.beside} aria-label={t('answer.beside')}>
      {error ? <ErrorState reason={error} onRetry={() => void refetch()} /> : null}
      {data ? <Cards beside={data} evaluation={evaluation} item={item} lang={lang} /> : error ? null : <Skeleton height={160} />}
    </Stack>
  )
}

const looks = {
  IMPLEMENTED: { tone: 'success', glyph: 'check' },
  SERVED: { tone: 'success', glyph: 'check' },
  PLANNED: { tone: 'primary', glyph: 'circle' },
  TO_HANDLE: { tone: 'neutral', glyph: 'dashed' },
  DISCARDED: { tone: 'off', glyph: 'minus' },
} as const

function Cards({ beside, evaluation, item, lang }: PanelProps & { readonly beside: Beside }) {
  const t = useWords('campaigns')
  const format = useFormat()
  const reads = useLanguage()
  const { last, metric, performance, measures, gaps, exemptions } = beside
  const { store, mayAnswer, model } = evaluation
  const open = mayAnswer(item)
  const requirement = model.content.structure === null
  return (
    <>
      <Box as="section" padY={12} padX={12} edge="all" corner={12} fill="surface">
        <Row as="h3" gap={8} below={8}>
          {t('answer.last')} {last ? <em>{last.campaign}</em> : null}
        </Row>
        {last ? (
          <>
            <b>{last.na ? t('answer.na') : shortly(evaluation, item, last, lang)}</b>
            {(last.comment ?? last.justification) ? (
              <Box as="blockquote" above={8} below={8} tone="soft" breaks>
                {last.comment ?? last.justification}
              </Box>
            ) : null}
            <Row as="p" spread="between" above={6} below={6} tone="soft" size={12}>
              {[last.by, format.date(last.day)].filter(Boolean).join(', ')}
              {last.evidences.length > 0 ? <span>{t('answer.evidences', { count: last.evidences.length })}</span> : null}
            </Row>
            {open && (last.comment || last.evidences.length > 0) ? (
              <Row as="p" wrap gap={6} above={8} className={css.reuse}>
                {last.comment ? (
                  <Button size="sm" icon={<Copy size={13} aria-hidden />} onClick={() => store.edit(item, { comment: last.comment })}>
                    {t('answer.reuse_comment')}
                  </Button>
                ) : null}
                {last.evidences.length > 0 ? (
                  <Button
                    size="sm"
                    icon={<Paperclip size={13} aria-hidden />}
                    onClick={() => {
                      const { evidences } = store.valuesAt(item)
                      const known = new Set(evidences.map(({ id }) => id))
                      store.edit(item, { evidences: [...evidences, ...last.evidences.filter(({ id }) => !known.has(id))] })
                    }}
                  >
                    {t('answer.reuse_evidence')}
                  </Button>
                ) : null}
              </Row>
            ) : null}
          </>
        ) : (
          <Text as="p" tone="quiet">
            {t('answer.last_none')}
          </Text>
        )}
      </Box>
      {metric ? (
        <Box as="section" padY={12} padX={12} edge="all" corner={12} fill="surface">
          <Row as="h3" gap={8} below={8}>
            {t('answer.metric.title')} <em>{metric.identifier}</em>
          </Row>
          <p>{metric.name}</p>
          {metric.value === null || metric.period === null ? (
            <Text as="p" tone="quiet">
              {t('answer.metric.none')}
            </Text>
          ) : (
            <>
              <b>
                {t('answer.metric.of', {
                  value: [format.number(metric.value, metric.decimals), metric.unit].filter(Boolean).join('\u00A0'),
                  period: nameOf(metric.periodicity, metric.period, reads),
                })}
              </b>
              {open && store.valuesAt(item).value !== metric.value ? (
                <Row as="p" wrap gap={6} above={8} className={css.reuse}>
                  <Button size="sm" icon={<Copy size={13} aria-hidden />} onClick={() => store.edit(item, { value: metric.value })}>
                    {t('answer.metric.use')}
                  </Button>
                </Row>
              ) : null}
            </>
          )}
        </Box>
      ) : null}
      {requirement ? (
        <Box as="section" padY={12} padX={12} edge="all" corner={12} fill="surface">
          <Row as="h3" gap={8} below={8}>
            {t('answer.measures')} <em>{measures.length}</em> <span>{t('answer.efficiency')}</span>
          </Row>
          {measures.length === 0 ? (
            <Text as="p" tone="quiet">
              {t('answer.measures_none')}
            </Text>
          ) : null}
          <ul>
            {measures.map((one) => (
              <li key={one.id}>
                <p>
                  {one.name} <span>{one.identifier}</span>
                </p>
                <p>
                  <StatusBadge {...looks[one.situation as keyof typeof looks]}>
                    {one.implemented_by ? t('answer.by_other', { place: one.implemented_by }) : t(`answer.situations.${one.situation as keyof typeof looks}`)}
                  </StatusBadge>
                  {one.situation === 'IMPLEMENTED' || one.situation === 'SERVED' ? <Progress value={one.efficiency} /> : <span>—</span>}
                </p>
                {one.evidences > 0 ? (
                  <Text as="p" tone="quiet">
                    {t('answer.evidences', { count: one.evidences })}
                  </Text>
                ) : null}
              </li>
            ))}
          </ul>
          {performance === null ? null : <Performance evaluation={evaluation} item={item} performance={performance} lang={reads} />}
        </Box>
      ) : null}
      {gaps.length + exemptions.length > 0 ? (
        <Box as="section" padY={12} padX={12} edge="all" corner={12} fill="surface">
          <Row as="h3" gap={8} below={8}>
            {t('answer.open_here')} <em>{gaps.length + exemptions.length}</em>
          </Row>
          <ul>
            {gaps.map((one) => (
              <li key={one.id} data-line>
                <Ruler size={13} aria-hidden /> {one.name} <span>{one.identifier}</span>
              </li>
            ))}
            {exemptions.map((one) => (
              <li key={one.id} data-line>
                <ShieldOff size={13} aria-hidden /> {t('answer.until', { name: one.name ?? '', day: format.date(one.until) })} <span>{one.identifier}</span>
              </li>
            ))}
          </ul>
        </Box>
      ) : null}
    </>
  )
}

/** Percents within which a level says what measures say. */
const near = 15

/** What measures come to, beside the level that was chosen: the score is not the answer's to change. */
function Performance({ evaluation, item, performance, lang }: Omit<PanelProps, 'lang'> & { readonly performance: number; readonly lang: Lang }) {
  const t = useWords('campaigns')
  const { store, model } = evaluation
  const { na, level } = store.valuesAt(item)
  const shown = shownScore(performance) ?? 0
  const chosen = na || level === null ? undefined : level
  const far = chosen === undefined ? 0 : chosen - shown
  return (
    <Grid gap={4} className={css.performance}>
      <p>
        {t('answer.performance.title')} <b>{shown}</b>
      </p>
      <Text as="p" tone="quiet">
        {chosen === undefined
          ? null
          : `${t(`answer.performance.${Math.abs(far) <= near ? 'close' : far > 0 ? 'below' : 'above'}`, { level: levelText(model.levels, chosen, lang) })} `}
        {t('answer.performance.unmoved')}
      </Text>
    </Grid>
  )
}

const levelText = (levels: readonly AnswerLevel[], value: number, lang: Lang): string => {
  const level = levels.find((one) => one.value === value)
  return level ? `${levelName(level, lang)} (${value})` : String(value)
}

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Change, PerimeterStep, previewScores, ScorePreview as Preview } from '#areas/policies/contract/score-preview.ts'
import { roundHalfUp, scoreText, shownScore } from '#kit/contract/shown-score.ts'
import { tone } from '#kit/contract/tone.ts'
import { api, ApiError } from '#kit/web/api/client.ts'
import { useLevels } from '#kit/web/api/levels.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { inColor } from '#kit/web/ui/level-color.ts'
import { SkeletonRows } from '#kit/web/ui/states.tsx'
import { afterPause } from '#kit/web/pending-work.ts'
import { Text } from '#kit/web/ui/text.tsx'
import { Box, Grid, Row, Stack } from '#kit/web/ui/layout.tsx'
import css from './score-preview.module.css'

/** Milliseconds after the last change before it is computed, and after which nobody waits for it. */
const pause = 300
const patience = 3000

/** What the scores become by some changes that nobody made yet; computed anew after each. */
export function usePreview(changes: readonly Change[], all = false) {
  const wanted = JSON.stringify(changes)
  const [asked, setAsked] = useState(wanted)
  useEffect(() => {
    if (wanted === asked) return undefined
    return afterPause(pause, () => setAsked(wanted))
  }, [wanted, asked])
  const answer = useQuery({
    queryKey: ['score', 'preview', asked, all],
    queryFn: ({ signal }) =>
      api.call<typeof previewScores>('POST /score/preview', {
        body: { changes: JSON.parse(asked) as Change[], all },
        signal: AbortSignal.any([signal, AbortSignal.timeout(patience)]),
      }),
    select: ({ object }) => object,
    enabled: all || asked !== '[]',
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
  return { ...answer, waiting: wanted !== asked || answer.isFetching }
}

interface ScorePreviewProps {
  readonly changes: readonly Change[]
  /** Said while nothing is chosen. */
  readonly empty?: string
  /** Always of the same height, so that what is pressed below it never moves. */
  readonly steady?: boolean
  /** Where requirements without a model are linked first, for whoever may. */
  readonly onLink?: (() => void) | undefined
}

/** The perimeters whose score moves, from what to what, and how the requirements are answered; told anew whenever the changes are others. */
export function ScorePreview({ changes, empty, steady = false, onLink }: ScorePreviewProps) {
  const t = useWords('policies')
  const kit = useWords('kit')
  const format = useFormat()
  const { data, isError, error, waiting, refetch } = usePreview(changes)
  // What has no score has none to foresee.
  const none = error instanceof ApiError && !waiting
  if (none && !steady) return null
  return (
    <Stack
      as="section"
      gap={8}
      narrows
      className={css.preview}
      data-steady={steady || undefined}
      {...(steady ? { tabIndex: 0 } : {})}
      aria-live="polite"
      aria-busy={waiting}
      aria-label={t('preview.title')}
    >
      <Row spread="between" gap={12} tone="quiet" size={12}>
        <Text as="b" tone="plain" weight={500}>
          {t('preview.title')}
        </Text>
        {data && changes.length > 0 ? <span>{t('preview.computed', { day: format.date(data.day) })}</span> : null}
      </Row>
      {none ? null : changes.length === 0 ? (
        <Text as="p" padY={20} padX={12} corner={8} tone="soft" side="center" className={css.empty}>
          {empty ?? t('preview.choose')}
        </Text>
      ) : isError && !waiting ? (
        <Box padY={20} padX={12} corner={8} tone="soft" side="center" className={css.empty}>
          <Text as="p" below={8}>
            {t('preview.late')}
          </Text>
          <Button size="sm" onClick={() => void refetch()}>
            {kit('actions.try_again')}
          </Button>
        </Box>
      ) : data ? (
        <Stack gap={14} className={css.body} data-waiting={waiting || undefined}>
          <Steps data={data} />
          {data.requirements ? <Requirements {...data.requirements} /> : null}
          {data.requirements && data.requirements.unmapped > 0 ? (
            <Row as="p" wrap gap={8} rowGap={2} padY={10} padX={12} corner={8} tone="soft" size={12} line={18} className={css.first}>
              {t('preview.link_first', { count: data.requirements.unmapped, total: data.requirements.total })}
              {onLink ? (
                <Box as="button" tone="accent" weight={600} type="button" onClick={onLink}>
                  {t('preview.link')}
                </Box>
              ) : null}
            </Row>
          ) : null}
        </Stack>
      ) : (
        <SkeletonRows count={4} />
      )}
    </Stack>
  )
}

function Steps({ data: { perimeters, hidden } }: { readonly data: Preview }) {
  const t = useWords('policies')
  const moving = perimeters.filter(({ chosen, consolidated }) => chosen || shownScore(consolidated.before) !== shownScore(consolidated.after))
  // What is chosen first, then whatever it is felt through.
  const rows = [...moving.filter(({ chosen }) => chosen), ...moving.filter(({ chosen }) => !chosen)]
  return (
    <>
      {rows.length === 0 ? (
        <Text as="p" padY={20} padX={12} corner={8} tone="soft" side="center" className={css.empty}>
          {t('preview.still')}
        </Text>
      ) : null}
      <Box as="ul" overflow="scrolled" edge="all" corner={8} fill="surface" className={css.steps}>
        {rows.map((row) => (
          <Step key={row.id} row={row} />
        ))}
      </Box>
      {hidden > 0 ? (
        <Text as="p" tone="quiet" size={12}>
          {t('preview.hidden', { count: hidden })}
        </Text>
      ) : null}
    </>
  )
}

/** In whole points, as both are shown; where these are the same, in tenths of one: what is left out of a large score moves it by less. */
function differenceOf(before: number | null, after: number | null): number | null {
  if (before === null || after === null) return null
  const shown = roundHalfUp(after) - roundHalfUp(before)
  return shown === 0 ? Math.round((after - before) * 10) / 10 : shown
}

function Step({ row: { name, chosen, through, consolidated, target } }: { readonly row: PerimeterStep }) {
  const t = useWords('policies')
  const format = useFormat()
  const [before, after] = [shownScore(consolidated.before), shownScore(consolidated.after)]
  const levels = useLevels('indicator')
  const difference = differenceOf(consolidated.before, consolidated.after)
  return (
    <Grid as="li" align="center" gap={14} padY={6} padX={12} edge="soft-below" className={css.step} data-chosen={chosen || undefined}>
      <Text weight={500} breaks className={css.name}>
        {name}
        <Text tone="quiet" size={12} weight={400}>
          {chosen ? t('preview.chosen') : through ? t('preview.through', { name: through }) : null}
        </Text>
      </Text>
      <svg className={css.bar} viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden>
        <rect width="100" height="6" className={css.track} />
        <rect width={Math.max(before ?? 0, after ?? 0)} height="6" className={(after ?? 0) < (before ?? 0) ? css.less : css.more} />
        <rect width={Math.min(before ?? 0, after ?? 0)} height="6" className={css.kept} />
      </svg>
      <Grid
        as="span"
        align="baseline"
        gap={4}
        tone="quiet"
        figures
        className={css.figures}
        role="img"
        aria-label={t('preview.step', { name, before: scoreText(before), after: scoreText(after) })}
      >
        <span>{scoreText(before)}</span>
        <span aria-hidden>→</span>
        <Text as="b" tone="plain" size={16} weight={600} {...inColor(tone(after, target, levels))}>
          {scoreText(after)}
        </Text>
        <span className={css.difference} data-sign={Math.sign(difference ?? 0)}>
          {difference === null || difference === 0 ? '' : format.signed(difference)}
        </span>
      </Grid>
    </Grid>
  )
}

const parts = ['answered', 'linked', 'unmapped'] as const

function Requirements(counts: NonNullable<Preview['requirements']>) {
  const t = useWords('policies')
  const { total, answered, measures } = counts
  if (total === 0) return null
  return (
    <div className={css.requirements}>
      <Text as="p" below={6} tone="quiet" size={12}>
        <b>{t('preview.requirements', { count: total })}</b> <span>{t('preview.by_measures', { answered, measures: answered > 0 ? measures : 0 })}</span>
      </Text>
      <svg className={css.share} viewBox={`0 0 ${total} 8`} preserveAspectRatio="none" aria-hidden>
        {parts.map((part, at) => (
          <rect key={part} className={css[part]} x={parts.slice(0, at).reduce((sum, name) => sum + counts[name], 0)} width={counts[part]} height="8" />
        ))}
      </svg>
      <Row as="ul" wrap gap={16} rowGap={4} above={8} tone="soft" size={12} className={css.legend}>
        {parts.map((part) =>
          counts[part] > 0 ? (
            <Row as="li" align="center" gap={6} key={part}>
              <i className={css[part]} aria-hidden />
              <Text as="b" tone="plain">
                {counts[part]}
              </Text>{' '}
              {t(`preview.${part}`)}
            </Row>
          ) : null,
        )}
      </Row>
    </div>
  )
}

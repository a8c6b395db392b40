import { ArrowRight, Layers, PenLine, RefreshCw, RotateCcw, TriangleAlert } from 'lucide-react'
import { Fragment, useState } from 'react'
import type { RiskExplanation } from '#areas/risks/contract/calls.ts'
import { wholeShare } from '#areas/risks/contract/levels.ts'
import { risk } from '#areas/risks/contract/risk.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { updateRow } from '#kit/web/resource/list-api.ts'
import { Button, IconButton } from '#kit/web/ui/button.tsx'
import { Box, Grid, Row } from '#kit/web/ui/layout.tsx'
import { lazy } from '#kit/web/ui/lazy.tsx'
import { ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { Suspense } from '#kit/web/ui/suspense.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { LevelChip } from './level-chip.tsx'
import css from './levels.module.css'
import { useExplanation, type Risk } from './risk-api.ts'
import { ProposedMeasures } from './proposed-measures.tsx'
import { StaleNote } from './stale-note.tsx'

const ManualDialog = lazy(async () => ({ default: (await import('./manual-dialog.tsx')).ManualDialog }))

const ShareDialog = lazy(async () => ({ default: (await import('./share-dialog.tsx')).ShareDialog }))

/** The three levels of a risk and how the current one follows from its measures: which count and by how much, what they do together, the formula, the rounding. */
export function LevelsTab({ row }: { readonly row: Risk }) {
  const t = useWords('risks')
  const format = useFormat()
  const { data, error, refetch } = useExplanation(row)
  const [byHand, setByHand] = useState(false)
  const [sharing, setSharing] = useState<Counted>()
  const writable = row.edit_right && row.edit_right_regular && row.treatment !== 'CLOSED'
  const free = () =>
    void updateRow(risk, row, { manual_impact: null, manual_probability: null, manual_comment: null }).catch(() => {
      // Told already.
    })
  return (
    <Grid columns={1} gap={16}>
      <StaleNote row={row} />
      {row.rule_state === 'MOVED' && !row.stale ? (
        <Row as="p" gap={8} below={12} padY={8} padX={12} corner={8} fill="warn" tone="warn" size={13} className={css.stale} role="status">
          <TriangleAlert size={16} aria-hidden /> {t('levels.rule_moved')}
        </Row>
      ) : null}
      <Row as="ol" align="stretch" gap={8} className={css.three}>
        {(['init', 'current', 'target'] as const).map((kind) => (
          <Fragment key={kind}>
            {kind === 'init' ? null : (
              <li aria-hidden className={css.arrow}>
                <ArrowRight size={15} />
              </li>
            )}
            <li data-current={kind === 'current' || undefined}>
              <span>{kind === 'target' && row.target_date ? t('levels.by_date', { date: format.date(row.target_date) }) : t(`kinds.${kind}`)}</span>
              {row.levels?.[kind] ? (
                <LevelChip level={row.levels[kind]} impact={row[`${kind}_impact`]} probability={row[`${kind}_probability`]} />
              ) : (
                <span>{t('levels.none')}</span>
              )}
              {kind === 'current' && row.above ? (
                <Text as="b" size={12} tone="bad" weight={500}>
                  {t('levels.above')}
                </Text>
              ) : null}
            </li>
          </Fragment>
        ))}
      </Row>
      {error ? (
        <ErrorState reason={error} onRetry={() => void refetch()} />
      ) : data ? (
        <Explained row={row} found={data} onShare={writable ? setSharing : undefined} />
      ) : (
        <SkeletonRows count={5} />
      )}
      {writable ? <ProposedMeasures row={row} /> : null}
      {writable ? (
        <p>
          {data?.by_hand ? (
            <Button variant="subtle" icon={<RotateCcw size={14} aria-hidden />} onClick={free}>
              {t('levels.back')}
            </Button>
          ) : null}
          <Button variant="subtle" icon={<PenLine size={14} aria-hidden />} onClick={() => setByHand(true)}>
            {t('levels.set_by_hand')}
          </Button>
        </p>
      ) : null}
      {byHand && data ? (
        <Suspense>
          <ManualDialog row={row} scale={data.scale} onClose={() => setByHand(false)} />
        </Suspense>
      ) : null}
      {sharing ? (
        <Suspense>
          <ShareDialog row={row} measure={sharing.id} share={sharing.share} name={sharing.name ?? ''} onClose={() => setSharing(undefined)} />
        </Suspense>
      ) : null}
    </Grid>
  )
}

type Counted = RiskExplanation['measures'][number]

function Explained({
  row,
  found,
  onShare,
}: {
  readonly row: Risk
  readonly found: RiskExplanation
  readonly onShare: ((measure: Counted) => void) | undefined
}) {
  const t = useWords('risks')
  const format = useFormat()
  const counted = found.measures.filter(({ worth }) => worth !== null)
  const stands = ({ status, decision, by, worth }: Counted) => {
    if (by !== null) return t('levels.implemented_by', { by })
    if (worth !== null) return t('levels.implemented')
    if (decision === 'DISCARDED') return t('levels.discarded')
    return t(decision === 'PLANNED' && status !== 'IMPLEMENTED' ? 'levels.planned' : 'levels.not_implemented')
  }
  return (
    <section className={css.explained} aria-label={t('levels.explained', { count: counted.length })}>
      {found.by_hand ? (
        <Text as="p" below={8} size={13}>
          <b>{t('levels.by_hand')}</b> {row.manual_comment}
        </Text>
      ) : null}
      {found.pending ? (
        <Row as="p" below={8} size={13} gap={6} tone="soft" role="status">
          <RefreshCw size={14} aria-hidden /> {t('levels.pending')}
        </Row>
      ) : null}
      <Row as="header" spread="between" gap={12} tone="soft" size={13}>
        <Text as="h3" tone="plain" size={14} weight={600}>
          {t('levels.explained', { count: counted.length })}
        </Text>
        <span>{t('levels.efficiency')}</span>
      </Row>
      <Box as="ul" above={8} edge="all">
        {found.measures.map((one) => (
          <Row as="li" align="center" spread="between" gap={12} padY={8} padX={12} size={13} key={one.id} data-off={one.worth === null || undefined}>
            <div>
              <span>{one.name ?? t('levels.hidden_measure')}</span>
              <Text as="small" tone="soft" size={12} weight={400}>
                {[one.identifier, stands(one)].filter(Boolean).join(' · ')}
                {one.factor !== null && one.factor < 1 && one.efficiency !== null
                  ? `, ${t('levels.factors', { efficiency: format.percent(one.efficiency, 2), factor: format.percent(one.factor * 100) })}`
                  : ''}
                {one.share < wholeShare ? ` · ${t('levels.share', { share: format.percent(one.share, 2) })}` : ''}
              </Text>
            </div>
            {onShare && one.name !== null ? (
              <IconButton size="sm" label={t('levels.set_share', { name: one.name })} onClick={() => onShare(one)}>
                <Layers size={14} />
              </IconButton>
            ) : null}
            <Worth value={one.worth} />
          </Row>
        ))}
        {found.effect === null ? (
          <Row as="li" align="center" spread="between" gap={12} padY={8} padX={12} size={13}>
            {t('levels.no_measure')}
          </Row>
        ) : (
          <Row as="li" align="center" spread="between" gap={12} padY={8} padX={12} size={13} className={css.effect}>
            <div>
              <span>{t('levels.effect')}</span>
            </div>
            <Worth value={found.effect} />
          </Row>
        )}
      </Box>
      {found.effect === null ? null : (
        <Box padY={10} padX={12} edge="all" fill="canvas" size={13} className={css.sums}>
          <Grid as="dl" gap={4}>
            {(['impact', 'probability'] as const).map((side) => {
              const { initial, minimum, exact, computed } = found[side]
              return (
                <div key={side}>
                  <dt>{t(`matrix.${side}`)}</dt>
                  <Text as="dd">
                    {t('levels.arithmetic', {
                      initial: String(initial),
                      minimum: String(minimum),
                      effect: format.percent(found.effect ?? 0, 1),
                      exact: format.number(Math.round(exact * 100) / 100),
                    })}
                  </Text>
                  <Text as="dd">
                    <b>{computed}</b>
                  </Text>
                </div>
              )
            })}
          </Grid>
          <Text above={6} as="p" tone="soft" size={12}>
            {t('levels.rounding', { impact: String(found.impact.minimum), probability: String(found.probability.minimum) })}
          </Text>
        </Box>
      )}
    </section>
  )
}

function Worth({ value }: { readonly value: number | null }) {
  const format = useFormat()
  if (value === null) return <span>—</span>
  const shown = Math.round(value)
  return (
    <Row as="span" rigid align="center" gap={10} className={css.worth}>
      <i aria-hidden data-low={shown < 60 || undefined}>
        <i style={{ width: `${shown}%` }} />
      </i>
      <Text as="b" weight={600} side="right">
        {format.percent(shown)}
      </Text>
    </Row>
  )
}

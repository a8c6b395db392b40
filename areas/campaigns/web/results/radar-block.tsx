import { useMemo } from 'react'
import type { CampaignResult } from '#areas/campaigns/contract/result-calls.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { RadarsChart } from '#kit/web/charts/radars-chart.tsx'
import type { Series } from '#kit/web/charts/series.ts'
import { Block } from '#kit/web/ui/page.tsx'
import { scoreText } from './results-api.ts'
import css from './results.module.css'

/** Groups around a circle: now, the last time and the target. */
export function RadarBlock({ result }: { readonly result: CampaignResult }) {
  const t = useWords('campaigns')
  const { parts, total, before, campaign } = result
  const categories = useMemo(() => parts.map(({ name, identifier }) => name ?? identifier ?? ''), [parts])
  const series = useMemo((): Series[] => {
    const shown = (scores: readonly (number | null)[]) => scores.map((score) => Number(scoreText(score ?? 0)))
    return [
      { name: t('results.radar.now'), color: 'c1', values: shown(total.cells) },
      ...(before ? [{ name: before.campaign.name ?? t('results.radar.before'), color: 'c6', values: shown(before.cells) }] : []),
      ...(campaign.target === null ? [] : [{ name: t('results.radar.target'), color: 'c4', values: categories.map(() => campaign.target ?? 0) }]),
    ]
  }, [t, total, before, campaign.target, categories])
  return (
    <Block title={t('results.radar.title')}>
      {parts.length < 3 || total.counted === 0 ? <p className={css.none}>{t('results.radar.few')}</p> : null}
      {parts.length < 3 || total.counted === 0 ? null : <RadarsChart label={t('results.radar.title')} categories={categories} series={series} height={380} />}
    </Block>
  )
}

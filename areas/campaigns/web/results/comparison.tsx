import { useState } from 'react'
import type { CampaignResult } from '#areas/campaigns/contract/result-calls.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Block } from '#kit/web/ui/page.tsx'
import { Checkbox } from '#kit/web/ui/check.tsx'
import { Box, Grid, Row } from '#kit/web/ui/layout.tsx'
import { Modal } from '#kit/web/ui/modal.tsx'
import { Select } from '#kit/web/ui/select.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { difference, scoreText, toneOfDifference, useComparison } from './results-api.ts'
import css from './results.module.css'

interface ComparisonProps {
  readonly result: CampaignResult
  readonly onAgainst: (id: number | undefined) => void
}

/** The last time beside now, group by group: hollow before, solid now, red where it is lower. */
export function Comparison({ result, onAgainst }: ComparisonProps) {
  const t = useWords('campaigns')
  const [several, setSeveral] = useState(false)
  const { parts, total, before, comparable, campaign } = result
  const name = (part: (typeof parts)[number]) => part.name ?? part.identifier ?? ''
  if (comparable.length === 0 || !before) {
    return (
      <Block span={4} title={t('results.compare.title')}>
        <p className={css.none}>{t('results.compare.none')}</p>
        <p className={css.none}>{t('results.compare.none_text')}</p>
      </Block>
    )
  }
  const known = [...before.cells, ...total.cells, campaign.target].filter((score) => score !== null)
  const low = Math.max(0, Math.floor(Math.min(...known, 100) / 10) * 10 - 10)
  const high = Math.min(100, Math.ceil(Math.max(...known, 0) / 10) * 10 + 10)
  const x = (score: number) => ((score - low) / Math.max(1, high - low)) * 100
  return (
    <Block
      span={4}
      title={t('results.compare.title')}
      aside={
        <Row as="ul" wrap spread="last" gap={10} rowGap={2} tone="soft" size={12} className={css.legend}>
          <Row as="li" inline align="center" gap={5}>
            <i className={css.hollow} aria-hidden />
            {t('results.compare.before')}
          </Row>
          <Row as="li" inline align="center" gap={5}>
            <i className={css.solid} aria-hidden />
            {t('results.compare.now')}
          </Row>
        </Row>
      }
    >
      <Row wrap gap={8} below={6}>
        <Select
          aria-label={t('results.compare.campaign')}
          value={String(before.campaign.id)}
          options={comparable.map(({ id, name: label }) => ({ value: String(id), label: label ?? String(id) }))}
          onChange={(value) => onAgainst(value === null ? undefined : Number(value))}
        />
        {comparable.length > 1 ? <Button onClick={() => setSeveral(true)}>{t('results.compare.several')}</Button> : null}
      </Row>
      <ul className={css.pairs}>
        {parts.map((part, n) => {
          const [was, now] = [before.cells[n] ?? null, total.cells[n] ?? null]
          const moved = difference(now, was)
          return (
            <Grid
              as="li"
              align="center"
              gap={10}
              size={12}
              key={part.key}
              aria-label={t('results.compare.row', { part: name(part), before: scoreText(was), now: scoreText(now) })}
            >
              <Text tone="soft" cut title={name(part)}>
                {name(part)}
              </Text>
              <svg className={css.track} viewBox="0 0 100 14" preserveAspectRatio="none" aria-hidden data-difference={toneOfDifference(moved)}>
                {campaign.target === null ? null : <line className={css.targeted} x1={x(campaign.target)} x2={x(campaign.target)} y1="0" y2="14" />}
                {was !== null && now !== null ? <line className={css.way} x1={x(was)} x2={x(now)} y1="7" y2="7" /> : null}
                {was === null ? null : <line className={css.was} x1={x(was)} x2={x(was) + 0.01} y1="7" y2="7" />}
                {was === null ? null : <line className={css.inner} x1={x(was)} x2={x(was) + 0.01} y1="7" y2="7" />}
                {now === null ? null : <line className={css.now} x1={x(now)} x2={x(now) + 0.01} y1="7" y2="7" />}
              </svg>
              <Text tone="soft" weight={600} figures className={css.difference} data-difference={toneOfDifference(moved)}>
                {moved}
              </Text>
            </Grid>
          )
        })}
      </ul>
      <Row as="p" spread="between" tone="quiet" size={11} className={css.axis}>
        <span>{low}</span>
        {campaign.target === null ? null : <span>{t('results.compare.target', { target: String(campaign.target) })}</span>}
        <span>{high}</span>
      </Row>
      {several ? <Several result={result} onClose={() => setSeveral(false)} /> : null}
    </Block>
  )
}

/** Any of the campaigns on the same content side by side, at least two (CMP-20). */
function Several({ result, onClose }: { readonly result: CampaignResult; readonly onClose: () => void }) {
  const t = useWords('campaigns')
  const format = useFormat()
  const { campaign, comparable, before } = result
  const [ids, setIds] = useState<readonly number[]>([campaign.id, ...(before ? [before.campaign.id] : [])])
  const { data } = useComparison(ids)
  const choices = [{ id: campaign.id, name: campaign.name, date: campaign.date_start }, ...comparable]
  return (
    <Modal title={t('results.compare.several_title')} size="lg" onClose={onClose}>
      <Grid gap={6} below={12}>
        {choices.map(({ id, name, date }) => (
          <Checkbox
            key={id}
            label={`${name ?? id}${date ? `, ${format.date(date)}` : ''}`}
            checked={ids.includes(id)}
            disabled={!ids.includes(id) && ids.length >= 6}
            onChange={({ target }) => setIds(target.checked ? [...ids, id] : ids.filter((one) => one !== id))}
          />
        ))}
      </Grid>
      {ids.length < 2 ? (
        <p className={css.none} role="status">
          {t('results.compare.none')}
        </p>
      ) : data ? (
        <div className={css.scroll} tabIndex={0} role="region" aria-label={t('results.compare.several_title')}>
          <Box as="table" full size={13} className={css.plain}>
            <thead>
              <tr>
                <th scope="col">{t('results.items.part')}</th>
                {data.object.campaigns.map((one) => (
                  <th key={one.id} scope="col">
                    {one.name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              <tr>
                <th scope="row">{t('results.compare.score')}</th>
                {data.object.campaigns.map((one) => (
                  <td key={one.id}>
                    <b>{scoreText(one.score)}</b> <small>{t('results.map.of', { counted: String(one.counted), of: String(one.of) })}</small>
                  </td>
                ))}
              </tr>
              {data.object.parts.map((part, n) => (
                <tr key={part.key}>
                  <th scope="row">{part.name ?? part.identifier}</th>
                  {data.object.campaigns.map((one) => (
                    <td key={one.id}>{scoreText(one.cells[n] ?? null)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </Box>
        </div>
      ) : null}
    </Modal>
  )
}

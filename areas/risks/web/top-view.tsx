import { useState } from 'react'
import { topOrders, type TopOrder } from '#areas/risks/contract/calls.ts'
import { only } from '#kit/contract/figure.ts'
import { narrowed } from '#kit/web/figure-link.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import type { ViewContext } from '#kit/web/resource/list-props.ts'
import { Box, Row } from '#kit/web/ui/layout.tsx'
import { Segmented } from '#kit/web/ui/segmented.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { usePhone } from '#kit/web/ui/use-width.ts'
import { LevelChip } from './level-chip.tsx'
import css from './plan.module.css'
import { useTop } from './risk-api.ts'

/** The ten open risks of a register that a committee looks at: the gravest, or the dearest. */
export function TopView({ register, state, onOpen }: Pick<ViewContext, 'state' | 'onOpen'> & { readonly register: number }) {
  const t = useWords('risks')
  const kit = useWords('kit')
  const format = useFormat()
  const phone = usePhone()
  const [by, setBy] = useState<TopOrder>('level')
  const { data, error, refetch } = useTop(register, by, { filters: narrowed(state.filters, [only('closed', false)]), search: state.search })
  if (error && !data) return <ErrorState reason={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows />
  if (data.risks.length === 0) return <EmptyState title={t('top.empty')} />
  const loss = (amount: number) => format.keuro(Number(amount.toPrecision(3)))
  const distance = (steps: number | null) =>
    steps === null ? '' : steps > 0 ? t('top.above', { count: steps }) : steps === 0 ? t('top.at') : t('top.below', { count: -steps })
  return (
    <Box grow narrows overflow="scrolled" className={css.plan}>
      <Box below={12} weight={600}>
        <Segmented label={t('top.by')} value={by} onChange={setBy} options={topOrders.map((value) => ({ value, label: t(`top.orders.${value}`) }))} />
      </Box>
      {phone ? (
        <ol aria-label={t('top.name')}>
          {data.risks.map((one, n) => (
            <Text as="li" padY={10} edge="soft-above" key={one.id}>
              <Row wrap align="baseline" tone="soft" size={12} line={18} className={css.line}>
                <span>{n + 1}</span>
                <Box as="button" grow narrows breaks type="button" onClick={() => onOpen(one.id)}>
                  <small>{one.identifier}</small> {one.name}
                </Box>
                <LevelChip level={one.current} impact={one.current_impact} probability={one.current_probability} />
              </Row>
              <Row wrap align="baseline" tone="soft" size={12} line={18} className={css.line}>
                <span data-late={(one.distance ?? 0) > 0 || undefined}>{distance(one.distance)}</span>
                {one.loss === null ? null : <span>{loss(one.loss)}</span>}
                <span>{kit('labelled', { label: t('entities.risk.fields.actions'), value: format.number(one.actions) })}</span>
                <span data-end>{one.manager}</span>
              </Row>
            </Text>
          ))}
        </ol>
      ) : (
        <Box overflow="scrolled-across" role="region" aria-label={t('top.name')} tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">
                  <abbr title={t('top.rank')}>#</abbr>
                </th>
                <th scope="col">{t('plan.risk')}</th>
                <th scope="col">{t('kinds.current')}</th>
                <th scope="col">{t('top.distance')}</th>
                <th scope="col">{t('kinds.target')}</th>
                <th scope="col" data-figure>
                  {t('top.loss')}
                </th>
                <th scope="col">{t('entities.risk.fields.treatment')}</th>
                <th scope="col" data-figure>
                  {t('entities.risk.fields.actions')}
                </th>
                <th scope="col">{t('entities.risk.fields.manager')}</th>
              </tr>
            </thead>
            <tbody>
              {data.risks.map((one, n) => (
                <tr key={one.id}>
                  <td>{n + 1}</td>
                  <th scope="row">
                    <button type="button" onClick={() => onOpen(one.id)}>
                      <small>{one.identifier}</small> {one.name}
                    </button>
                  </th>
                  <td>
                    <LevelChip level={one.current} impact={one.current_impact} probability={one.current_probability} />
                  </td>
                  <td data-late={(one.distance ?? 0) > 0 || undefined}>{distance(one.distance)}</td>
                  <td>
                    <LevelChip level={one.target} impact={one.target_impact} probability={one.target_probability} />
                  </td>
                  <td data-figure>{one.loss === null ? '–' : loss(one.loss)}</td>
                  <td>{t(`entities.risk.choices.treatment.${one.treatment}`)}</td>
                  <td data-figure>{format.number(one.actions)}</td>
                  <td>{one.manager}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Box>
      )}
    </Box>
  )
}

import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Link } from '#kit/web/navigation.ts'
import { useAsOf } from '#kit/web/resource/use-as-of.ts'
import { path } from '#kit/web/route.ts'
import { Box, Row } from '#kit/web/ui/layout.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { useActionsOf } from './measure-actions.ts'
import css from './measures.module.css'
import type { Measure } from './presentation.tsx'

const ended = ['FINISHED', 'CANCELLED']

/** Why a measure is as efficient as it is: its base, less what each open improvement action takes off. */
export function EfficiencyTab({ row }: { readonly row: Measure }) {
  const t = useWords('measures')
  const kit = useWords('kit')
  const format = useFormat()
  const asOf = useAsOf()
  const actions = useActionsOf(row.id, asOf)
  const open = (actions.data ?? []).filter((action) => action.type === 'UPGRADE' && !ended.includes(action.status) && action.impact)
  return (
    <div className={css.tab}>
      <Box as="dl" className={css.sum}>
        <Row spread="between" gap={12} edge="soft-below">
          <dt>{t('efficiency.base')}</dt>
          <Text as="dd" figures>
            {format.percent(row.base_efficiency)}
          </Text>
        </Row>
        {open.map((action) => (
          <Row spread="between" gap={12} edge="soft-below" key={action.id}>
            <dt>
              <Link to={path('/actions/filtered', { id: action.id, ...(asOf && { as_of: asOf }) })}>
                {t('efficiency.deduction', { identifier: action.identifier, name: action.name })}
              </Link>
            </dt>
            <Text figures as="dd" tone="bad">
              {t('efficiency.impact', { points: action.impact ?? 0 })}
            </Text>
          </Row>
        ))}
        <Row spread="between" gap={12} edge="soft-below">
          <dt>{t('efficiency.result')}</dt>
          <Text as="dd" figures>
            {format.percent(row.efficiency)}
          </Text>
        </Row>
      </Box>
      <p>{t(open.length > 0 ? 'efficiency.explained' : 'efficiency.full')}</p>
      {row.efficiency_reason ? <p>{kit('labelled', { label: t('entities.measure.fields.efficiency_reason'), value: row.efficiency_reason })}</p> : null}
      {row.status === 'IMPLEMENTED' ? null : <p>{t('efficiency.not_implemented')}</p>}
    </div>
  )
}

import { TriangleAlert } from 'lucide-react'
import type { RemediationStatus } from '#areas/actions/contract/lifecycle.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { ScaleLevel } from '#kit/web/ui/level.tsx'
import { Progress } from '#kit/web/ui/marks.tsx'
import { StatusBadge } from '#kit/web/ui/status-badge.tsx'
import { lookOf } from '#kit/web/ui/status-looks.ts'
import { Row } from '#kit/web/ui/layout.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import type { Action } from './presentation.tsx'

/** What stands under the title of an action: status, priority, progress, and what deserves attention. */
export function RecordHead({ row }: { readonly row: Action }) {
  const t = useWords('actions')
  const kit = useWords('kit')
  const format = useFormat()
  const status = row.status as RemediationStatus
  const look = lookOf(status, 'remediation.status')
  return (
    <Row gap={10} align="center" wrap>
      <StatusBadge {...look}>{t(`entities.remediation.choices.status.${status}`)}</StatusBadge>
      <ScaleLevel scale="priority" value={row.priority} />
      <Progress value={row.progress ?? 0} />
      {row.type && row.type !== 'SIMPLE' ? <Text tone="quiet">{t(`entities.remediation.choices.type.${row.type}`)}</Text> : null}
      {row.external_status ? (
        <Text tone="quiet">
          {kit('labelled', {
            label: t('entities.remediation.fields.external_status'),
            value: t(`entities.remediation.choices.external_status.${row.external_status}`),
          })}
        </Text>
      ) : null}
      {row.postponements ? (
        <Row as="span" inline align="center" gap={4} tone="warn">
          {t('panel.postponed', { count: row.postponements })}
          {row.initial_target_date ? `, ${t('panel.initially', { date: format.date(row.initial_target_date) })}` : ''}
        </Row>
      ) : null}
      {row.warning?.message ? (
        <Row as="span" inline align="center" gap={4} tone="warn">
          <TriangleAlert size={13} aria-hidden />
          {row.warning.message}
        </Row>
      ) : null}
    </Row>
  )
}

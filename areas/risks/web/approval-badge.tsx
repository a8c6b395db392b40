import { useWords } from '#kit/web/i18n/words.ts'
import { Row } from '#kit/web/ui/layout.tsx'
import { StatusBadge } from '#kit/web/ui/status-badge.tsx'
import { looks, lookOf } from '#kit/web/ui/status-looks.ts'
import type { Risk } from './risk-api.ts'

/** How far the approval has come; what no longer holds says so wherever the risk is listed. */
export function ApprovalBadge({ row: { status, stale } }: { readonly row: Risk }) {
  const t = useWords('risks')
  if (!status) return null
  const badge = <StatusBadge {...lookOf(status, 'risk.status')}>{t(`entities.risk.choices.status.${status}`)}</StatusBadge>
  if (!stale) return badge
  return (
    <Row as="span" inline wrap gap={4}>
      {badge}
      <StatusBadge {...looks.alert}>{t('entities.risk.fields.stale')}</StatusBadge>
    </Row>
  )
}

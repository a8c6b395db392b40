import { TriangleAlert } from 'lucide-react'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Row } from '#kit/web/ui/layout.tsx'
import css from './levels.module.css'
import type { Risk } from './risk-api.ts'

/** What was approved, or asked, and what is are no more the same. */
export function StaleNote({ row }: { readonly row: Risk }) {
  const t = useWords('risks')
  const format = useFormat()
  if (!row.stale) return null
  return (
    <Row as="p" gap={8} below={12} padY={8} padX={12} corner={8} fill="warn" tone="warn" size={13} className={css.stale} role="status">
      <TriangleAlert size={16} aria-hidden />
      {row.stale_reason && row.status === 'APPROVED'
        ? t('levels.stale', { date: format.date(row.stale_on), reason: row.stale_reason })
        : t('levels.asked_stale')}{' '}
      {row.decide_right ? t('approval.fresh') : null}
    </Row>
  )
}

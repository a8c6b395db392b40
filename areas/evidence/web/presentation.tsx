import { FileCheck2, FileImage, FileSpreadsheet, FileText, Link2, type LucideIcon } from 'lucide-react'
import { loadCode } from '#kit/web/api/load-code.ts'
import { evidence, expiringDays } from '#areas/evidence/contract/evidence.ts'
import type { RowOf } from '#kit/contract/entity.ts'
import { dayOf, daysBetween, useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { definePresentation } from '#kit/web/resource/presentation.ts'
import { useAsOf } from '#kit/web/resource/use-as-of.ts'
import { Row } from '#kit/web/ui/layout.tsx'
import { setLooks } from '#kit/web/ui/status-looks.ts'
import { Text } from '#kit/web/ui/text.tsx'
import { VisuallyHidden } from '#kit/web/ui/visually-hidden.tsx'
import css from './evidence.module.css'

export type Evidence = RowOf<typeof evidence>
export type Revision = Evidence['revisions'][number]

const icons: Readonly<Record<string, LucideIcon>> = { PDF: FileText, IMAGE: FileImage, SHEET: FileSpreadsheet, TEXT: FileText, LINK: Link2 }

/** How much of its time is over, 0–100, and how it stands to today, or to a day gone by. */
export function validityOf({ effective_date, valid_until }: Pick<Evidence, 'effective_date' | 'valid_until'>, today = dayOf()) {
  if (!valid_until) return { spent: 0, tone: undefined, left: undefined }
  const left = daysBetween(today, valid_until)
  const whole = effective_date ? Math.max(1, daysBetween(effective_date, valid_until)) : 365
  return { spent: Math.min(100, Math.max(0, (1 - left / whole) * 100)), tone: left < 0 ? 'bad' : left <= expiringDays ? 'warn' : 'ok', left }
}

/** Its end in words: «expires in 12 days». */
export function useEnd(row: Pick<Evidence, 'effective_date' | 'valid_until'>): string {
  const t = useWords('evidence')
  const { left } = validityOf(row, useAsOf())
  return left === undefined ? t('panel.no_end') : left < 0 ? t('panel.ended', { count: -left }) : t('panel.ends_in', { count: left })
}

function Validity({ row }: { readonly row: Evidence }) {
  const t = useWords('evidence')
  const format = useFormat()
  const { spent, tone } = validityOf(row, useAsOf())
  const endText = useEnd(row)
  return (
    <Row as="span" inline align="center" gap={8} oneLine figures className={css.validity} data-tone={tone}>
      <Text as="i" rigid overflow="clipped" aria-hidden>
        <i style={{ width: `${spent}%` }} />
      </Text>
      {row.valid_until ? format.date(row.valid_until) : t('panel.no_end')}
      {row.valid_until ? <VisuallyHidden> ({endText})</VisuallyHidden> : null}
    </Row>
  )
}

function Kind({ row: { kind } }: { readonly row: Evidence }) {
  const t = useWords('evidence')
  if (!kind) return null
  const Icon = icons[kind] ?? FileText
  return (
    <Row as="span" inline align="center" gap={8} oneLine figures className={css.kind}>
      <Icon size={14} aria-hidden /> {t(`entities.evidence.choices.kind.${kind}`)}
    </Row>
  )
}

setLooks('evidence.state', { VALID: 'done', EXPIRING: 'soon', EXPIRED: 'late', NO_EXPIRY: 'off' })

definePresentation(evidence, {
  icon: FileCheck2,
  cells: { valid_until: (row) => <Validity row={row} />, kind: (row) => <Kind row={row} /> },
  takes: { valid_until: () => () => 150, kind: () => () => 100 },
  askRemoval: async (row) => (await loadCode(() => import('./ask-removal.tsx'))).askRemoval(row),
  widths: { identifier: 84, kind: 104, valid_until: 160, manager: 150, perimeter: 150 },
})

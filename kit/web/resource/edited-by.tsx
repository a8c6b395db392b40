import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import type { AnyRow } from './presentation.ts'
import css from './record-panel.module.css'

/** Who wrote a row last, and when. */
export function EditedBy({ row }: { readonly row: AnyRow | undefined }) {
  const t = useWords('kit')
  const format = useFormat()
  return (
    <span className={css.edited}>
      {row
        ? t('record.edited_by', {
            name: row.updated_by?.name ?? row.created_by?.name ?? 'Vigie',
            date: format.date(row.updated_at),
          })
        : ''}
    </span>
  )
}

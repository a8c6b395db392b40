import type { EntityDef } from '#kit/contract/entity.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { nameOfRow } from './entity-columns.tsx'
import css from './list-page.module.css'
import type { BulkWrite } from './use-bulk-write.ts'

/** What a change of several rows could not do: each row by name with its reason, and the way on without them. */
export function BulkRefusals({
  entity,
  bulk,
}: {
  readonly entity: EntityDef
  readonly bulk: Pick<BulkWrite<unknown>, 'rows' | 'refused' | 'error' | 'sending' | 'leaveOut'>
}) {
  const t = useWords('kit')
  const { refused, rows, error } = bulk
  const others = rows.length - refused.length
  if (refused.length === 0)
    return error ? (
      <p className={css.refused} role="alert">
        {error}
      </p>
    ) : null
  return (
    <div className={css.refusals} role="alert">
      <p>{others > 0 ? t('errors.bulk_refused', { count: refused.length }) : t('table.bulk_left', { count: refused.length })}</p>
      <ul tabIndex={0} aria-label={t('table.bulk_refusals')}>
        {refused.map(({ row, reason }) => (
          <li key={row.id}>
            <b>{nameOfRow(entity, row)}</b> {reason}
          </li>
        ))}
      </ul>
      {others > 0 ? (
        <Button onClick={() => void bulk.leaveOut()} loading={bulk.sending}>
          {t('table.bulk_others', { count: others })}
        </Button>
      ) : null}
    </div>
  )
}

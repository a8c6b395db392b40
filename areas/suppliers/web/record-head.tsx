import { useWords } from '#kit/web/i18n/words.ts'
import { Avatar } from '#kit/web/ui/avatar.tsx'
import { Row } from '#kit/web/ui/layout.tsx'
import { StatusBadge } from '#kit/web/ui/status-badge.tsx'
import { lookOf } from '#kit/web/ui/status-looks.ts'
import { Text } from '#kit/web/ui/text.tsx'
import { CriticalityBadge, type Supplier } from './presentation.tsx'
import css from './suppliers.module.css'

/** How critical it is, whether it works for us, and who watches it. */
export function RecordHead({ row }: { readonly row: Supplier }) {
  const t = useWords('suppliers')
  return (
    <Row as="span" inline wrap align="center" gap={10} rowGap={6} className={css.head}>
      <CriticalityBadge row={row} />
      {row.status ? <StatusBadge {...lookOf(row.status, 'supplier.status')}>{t(`entities.supplier.choices.status.${row.status}`)}</StatusBadge> : null}
      {row.manager ? (
        <span>
          <Avatar name={row.manager.name} /> {row.manager.name}
        </span>
      ) : null}
      {row.parent ? (
        <Text as="em" upright tone="quiet">
          {row.parent.name}
        </Text>
      ) : null}
    </Row>
  )
}

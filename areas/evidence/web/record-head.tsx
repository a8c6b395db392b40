import { useWords } from '#kit/web/i18n/words.ts'
import { Avatar } from '#kit/web/ui/avatar.tsx'
import { Row } from '#kit/web/ui/layout.tsx'
import { StatusBadge } from '#kit/web/ui/status-badge.tsx'
import { lookOf } from '#kit/web/ui/status-looks.ts'
import { Text } from '#kit/web/ui/text.tsx'
import css from './evidence.module.css'
import type { Evidence } from './presentation.tsx'

/** Whose it is, where, and whether it still holds. */
export function RecordHead({ row }: { readonly row: Evidence }) {
  const t = useWords('evidence')
  const owner = row.manager ?? row.group
  return (
    <Row as="span" wrap align="center" gap={12} rowGap={6} className={css.head}>
      {row.state ? <StatusBadge {...lookOf(row.state, 'evidence.state')}>{t(`entities.evidence.choices.state.${row.state}`)}</StatusBadge> : null}
      {owner ? (
        <span>
          <Avatar name={owner.name} /> {owner.name}
        </span>
      ) : null}
      {row.perimeter ? (
        <Text as="em" upright tone="quiet">
          {row.perimeter.name}
        </Text>
      ) : null}
    </Row>
  )
}

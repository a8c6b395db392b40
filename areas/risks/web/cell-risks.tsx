import { Crosshair } from 'lucide-react'
import type { MatrixKind, RiskScale } from '#areas/risks/contract/calls.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Link } from '#kit/web/navigation.ts'
import type { Address } from '#kit/web/route.ts'
import { Avatar } from '#kit/web/ui/avatar.tsx'
import { IconButton } from '#kit/web/ui/button.tsx'
import { Box, Row } from '#kit/web/ui/layout.tsx'
import { LevelChip } from './level-chip.tsx'
import { VisuallyHidden } from '#kit/web/ui/visually-hidden.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import css from './matrix.module.css'
import { dragged } from './matrix-grid.tsx'
import type { Place, Risk } from './risk-api.ts'

interface CellRisksProps {
  readonly scale: RiskScale
  readonly at: Place
  readonly kind: MatrixKind
  readonly rows: readonly Risk[]
  readonly total: number
  /** Where all of them are listed. */
  readonly to: Address
  readonly opened: number | undefined
  readonly writable: boolean
  readonly onOpen: (id: number) => void
  readonly onPlace: (row: Risk) => void
}

/** What a cell counts, each row to be opened, and to be dragged to the cell that it aims at. */
export function CellRisks({ at, kind, rows, total, to, opened, writable, onOpen, onPlace }: CellRisksProps) {
  const t = useWords('risks')
  const format = useFormat()
  const place = t('matrix.place', { impact: String(at.impact), probability: String(at.probability) })
  const movable = (row: Risk) => writable && row.edit_right_regular && row.edit_right && row.treatment !== 'CLOSED'
  return (
    <Box as="section" above={16} edge="above" className={css.held} aria-label={place}>
      <Row gap={12} rowGap={4} as="header" wrap align="baseline" size={13} tone="soft">
        <Text as="h2" tone="plain" size={14} weight={600}>
          {place}
        </Text>
        <span>{t('matrix.at', { count: total, kind })}</span>
        <Link to={to}>{t('matrix.open')}</Link>
      </Row>
      {rows.length === 0 ? null : (
        <Box overflow="scrolled-across" className={css.rows}>
          <Box as="table" full size={13}>
            <thead>
              <tr>
                <th scope="col">{t('entities.risk.fields.identifier')}</th>
                <th scope="col">{t('entities.risk.fields.name')}</th>
                <th scope="col">{t('kinds.init')}</th>
                <th scope="col">{t('kinds.current')}</th>
                <th scope="col">{t('kinds.target')}</th>
                <th scope="col">{t('entities.risk.fields.manager')}</th>
                <th scope="col">{t('entities.risk.fields.review_date')}</th>
                <th scope="col">
                  <VisuallyHidden>{t('matrix.set_target')}</VisuallyHidden>
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr
                  key={row.id}
                  data-open={row.id === opened || undefined}
                  draggable={movable(row)}
                  onDragStart={(event) => {
                    event.dataTransfer.setData(dragged, String(row.id))
                    event.dataTransfer.effectAllowed = 'move'
                  }}
                >
                  <Text as="td" tone="soft">
                    {row.identifier}
                  </Text>
                  <td className={css.name}>
                    <Box padY={4} as="button" tone="plain" side="left" type="button" onClick={() => onOpen(row.id)}>
                      {row.name}
                    </Box>
                  </td>
                  {(['init', 'current', 'target'] as const).map((one) => (
                    <td key={one}>
                      <LevelChip level={row.levels?.[one]} impact={row[`${one}_impact`]} probability={row[`${one}_probability`]} />
                    </td>
                  ))}
                  <td>{row.manager ? <Avatar name={row.manager.name} /> : null}</td>
                  <td data-late={row.late || undefined}>{format.date(row.review_date)}</td>
                  <td>
                    {movable(row) ? (
                      <IconButton label={`${t('matrix.set_target')}: ${row.identifier ?? ''}`} onClick={() => onPlace(row)}>
                        <Crosshair size={15} aria-hidden />
                      </IconButton>
                    ) : null}
                  </td>
                </tr>
              ))}
            </tbody>
          </Box>
        </Box>
      )}
      {total > rows.length ? (
        <Text as="p" above={8} tone="quiet" size={13}>
          {t('matrix.more', { count: format.number(total - rows.length) })}
        </Text>
      ) : null}
      {rows.some(movable) ? (
        <Text as="p" above={8} tone="quiet" size={13}>
          {t('matrix.drop_hint')}
        </Text>
      ) : null}
    </Box>
  )
}

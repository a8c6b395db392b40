import { heavyWeek, type Holder } from '#areas/people/contract/holder-calls.ts'
import { dayWords, useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { path } from '#kit/web/route.ts'
import { Avatar } from '#kit/web/ui/avatar.tsx'
import { CountLink } from '#kit/web/ui/count-link.tsx'
import { Row } from '#kit/web/ui/layout.tsx'
import { Tag } from '#kit/web/ui/status-badge.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { walkCells } from '#kit/web/ui/walk-cells.ts'
import css from './holders.module.css'

interface TableProps {
  readonly rows: readonly Holder[]
  /** Mondays. */
  readonly weeks: readonly string[]
  readonly leaves: number | undefined
  readonly onLeave: (id: number) => void
  readonly onWeek: (id: number, week: number) => void
}

/** Steps of shade: open work in a week. */
const shades = [1, 4, 8, heavyWeek + 2] as const
const shadeOf = (count: number) => shades.findLastIndex((from) => count >= from) + 1
/** From here on the number is told in the cell: below it the shade is enough. */
const told = shades[2]

/** Who holds how much, how much of it alone, and when it is due: each number opens what it counts; the arrows walk over the weeks. */
export function HoldersTable({ rows, weeks, leaves, onLeave, onWeek }: TableProps) {
  const t = useWords('people')
  const format = useFormat()
  const month = dayWords(format.language, { month: 'short' })
  return (
    <div className={css.scroll} tabIndex={0} role="region" aria-label={t('holders.people')}>
      <table className={css.people} aria-label={t('holders.people')} onKeyDown={(event) => walkCells(event, `button.${css.week}`)}>
        <caption>
          <Row as="span" wrap align="center" gap={6} size={12} tone="quiet">
            {t('holders.legend')}
            {shades.map((from, n) => (
              <Row as="span" key={from} align="center" gap={4} inline>
                <i className={css.shade} data-shade={n + 1} aria-hidden />
                {shades[n + 1] === undefined
                  ? t('holders.shade_last', { from: format.number(from) })
                  : t('holders.shade', { from: format.number(from), to: format.number((shades[n + 1] ?? 0) - 1) })}
              </Row>
            ))}
          </Row>
        </caption>
        <thead>
          <tr>
            <th scope="col">{t('holders.person')}</th>
            <th scope="col">{t('holders.holds')}</th>
            <th scope="col">{t('holders.held_alone')}</th>
            {weeks.map((monday, n) => (
              <th scope="col" key={monday} className={css.month}>
                {n === 0 || monday.slice(0, 7) !== weeks[n - 1]?.slice(0, 7) ? month(monday) : null}
                <small>{format.number(Number(monday.slice(8)))}</small>
              </th>
            ))}
            <th scope="col">{t('holders.away')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, n) => (
            <tr key={row.id} data-open={row.id === leaves || undefined}>
              <th scope="row">
                <button type="button" className={css.person} aria-expanded={row.id === leaves} onClick={() => onLeave(row.id)}>
                  <Avatar name={row.name} {...(row.initials && { initials: row.initials })} />
                  <Text cut>{row.name}</Text>
                </button>
                {row.active ? null : <Tag>{t('holders.gone')}</Tag>}
              </th>
              <td className={css.count}>
                <CountLink count={row.holds} to={path('/admin/users/$id/objects', { id: row.id })} label={t('holders.holds_of', { name: row.name })} />
              </td>
              <td className={css.count} data-alone={row.alone > 0 || undefined}>
                {row.alone === 0 ? (
                  '—'
                ) : (
                  <CountLink count={row.alone} to={path('/admin/holders', { of: row.id })} label={t('holders.alone_of', { name: row.name })} />
                )}
              </td>
              {row.weeks.map((count, at) => {
                const label = t('holders.week_of', { name: row.name, monday: format.date(weeks[at] ?? ''), count })
                return (
                  <td key={weeks[at]} className={css.cell}>
                    <button
                      type="button"
                      className={css.week}
                      data-shade={shadeOf(count)}
                      tabIndex={n === 0 && at === 0 ? 0 : -1}
                      aria-label={label}
                      title={label}
                      onClick={() => onWeek(row.id, at)}
                    >
                      {count >= told ? format.number(count) : ''}
                    </button>
                  </td>
                )
              })}
              <td className={css.away}>{row.away ? t('holders.away_days', { from: format.date(row.away.from), to: format.date(row.away.to) }) : ''}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

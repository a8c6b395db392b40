import type { InventoryReport } from '#areas/assets/contract/inventory.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Link } from '#kit/web/navigation.ts'
import { path } from '#kit/web/route.ts'
import { StatusBadge } from '#kit/web/ui/status-badge.tsx'
import { lookOf, setLooks } from '#kit/web/ui/status-looks.ts'
import { Text } from '#kit/web/ui/text.tsx'
import css from './assets.module.css'

setLooks('supporting_asset.inventory', { NEW: 'done', CHANGED: 'ongoing', UNCHANGED: 'waiting', GONE: 'alert' })

/** What a file changes, or changed; or everything that is wrong with it. */
export function InventoryResult({ report, done }: { readonly report: InventoryReport; readonly done: boolean }) {
  const t = useWords('assets')
  const { faults, fault_count, hints, hint_count, asks, application, counts, lines } = report
  if (faults.length > 0) {
    return (
      <section role="alert">
        <h3 className={css.bad}>{t('inventory.faults_found', { count: fault_count })}</h3>
        <ul className={css.faults}>
          {faults.map(({ at, message }) => (
            <li key={`${at} ${message}`}>
              <code>{at || t('inventory.whole_file')}</code> {message}
            </li>
          ))}
        </ul>
        {fault_count > faults.length ? (
          <Text as="p" apart tone="quiet">
            {t('inventory.more_faults', { count: fault_count - faults.length })}
          </Text>
        ) : null}
      </section>
    )
  }
  const words = 'entities.supporting_asset'
  return (
    <section aria-live="polite">
      {asks ? (
        <p role="alert" className={css.bad}>
          {asks}
        </p>
      ) : null}
      {application ? (
        <Text as="p" apart weight={500} breaks>
          {t('inventory.of', { name: application.name ?? '' })}
        </Text>
      ) : null}
      <p>{counts.new + counts.changed > 0 || done ? t('inventory.counts', counts) : t('inventory.nothing')}</p>
      {counts.gone > 0 ? (
        <Text as="p" apart tone="quiet">
          {t('inventory.gone_stay')}
        </Text>
      ) : null}
      {hint_count > 0 ? (
        <details>
          <summary>{t('inventory.hints_found', { count: hint_count })}</summary>
          <ul className={css.faults}>
            {hints.map(({ at, message }) => (
              <li key={`${at} ${message}`}>
                <code>{at}</code> {message}
              </li>
            ))}
          </ul>
        </details>
      ) : null}
      {/* It is moved by the arrow keys. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={css.lines} tabIndex={0} role="region" aria-label={t('inventory.title')}>
        <table>
          <thead>
            <tr>
              {(['name', 'type', 'release', 'state'] as const).map((column) => (
                <th key={column} scope="col">
                  {t(`inventory.columns.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map(({ id, key, name, type, release, state, changes }, at) => (
              <tr key={`${key} ${at}`}>
                <td>
                  {done && id !== null ? <Link to={path('/org/assets', { id })}>{name}</Link> : name}
                  {key === name ? null : <small>{key}</small>}
                </td>
                <td>{t(`${words}.choices.type.${type}`)}</td>
                <td>{release}</td>
                <td>
                  <StatusBadge {...lookOf(state, 'supporting_asset.inventory')}>{t(`inventory.states.${state}`)}</StatusBadge>
                  {changes.length > 0 ? <small>{changes.map((one) => t(`inventory.changes.${one}`)).join(', ')}</small> : null}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

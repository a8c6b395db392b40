import type { InventoryReport } from '#areas/assets/contract/inventory.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Link } from '#kit/web/navigation.ts'
import { path } from '#kit/web/route.ts'
import { Box } from '#kit/web/ui/layout.tsx'
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
        <Text as="h3" below={6} tone="bad" size={14}>
          {t('inventory.faults_found', { count: fault_count })}
        </Text>
        <Box as="ul" overflow="scrolled" className={css.faults}>
          {faults.map(({ at, message }) => (
            <li key={`${at} ${message}`}>
              <Text as="code" breaks>
                {at || t('inventory.whole_file')}
              </Text>{' '}
              {message}
            </li>
          ))}
        </Box>
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
        <Text role="alert" as="p" below={6} tone="bad" size={14}>
          {asks}
        </Text>
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
          <Box as="ul" overflow="scrolled" className={css.faults}>
            {hints.map(({ at, message }) => (
              <li key={`${at} ${message}`}>
                <Text as="code" breaks>
                  {at}
                </Text>{' '}
                {message}
              </li>
            ))}
          </Box>
        </details>
      ) : null}
      {/* It is moved by the arrow keys. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={css.lines} tabIndex={0} role="region" aria-label={t('inventory.title')}>
        <Box as="table" full>
          <thead>
            <tr>
              {(['name', 'type', 'release', 'state'] as const).map((column) => (
                <Text as="th" padY={6} padX={8} edge="below" weight={400} side="left" breaks tone="quiet" size={12} key={column} scope="col">
                  {t(`inventory.columns.${column}`)}
                </Text>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map(({ id, key, name, type, release, state, changes }, at) => (
              <tr key={`${key} ${at}`}>
                <Text as="td" padY={6} padX={8} edge="below" weight={400} side="left" breaks>
                  {done && id !== null ? <Link to={path('/org/assets', { id })}>{name}</Link> : name}
                  {key === name ? null : (
                    <Text as="small" tone="quiet" size={11}>
                      {key}
                    </Text>
                  )}
                </Text>
                <Text as="td" padY={6} padX={8} edge="below" weight={400} side="left" breaks>
                  {t(`${words}.choices.type.${type}`)}
                </Text>
                <Text as="td" padY={6} padX={8} edge="below" weight={400} side="left" breaks>
                  {release}
                </Text>
                <Text as="td" padY={6} padX={8} edge="below" weight={400} side="left" breaks>
                  <StatusBadge {...lookOf(state, 'supporting_asset.inventory')}>{t(`inventory.states.${state}`)}</StatusBadge>
                  {changes.length > 0 ? (
                    <Text as="small" tone="quiet" size={11}>
                      {changes.map((one) => t(`inventory.changes.${one}`)).join(', ')}
                    </Text>
                  ) : null}
                </Text>
              </tr>
            ))}
          </tbody>
        </Box>
      </div>
    </section>
  )
}

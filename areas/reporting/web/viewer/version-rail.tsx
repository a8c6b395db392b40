import { Ellipsis, Link2, Pencil } from 'lucide-react'
import { failureText } from '#kit/web/api/client.ts'
import { useRight } from '#kit/web/api/session.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Link, useNavigate } from '#kit/web/navigation.ts'
import { path } from '#kit/web/route.ts'
import { IconButton } from '#kit/web/ui/button.tsx'
import { Row } from '#kit/web/ui/layout.tsx'
import { Menu, MenuItem } from '#kit/web/ui/menu.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import type { ShownDashboard } from '#areas/reporting/contract/calls.ts'
import { amount } from '#areas/reporting/web/blocks/amount.ts'
import { restore, useLinks } from '#areas/reporting/web/reporting-api.ts'
import css from './viewer.module.css'

/** The versions of a dashboard, newest first; the one that is shown and the one that it is compared with are marked. */
export function VersionRail({ shown, against }: { readonly shown: ShownDashboard; readonly against: number | null }) {
  const t = useWords('reporting')
  const format = useFormat()
  const navigate = useNavigate()
  const { id, frozen, versions, edit_right: edits } = shown
  const last = versions.find(({ state }) => state === 'FROZEN')?.number
  const back = (number: number) =>
    void restore(id, number).then(
      (message) => {
        toast.success(message)
        return navigate({ to: path('/reporting/dashboards/$id/builder', { id }) })
      },
      (reason: unknown) => toast.error(failureText(reason)),
    )
  return (
    <aside className={css.rail} aria-label={t('viewer.versions')}>
      <Text as="h2" size={13} weight={600}>
        {t('viewer.versions')} <Text tone="quiet">{format.number(versions.length)}</Text>
      </Text>
      <ol>
        {edits ? (
          <li>
            <Link to={path('/reporting/dashboards/$id/builder', { id })} className={css.version}>
              <Row as="span" inline align="center" gap={6}>
                <Pencil size={12} aria-hidden /> {t('viewer.draft_of', { number: (versions[0]?.number ?? 0) + 1 })}
              </Row>
            </Link>
          </li>
        ) : null}
        {versions.map((version) => (
          <li key={version.number} data-compared={version.number === against || undefined}>
            <Link
              to={path(
                '/reporting/dashboards/$id/viewer',
                { id },
                { number: version.number === last ? undefined : version.number, against: against === version.number ? undefined : (against ?? undefined) },
              )}
              className={css.version}
              aria-current={version.number === frozen?.number ? 'true' : undefined}
            >
              <Row as="span" inline align="center" gap={6}>
                <Text weight={550}>{t('viewer.version', { number: version.number })}</Text>
                {version.number === last ? (
                  <Text size={11} padX={6} corner={4} fill="ok" tone="ok">
                    {t('viewer.published')}
                  </Text>
                ) : version.state === 'FAILED' ? (
                  <Text size={11} tone="bad">
                    {t('viewer.failed')}
                  </Text>
                ) : null}
              </Row>
              <Text as="small" size={12} tone="quiet" figures>
                {[
                  format.date(version.at),
                  version.first ? amount(format, version.first.value, version.first.unit) : null,
                  t('viewer.blocks', { count: version.blocks }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </Text>
              {version.note ? (
                <Text as="small" size={12} tone="soft">
                  {version.note}
                </Text>
              ) : null}
            </Link>
            {edits && version.state === 'FROZEN' ? (
              <Menu
                label={t('viewer.version', { number: version.number })}
                trigger={(trigger) => (
                  <IconButton size="sm" label={t('viewer.version', { number: version.number })} {...trigger}>
                    <Ellipsis size={14} />
                  </IconButton>
                )}
              >
                <MenuItem onSelect={() => back(version.number)}>{t('viewer.restore')}</MenuItem>
              </Menu>
            ) : null}
          </li>
        ))}
      </ol>
      <Links id={id} />
    </aside>
  )
}

function Links({ id }: { readonly id: number }) {
  const t = useWords('reporting')
  const reads = useRight('dashboard_link.read')
  return reads ? <OpenLinks id={id} title={t('viewer.shared_with')} /> : null
}

function OpenLinks({ id, title }: { readonly id: number; readonly title: string }) {
  const t = useWords('reporting')
  const { data } = useLinks(id)
  const open = (data ?? []).filter(({ state }) => state === 'OPEN')
  return (
    <>
      <Text as="h2" above={16} size={13} weight={600}>
        {title}
      </Text>
      <Row as="p" align="center" gap={6} tone="soft" size={12}>
        <Link2 size={13} aria-hidden />
        {[
          t('viewer.links', { count: open.length }),
          ...(open.length > 0 ? [t('share.openings', { count: open.reduce((sum, { openings }) => sum + openings, 0) })] : []),
        ].join(', ')}
      </Row>
    </>
  )
}

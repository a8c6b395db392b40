import { Link2Off, LayoutDashboard } from 'lucide-react'
import { useMemo } from 'react'
import type { RowOf } from '#kit/contract/entity.ts'
import { failureText } from '#kit/web/api/client.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { useNavigate } from '#kit/web/navigation.ts'
import { ListPage } from '#kit/web/resource/list-page.tsx'
import { definePresentation } from '#kit/web/resource/presentation.ts'
import type { EntityFormState } from '#kit/web/resource/use-entity-form.ts'
import { path } from '#kit/web/route.ts'
import type { RowAction } from '#kit/web/table/columns.ts'
import { Row as Line } from '#kit/web/ui/layout.tsx'
import { Facts } from '#kit/web/ui/page.tsx'
import { ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { confirm } from '#kit/web/ui/confirm.ts'
import { Text } from '#kit/web/ui/text.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { dashboardLink } from '#areas/reporting/contract/dashboard-link.ts'
import { takeBack, useOpenings } from './reporting-api.ts'

type Row = RowOf<typeof dashboardLink>

definePresentation(dashboardLink, {
  widths: { label: 200, dashboard: 200, number: 80, state: 150, expires_at: 150, made_by: 150, perimeter: 200, has_code: 80, openings: 100, last_at: 150 },
})

const defaults = { filters: [{ name: 'state', selected_options: ['OPEN', 'ENDING'] }] }

/** All links by which dashboards open without an account, of those dashboards that the reader reads. */
export function Page() {
  const t = useWords('reporting')
  const navigate = useNavigate()
  const rowActions = useMemo(
    (): readonly RowAction<Row>[] => [
      {
        name: 'dashboard',
        label: t('share.open_dashboard'),
        icon: LayoutDashboard,
        show: (row) => row.dashboard !== null,
        run: (row) => void navigate({ to: path('/reporting/dashboards/$id/viewer', { id: row.dashboard?.id ?? 0 }, { number: row.number ?? undefined }) }),
      },
      {
        name: 'revoke',
        label: t('share.revoke'),
        icon: Link2Off,
        danger: true,
        show: (row) => row.revocable ?? false,
        run: (row) => void revoke(row, t),
      },
    ],
    [t, navigate],
  )
  const cells = useMemo(
    () => ({
      perimeter: ({ perimeter, publisher }: Row) => perimeter?.name ?? (publisher ? t('share.all_of', { name: publisher.name }) : t('builder.scope_all')),
    }),
    [t],
  )
  return <ListPage entity={dashboardLink} defaults={defaults} rowActions={rowActions} cells={cells} panel={panel} past={false} />
}

async function revoke({ id, label }: Row, t: ReturnType<typeof useWords<'reporting'>>): Promise<void> {
  const asked = { title: t('share.revoke_question'), message: t('share.revoke_text'), names: [label ?? ''], count: 1, confirm: t('share.revoke'), danger: true }
  if (await confirm(asked)) await takeBack(id).then(toast.success, (reason: unknown) => toast.error(failureText(reason)))
}

const panel = { comments: false, Details }

/** From where a link was opened, besides what its row says. */
function Details({ state }: { readonly state: EntityFormState }) {
  const row = state.row as Row | undefined
  return row ? <Openings row={row} /> : null
}

function Openings({ row }: { readonly row: Row }) {
  const t = useWords('reporting')
  const format = useFormat()
  const { data, error, refetch } = useOpenings(row.id)
  return (
    <>
      <Facts
        facts={[
          [t('entities.dashboard_link.fields.publisher'), row.publisher?.name ?? '–'],
          [t('entities.dashboard_link.fields.networks'), row.networks ?? t('share.anywhere')],
        ]}
      />
      <Text as="h3" size={13} weight={600} above={12} below={6}>
        {t('share.log')}
      </Text>
      {error ? <ErrorState reason={error} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <SkeletonRows count={3} /> : null}
      {data?.length === 0 ? (
        <Text as="p" tone="quiet">
          {t('share.never')}
        </Text>
      ) : null}
      <ul>
        {data?.map(({ address, count, last_at: last }) => (
          <Line as="li" key={address} spread="between" gap={12} edge="soft-above" padY={6}>
            <Text figures>{address}</Text>
            <Text size={12} tone="quiet">
              {`${t('share.openings', { count })}, ${t('share.last', { at: format.dateTime(last) })}`}
            </Text>
          </Line>
        ))}
      </ul>
    </>
  )
}

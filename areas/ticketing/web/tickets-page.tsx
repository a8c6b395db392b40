import { ArrowLeft, Plus, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { loadingError } from '#kit/web/api/loading-error.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Link, useAsk, useAsked, useParams } from '#kit/web/navigation.ts'
import { path } from '#kit/web/route.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Box, Stack } from '#kit/web/ui/layout.tsx'
import { Page as Sheet, PageToolbar, Spring } from '#kit/web/ui/page.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { usePhone } from '#kit/web/ui/use-width.ts'
import type { JoinRow, Joins } from '#areas/ticketing/contract/calls.ts'
import { JoinDialog } from './join-dialog.tsx'
import { JoinView } from './join-view.tsx'
import { lookNow, said, useJoins } from './tickets-api.ts'
import css from './tickets.module.css'

/** Plans and runbooks that go along with a ticket tool: what means what, what goes along, what waits for somebody. */
export function Page() {
  const { id } = useParams<'/admin/customer_connectors/$id/tickets'>()
  const connector = Number(id)
  const joins = useJoins(connector)
  const lost = loadingError(joins)
  return (
    <Sheet canvas>
      {lost ? (
        <ErrorState reason={lost} onRetry={() => void joins.refetch()} />
      ) : joins.data ? (
        <Whole connector={connector} {...joins.data} />
      ) : (
        <SkeletonRows count={14} />
      )}
    </Sheet>
  )
}

type WholeProps = Pick<Joins, 'object' | 'objects' | 'edit_right'> & { readonly connector: number }

function Whole({ connector, object, objects, edit_right: edits }: WholeProps) {
  const t = useWords('ticketing')
  const isPhone = usePhone()
  const asked = useAsked<'/admin/customer_connectors/$id/tickets'>()
  const ask = useAsk<'/admin/customer_connectors/$id/tickets'>()
  const [joining, setJoining] = useState(false)
  const [looking, setLooking] = useState(false)
  const chosen = objects.find(({ id }) => id === Number(asked.join)) ?? (isPhone ? undefined : objects[0])
  const look = async () => {
    setLooking(true)
    await said(lookNow(connector))
    setLooking(false)
  }
  const add = edits && !isPhone
  return (
    <>
      <PageToolbar>
        {isPhone && chosen ? (
          <Button variant="subtle" icon={<ArrowLeft size={14} aria-hidden />} onClick={() => ask({ join: undefined })}>
            {t('joined')}
          </Button>
        ) : null}
        <Spring />
        {edits && !object.paused ? (
          <Button icon={<RefreshCw size={14} aria-hidden />} loading={looking} onClick={() => void look()}>
            {t('look_now')}
          </Button>
        ) : null}
        {add ? (
          <Button icon={<Plus size={14} aria-hidden />} onClick={() => setJoining(true)}>
            {t('join')}
          </Button>
        ) : null}
      </PageToolbar>
      {objects.length === 0 ? (
        <EmptyState title={t('none')} text={t('none_text')} way={add ? { label: t('join'), run: () => setJoining(true) } : undefined} />
      ) : (
        <div className={css.split}>
          {isPhone && chosen ? null : <List rows={objects} chosen={chosen} object={object} />}
          {chosen ? <JoinView key={chosen.id} row={chosen} connector={object} edits={edits} /> : null}
        </div>
      )}
      {isPhone && edits ? (
        <Text as="p" tone="quiet" padX={16} padY={12}>
          {t('larger')}
        </Text>
      ) : null}
      {joining ? (
        <JoinDialog
          connector={connector}
          onClose={() => setJoining(false)}
          onMade={(join) => {
            setJoining(false)
            ask({ join })
          }}
        />
      ) : null}
    </>
  )
}

interface ListProps {
  readonly rows: readonly JoinRow[]
  readonly chosen: JoinRow | undefined
  readonly object: Joins['object']
}

function List({ rows, chosen, object }: ListProps) {
  const t = useWords('ticketing')
  const format = useFormat()
  return (
    <Stack as="nav" aria-label={t('joined')} className={css.list} fill="surface" edge="all" corner={8}>
      <Box padX={16} padY={12} edge="soft-below">
        <Text as="h2" size={13} weight={600}>
          {t('joined')}{' '}
          <Text tone="quiet" figures>
            {format.number(rows.length)}
          </Text>
        </Text>
      </Box>
      <ul>
        {rows.map((row) => (
          <li key={row.id}>
            <Link
              to={path('/admin/customer_connectors/$id/tickets', { id: object.id }, { join: row.id })}
              className={css.join}
              aria-current={row.id === chosen?.id ? 'true' : undefined}
            >
              <Text weight={550} breaks>
                {row.of.name}
              </Text>
              <Text size={12} tone="quiet">
                {[row.of.identifier, row.project, t('tickets', { count: row.tickets })].filter(Boolean).join(' · ')}
              </Text>
              {row.conflicts + row.gone > 0 ? (
                <Text size={12} tone="warn">
                  {[
                    ...(row.conflicts > 0 ? [t('conflicts', { count: row.conflicts })] : []),
                    ...(row.gone > 0 ? [t('gone_count', { count: row.gone })] : []),
                  ].join(', ')}
                </Text>
              ) : null}
            </Link>
          </li>
        ))}
      </ul>
      <Text as="p" size={12} tone="quiet" padX={16} padY={12}>
        {object.polled_at ? t('looked', { date: format.dateTime(object.polled_at) }) : t('not_looked')}
      </Text>
    </Stack>
  )
}

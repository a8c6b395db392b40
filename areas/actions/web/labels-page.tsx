import { useQuery } from '@tanstack/react-query'
import type { countByLabel } from '#areas/actions/contract/calls.ts'
import { actionFigures } from '#areas/actions/contract/figures.ts'
import { remediation } from '#areas/actions/contract/remediation.ts'
import type { AnswerOf } from '#kit/contract/call.ts'
import { only } from '#kit/contract/figure.ts'
import type { Filter } from '#kit/contract/list-query.ts'
import { api } from '#kit/web/api/client.ts'
import { useRight } from '#kit/web/api/session.ts'
import { filtersOf, rowsAt } from '#kit/web/figure-link.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Link } from '#kit/web/navigation.ts'
import { pageQueryOf } from '#kit/web/resource/list-api.ts'
import { path } from '#kit/web/route.ts'
import { CountLink } from '#kit/web/ui/count-link.tsx'
import { Row } from '#kit/web/ui/layout.tsx'
import { DueDate } from '#kit/web/ui/marks.tsx'
import { Block, BlockGrid, Page as Sheet } from '#kit/web/ui/page.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { StatusBadge, Tag } from '#kit/web/ui/status-badge.tsx'
import { lookOf } from '#kit/web/ui/status-looks.ts'
import { Text } from '#kit/web/ui/text.tsx'
import css from './labels.module.css'
import type { Action } from './presentation.tsx'

type Line = AnswerOf<typeof countByLabel>['objects'][number]

/** Actions named in a group; the others are counted. */
const named = 5
const figures = ['all', 'open', 'late'] as const
const list = path('/actions/filtered')

/** The actions by their labels, what is still to do first (ACT-38). */
export function Page() {
  const t = useWords('actions')
  const mayDefine = useRight('label.write')
  const { data, error, refetch } = useQuery({
    queryKey: ['remediation', 'labels'],
    queryFn: ({ signal }) => api.call<typeof countByLabel>('GET /remediation/labels', { signal }),
    select: ({ objects }) => objects.filter(({ label, all }) => label !== null || all > 0),
  })
  if (error) return <ErrorState reason={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows count={10} />
  if (data.length === 0) {
    const way = mayDefine ? { label: t('labels.define'), to: path('/admin/labels') } : undefined
    return <EmptyState title={t('labels.empty')} text={t('labels.empty_text')} way={way} />
  }
  return (
    <Sheet canvas>
      <BlockGrid>
        {data.map((line) => (
          <Group key={line.label?.id ?? 0} line={line} />
        ))}
      </BlockGrid>
    </Sheet>
  )
}

function Group({ line }: { readonly line: Line }) {
  const t = useWords('actions')
  const { label } = line
  const title = label?.name ?? t('labels.none')
  const of: Filter = only('labels', label?.id ?? null)
  const counts = (
    <Row as="dl" gap={20} below={8} className={css.counts}>
      {figures.map((name) => (
        <Row gap={6} key={name} data-late={(name === 'late' && line.late > 0) || undefined}>
          <Text as="dt" tone="quiet">
            {t(`labels.${name}`)}
          </Text>
          <Text as="dd" weight={550} figures>
            <CountLink count={line[name]} to={rowsAt(list, [of, ...filtersOf(actionFigures[name])])} label={`${title}, ${t(`labels.${name}`)}`} />
          </Text>
        </Row>
      ))}
    </Row>
  )
  return (
    <Block title={title} span={6} aside={label ? <Tag color={label.color}>{label.name}</Tag> : undefined}>
      {counts}
      {line.open > 0 ? <Open of={of} count={line.open} /> : null}
    </Block>
  )
}

/** The open actions of a label that end first. */
function Open({ of, count }: { readonly of: Filter; readonly count: number }) {
  const t = useWords('actions')
  const kit = useWords('kit')
  const filters = [of, ...filtersOf(actionFigures.open)]
  const body = { queryParams: { sort: [{ name: 'target_date', order: 'asc' as const }], filters, global_search: '', per_page: named, page: 1 }, page: 1 }
  const { data } = useQuery(pageQueryOf<Action>(remediation, body, {}))
  if (!data) return <SkeletonRows count={Math.min(named, count)} />
  return (
    <ul className={css.actions}>
      {data.objects.map((row) => (
        <Row as="li" align="center" gap={10} edge="soft-above" key={row.id}>
          <Link to={path('/actions/filtered', { id: row.id })}>{row.name}</Link>
          <DueDate date={row.target_date} open />
          <StatusBadge {...lookOf(row.status ?? '', 'remediation.status')}>{t(`entities.remediation.choices.status.${row.status ?? 'TO_PLAN'}`)}</StatusBadge>
        </Row>
      ))}
      {count > named ? (
        <Row as="li" align="center" gap={10} edge="soft-above">
          <Link to={rowsAt(list, filters)}>{kit('more', { count: count - named })}</Link>
        </Row>
      ) : null}
    </ul>
  )
}

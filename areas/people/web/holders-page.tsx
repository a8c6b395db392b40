import { holdersShown } from '#areas/people/contract/holder-calls.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { useAsk, useAsked } from '#kit/web/navigation.ts'
import { SearchBox } from '#kit/web/resource/search-box.tsx'
import { Box } from '#kit/web/ui/layout.tsx'
import { Page as Sheet } from '#kit/web/ui/page.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { TabbedList } from '#kit/web/ui/tabbed-list.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { DeparturePanel } from './departure-panel.tsx'
import { HoldersTable } from './holders-table.tsx'
import { PointsPart } from './holder-points.tsx'
import { Pager } from './pager.tsx'
import { WeekPanel } from './week-panel.tsx'
import { useHolders } from './holders-api.ts'
import css from './holders.module.css'

const number = (value: unknown): number | undefined => (Number.isSafeInteger(Number(value)) && Number(value) > 0 ? Number(value) : undefined)
const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

/** What would stand still without whom, and a departure played through before it happens. */
export function Page() {
  const t = useWords('people')
  const ask = useAsk<'/admin/holders'>()
  const asked = useAsked<'/admin/holders'>()
  const search = text(asked.q)
  const page = number(asked.page) ?? 1
  const { data, error, refetch } = useHolders(search, page)
  if (error) return <ErrorState reason={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows count={12} />
  const { objects, total, weeks, points, most } = data
  const [leaves, who] = [number(asked.leaves), number(asked.who)]
  const week = who === undefined ? -1 : Math.min(weeks.length - 1, Math.max(0, Number(asked.week) || 0))
  const alone = points.reduce((sum, { count }) => sum + count, 0)
  const nameOf = (id: number) => objects.find((one) => one.id === id)?.name ?? ''
  const close = () => ask({ leaves: undefined, who: undefined, week: undefined }, true)
  return (
    <Sheet>
      <TabbedList
        tabs={
          <>
            <Text grow narrows as="p" className={css.said}>
              <b>{t('holders.alone', { count: alone })}</b>{' '}
              {most && most.count > 0 && alone > 0 ? <Text tone="soft">{t('holders.most', { count: most.count, name: most.name })}</Text> : null}
            </Text>
            <Box rigid className={css.search}>
              <SearchBox label={t('holders.search')} value={search} onChange={(q) => ask({ q: q || undefined, page: undefined }, true)} />
            </Box>
          </>
        }
        panel={
          leaves === undefined ? (
            who === undefined ? null : (
              <WeekPanel key={`${who} ${week}`} id={who} name={nameOf(who)} week={week} monday={weeks[week] ?? ''} onClose={close} />
            )
          ) : (
            <DeparturePanel key={leaves} id={leaves} rows={objects} onOpen={(id) => ask({ leaves: id }, true)} />
          )
        }
      >
        <Box grow shortens className={css.page}>
          {objects.length === 0 ? (
            search ? (
              <EmptyState
                title={t('holders.no_match')}
                way={{ label: t('holders.show_all'), quiet: true, run: () => ask({ q: undefined, page: undefined }, true) }}
              />
            ) : (
              <EmptyState title={t('holders.none')} text={t('holders.none_text')} />
            )
          ) : (
            <HoldersTable
              rows={objects}
              weeks={weeks}
              leaves={leaves}
              onLeave={(id) => ask({ leaves: id === leaves ? undefined : id, who: undefined, week: undefined }, true)}
              onWeek={(id, at) => ask({ who: id, week: at, leaves: undefined }, true)}
            />
          )}
          <Pager
            page={page}
            size={holdersShown}
            total={total}
            shown={objects.length}
            label={t('holders.people')}
            onPage={(to) => ask({ page: to > 1 ? to : undefined })}
          />
          <PointsPart kinds={points} kind={text(asked.kind)} of={number(asked.of)} page={number(asked.points) ?? 1} onAsk={(next) => ask(next, true)} />
        </Box>
      </TabbedList>
    </Sheet>
  )
}

import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import type { measuresByModel } from '#areas/measures/contract/by-model.ts'
import type { readGains } from '#areas/measures/contract/effects.ts'
import { measure } from '#areas/measures/contract/measure.ts'
import { severalChoices, severalLimit, type SeveralChoice } from '#areas/measures/contract/several.ts'
import type { Measure } from '#areas/measures/web/presentation.tsx'
import { api } from '#kit/web/api/client.ts'
import { useRight } from '#kit/web/api/session.ts'
import { queryClient } from '#kit/web/api/queries.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { asOfCall, pageQueryOf } from '#kit/web/resource/list-api.ts'
import type { ViewContext } from '#kit/web/resource/list-props.ts'
import type { BulkAction } from '#kit/web/table/columns.ts'
import { pageQuery, withFilter } from '#kit/web/table/list-state.ts'
import { TableFooter } from '#kit/web/table/table-footer.tsx'
import { Box, Stack } from '#kit/web/ui/layout.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { Suspense } from '#kit/web/ui/suspense.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { walkTree } from '#kit/web/ui/tree-keys.ts'
import { lazy } from '#kit/web/ui/lazy.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { useDueDays } from './due-days.ts'
import css from './models-view.module.css'
import { MeasureLine, ModelLine } from './tree-line.tsx'
import { gainsByModel, treeRows } from './tree-rows.ts'

const SeveralDialog = lazy(async () => ({ default: (await import('./several-dialog.tsx')).SeveralDialog }))

/** Rows of one model that are fetched when it is opened. */
const atMost = 500

/** What may still be decided, by this reader. */
const decidable = ({ edit_right, status }: Measure) => edit_right && status !== 'IMPLEMENTED'
const discarded = ({ decision }: Measure) => decision === 'DISCARDED'

/** The measures of a list a model per row, opened to one row per perimeter: how far it is in place, who leads it, what is still to gain. */
export function ModelsView({ state, params, onOpen, onChange, onRows }: ViewContext) {
  const t = useWords('measures')
  const body = useMemo(() => pageQuery({ ...state, view: 'list' }), [state])
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ['measure', 'by_model', params, body],
    queryFn: ({ signal }) => api.call<typeof measuresByModel>('POST /measure/by_model/page', { body, signal, ...asOfCall(state.as_of) }),
    placeholderData: keepPreviousData,
  })
  const models = useMemo(() => data?.objects ?? [], [data])
  const solutions = models.map(({ id }) => id)
  const gains = useQuery({
    queryKey: ['score', 'gains', solutions],
    queryFn: ({ signal }) => api.call<typeof readGains>('GET /measure/gains', { query: { solutions: solutions.join(',') }, signal }),
    // What there is to gain is foreseen from today.
    enabled: solutions.length > 0 && !state.as_of,
    staleTime: 0,
  })
  const points = useMemo(() => (gains.data ? gainsByModel(models, gains.data.objects) : undefined), [models, gains.data])
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set())
  const open = models.filter(({ id }) => opened.has(id))
  const rowsOf = (id: number) =>
    pageQueryOf<Measure>(
      measure,
      pageQuery({ ...state, page: 1, per_page: atMost, sort: [{ name: 'perimeter', order: 'asc' }], filters: withFilter(state.filters, 'solution', [id]) }),
      params,
    )
  const fetched = useQueries({
    queries: open.map(({ id }) => rowsOf(id)),
  })
  const rows = treeRows(models, opened, new Map(open.map(({ id }, at) => [id, fetched[at]?.data?.objects])))
  const [active, setActive] = useState(0)
  const mayDecide = useRight('measure.write') && !state.as_of
  const [wanted, setWanted] = useState<ReadonlySet<number>>(new Set())
  const [deciding, setDeciding] = useState<{ readonly choice: SeveralChoice; readonly rows: readonly Measure[] }>()
  const tree = useRef<HTMLTableElement>(null)
  const stop = Math.min(active, rows.length - 1)

  // The panel walks what stands here; told again only when that is something else.
  const walked = useRef<readonly Measure[]>([])
  walked.current = rows.flatMap((row) => (row.kind === 'measure' && row.measure ? [row.measure] : []))
  const due = useDueDays(walked.current, state.as_of)
  // Nothing is selected unseen: a model that is folded takes its measures along.
  const selection = new Map(walked.current.filter((row) => wanted.has(row.id) && decidable(row)).map((row) => [String(row.id), row]))
  const rowsKey = walked.current.map(({ id, version }) => `${id}.${version}`).join()
  useEffect(() => onRows(rowsKey === '' ? undefined : walked.current), [onRows, rowsKey])
  useEffect(() => () => onRows(undefined), [onRows])

  if (error && !data) return <ErrorState reason={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows count={16} />

  const toggle = (id: number) => setOpened((before) => (before.has(id) ? new Set([...before].filter((one) => one !== id)) : new Set([...before, id])))
  const choose = (ids: readonly number[], chosen: boolean) =>
    setWanted((before) => new Set(chosen ? [...before, ...ids] : [...before].filter((id) => !ids.includes(id))))
  /** All of a model, which opens. */
  const chooseModel = async (id: number, chosen: boolean) => {
    if (!opened.has(id)) toggle(id)
    const { objects } = await queryClient.fetchQuery({ ...rowsOf(id), staleTime: 10_000 })
    choose(
      objects.map((row) => row.id),
      chosen,
    )
  }
  const chosenOf = (id: number) => {
    const own = walked.current.filter((row) => row.solution?.id === id && decidable(row))
    if (!mayDecide || (own.length === 0 && opened.has(id))) return undefined
    const count = own.filter((row) => wanted.has(row.id)).length
    return count === 0 ? 'none' : count === own.length ? 'all' : 'some'
  }
  const clear = () => setWanted(new Set())
  const bulkActions = severalChoices.map((choice): BulkAction<Measure> => ({
    name: choice,
    label: t(`several.do.${choice}`),
    show: (some) => choice !== 'DISCARD' || !some.every(discarded),
    run: (some) => {
      const decided = choice === 'DISCARD' ? some.filter((row) => !discarded(row)) : some
      if (decided.length > severalLimit) toast.warning(t('several.too_many', { most: String(severalLimit) }))
      else setDeciding({ choice, rows: decided })
    },
  }))
  const move = (place: number) => {
    setActive(place)
    tree.current?.querySelector<HTMLElement>(`[data-row="${place}"]`)?.focus()
  }
  const walk = (event: KeyboardEvent) => {
    const row = rows[stop]
    if (!row || !(event.target instanceof HTMLElement) || event.target.dataset.row === undefined) return
    walkTree(event, {
      count: rows.length,
      at: stop,
      open: row.kind === 'model' ? row.open : undefined,
      onMove: move,
      onToggle: () => toggle(row.model.id),
      onParent: () => move(rows.findIndex(({ kind, model }) => kind === 'model' && model.id === row.model.id)),
      more: {
        Enter: () => (row.kind === 'model' ? toggle(row.model.id) : row.measure && onOpen(row.measure.id)),
        ' ': () => {
          if (row.kind === 'model') void chooseModel(row.model.id, chosenOf(row.model.id) !== 'all')
          else if (row.measure && decidable(row.measure)) choose([row.measure.id], !wanted.has(row.measure.id))
        },
      },
    })
  }
  return (
    <Stack grow narrows shortens className={css.view} data-beside={state.id === undefined ? undefined : true}>
      <Text as="p" padY={8} padX={16} tone="soft" edge="soft-below" role="status">
        {t('models.counts', { models: data.total, measures: data.measures })}
      </Text>
      {models.length === 0 ? (
        <EmptyState title={t('entities.measure.none')} text={t('entities.measure.none_text')} />
      ) : (
        <Box grow shortens overflow="scrolled">
          <Box
            ref={tree}
            role="treegrid"
            aria-multiselectable
            aria-label={t('views.models')}
            aria-busy={isPlaceholderData}
            as="table"
            full
            figures
            className={css.tree}
            onKeyDown={walk}
          >
            <thead>
              <tr role="row">
                <th role="columnheader">{t('models.measure')}</th>
                <th role="columnheader">{t('models.implementation')}</th>
                <th role="columnheader">{t('models.led_by')}</th>
                <th role="columnheader">{t('models.points')}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row, at) => {
                const place = { at, stop: at === stop, onFocus: () => setActive(at) }
                const of = points?.get(row.model.id)
                return row.kind === 'model' ? (
                  <ModelLine
                    key={row.key}
                    {...place}
                    row={row}
                    points={of?.total}
                    chosen={chosenOf(row.model.id)}
                    onChoose={(chosen) => void chooseModel(row.model.id, chosen)}
                    onToggle={() => toggle(row.model.id)}
                  />
                ) : (
                  <MeasureLine
                    key={row.key}
                    {...place}
                    measure={row.measure}
                    points={of?.of.get(row.measure?.perimeter?.id ?? 0)}
                    due={row.measure?.situation === 'PLANNED' ? due?.get(row.measure.id) : undefined}
                    chosen={row.measure && decidable(row.measure) ? (wanted.has(row.measure.id) ? 'all' : 'none') : undefined}
                    onChoose={(chosen) => row.measure && choose([row.measure.id], chosen)}
                    current={row.measure !== undefined && row.measure.id === state.id}
                    onOpen={() => row.measure && onOpen(row.measure.id)}
                  />
                )
              })}
            </tbody>
          </Box>
        </Box>
      )}
      <TableFooter
        page={state.page}
        perPage={state.per_page}
        perPageOptions={[20, 50, 100]}
        total={data.total}
        selection={selection}
        bulkActions={bulkActions}
        onPage={(page) => onChange({ page })}
        onPerPage={(per_page) => onChange({ per_page })}
        onClear={clear}
        onKeep={(selected) => setWanted(new Set(selected.map(({ id }) => id)))}
      />
      {deciding ? (
        <Suspense fallback={null}>
          <SeveralDialog
            {...deciding}
            onDone={() => {
              clear()
              // The bar that asked for it is gone.
              move(stop)
            }}
            onClose={() => setDeciding(undefined)}
          />
        </Suspense>
      ) : null}
    </Stack>
  )
}

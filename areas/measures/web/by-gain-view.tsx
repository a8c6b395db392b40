import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import type { measuresByGain, Ranked } from '#areas/measures/contract/effects.ts'
import type { ListAnswer } from '#kit/contract/envelope.ts'
import { api } from '#kit/web/api/client.ts'
import { useEntityWords } from '#kit/web/i18n/entity-words.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { measure } from '#areas/measures/contract/measure.ts'
import type { ViewContext } from '#kit/web/resource/list-props.ts'
import type { Column } from '#kit/web/table/columns.ts'
import { DataTable } from '#kit/web/table/data-table.tsx'
import { inPlaces, useSeen } from '#kit/web/table/kept-places.ts'
import { pageQuery } from '#kit/web/table/list-state.ts'
import { TableFooter } from '#kit/web/table/table-footer.tsx'
import { EmptyState } from '#kit/web/ui/states.tsx'
import { usePhone } from '#kit/web/ui/use-width.ts'
import { Stack } from '#kit/web/ui/layout.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { Gain } from './decide/points.tsx'
import { MeasureStatus, type Measure } from './presentation.tsx'

type Line = Measure & { readonly gain: number | null }

const none: ReadonlyMap<string, never> = new Map<string, never>()
const nobody: ReadonlySet<number> = new Set()

const Cut = ({ text }: { readonly text: string | null | undefined }) => (
  <Text cut title={text ?? undefined}>
    {text}
  </Text>
)

/** The measures of a list, what would bring most to the score first: each opens where it is decided about, and stays in its place once it is. */
export function ByGainView({ state, onOpen, onChange, onRows }: ViewContext) {
  const t = useWords('measures')
  const words = useEntityWords(measure)
  const phone = usePhone()
  const body = useMemo(() => pageQuery({ ...state, view: 'list', sort: [] }), [state])
  const ranked = useQuery({
    queryKey: ['measure', 'by_gain', body],
    queryFn: ({ signal }) => api.call<typeof measuresByGain>('POST /measure/by_gain/page', { body, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const { before, drawn } = useSeen<Ranked>(JSON.stringify(body))
  const settled = ranked.isPlaceholderData ? undefined : ranked.data?.objects
  const { places, leaving } = useMemo(() => {
    if (!settled || !before) return { places: ranked.data?.objects, leaving: nobody }
    const matching = new Set(settled.map(({ id }) => id))
    return {
      places: inPlaces(before, settled, new Map(before.map((one) => [one.id, one]))),
      leaving: new Set(before.flatMap(({ id }) => (matching.has(id) ? [] : [id]))),
    }
  }, [settled, before, ranked.data])
  useLayoutEffect(() => drawn(settled && places))

  const ids = useMemo(() => places?.map(({ id }) => id), [places])
  const measures = useQuery({
    queryKey: ['measure', 'by_gain_rows', ids],
    queryFn: ({ signal }) => api.get<ListAnswer<Measure>>('/measure', { query: { ids: ids ?? [], limit: Math.max(1, ids?.length ?? 1) }, signal }),
    enabled: ids !== undefined && ids.length > 0,
    placeholderData: keepPreviousData,
  })
  const rows = useMemo((): readonly Line[] | undefined => {
    if (!places || (places.length > 0 && !measures.data)) return undefined
    const byId = new Map(measures.data?.objects.map((row) => [row.id, row]))
    // What is in place by now brings nothing any more.
    return places.flatMap(({ id, gain }) => {
      const row = byId.get(id)
      return row ? [{ ...row, gain }] : []
    })
  }, [places, measures.data])

  // The panel walks what stands here; told again only when that is something else.
  const walked = useRef(rows)
  walked.current = rows
  const rowsKey = rows?.map(({ id, version }) => `${id}.${version}`).join()
  useEffect(() => onRows(walked.current), [onRows, rowsKey])
  useEffect(() => () => onRows(undefined), [onRows])

  const columns = useMemo((): Column<Line>[] => {
    const gain: Column<Line> = { name: 'gain', label: t('models.points'), width: phone ? 90 : 150, align: 'end', cell: (row) => <Gain points={row.gain} /> }
    // Measures of one model bear one name: on a phone the perimeter stands beneath it, or rows would look alike.
    const both: Column<Line> = {
      name: 'name',
      label: words.field('name'),
      width: 200,
      grow: true,
      cell: (row) => (
        <Stack narrows>
          <Text twoLines line={18}>
            {row.name}
          </Text>
          <Text cut size={12} line={18} tone="quiet">
            {row.perimeter?.name}
          </Text>
        </Stack>
      ),
    }
    if (phone) return [both, gain]
    return [
      { name: 'identifier', label: words.field('identifier'), width: 92, cell: (row) => row.identifier },
      { name: 'name', label: words.field('name'), width: 260, grow: true, cell: (row) => <Cut text={row.name} /> },
      { name: 'perimeter', label: words.field('perimeter'), width: 160, cell: (row) => <Cut text={row.perimeter?.name} /> },
      { name: 'situation', label: words.field('situation'), width: 204, cell: (row) => <MeasureStatus row={row} brief /> },
      { name: 'manager', label: words.field('manager'), width: 150, cell: (row) => <Cut text={row.manager?.name} /> },
      { name: 'requirements', label: words.field('requirements'), width: 100, align: 'end', cell: (row) => row.requirements },
      gain,
    ]
  }, [t, words, phone])
  const total = ranked.data?.total ?? 0
  return (
    <Stack grow narrows shortens>
      <DataTable
        label={t('views.gain')}
        columns={columns}
        rows={rows}
        state={{ ...state, sort: [] }}
        onChange={onChange}
        filterRow={false}
        {...(phone && { rowHeight: 67 })}
        onOpen={(row) => onOpen(row.id)}
        stale={ranked.isPlaceholderData}
        leaving={leaving}
        error={ranked.error ? { reason: ranked.error, retry: () => void ranked.refetch() } : undefined}
        nameOf={(row) => row.name ?? ''}
        empty={<EmptyState title={words.word('none')} text={words.word('none_text')} />}
        scrollKey={`measure_by_gain ${JSON.stringify(body)}`}
      />
      <Text as="p" padY={6} padX={14} size={12} tone="quiet">
        {t('gain.text')}
      </Text>
      <TableFooter
        page={state.page}
        perPage={state.per_page}
        perPageOptions={[20, 50, 100]}
        total={total}
        selection={none}
        bulkActions={[]}
        onPage={(page) => onChange({ page })}
        onPerPage={(per_page) => onChange({ per_page })}
        onClear={() => undefined}
        onKeep={() => undefined}
      />
    </Stack>
  )
}

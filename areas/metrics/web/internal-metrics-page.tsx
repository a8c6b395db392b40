import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { InternalMetric, listInternalMetrics } from '#areas/metrics/contract/internal-metrics.ts'
import { api } from '#kit/web/api/client.ts'
import { useFormat, type Format } from '#kit/web/i18n/format.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { useWords, type WordsOf } from '#kit/web/i18n/words.ts'
import type { Column } from '#kit/web/table/columns.ts'
import { WholeList } from '#kit/web/table/whole-list.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import css from './entry.module.css'

interface Row extends Omit<InternalMetric, 'name' | 'unit'> {
  readonly id: number
  readonly version: number
  readonly name: string
  readonly other_name: string
  readonly what: string
  readonly unit: string
  readonly period: string
}

const cut = (text: string) => (
  <Text cut className={css.cut} title={text}>
    {text}
  </Text>
)

const columnsOf = (t: WordsOf<'metrics'>, format: Format): readonly Column<Row>[] => [
  { name: 'name', label: t('internal.name'), width: 190, grow: true, sortable: true, cell: (row) => cut(row.name) },
  { name: 'other_name', label: t('internal.other_name'), width: 190, sortable: true, cell: (row) => cut(row.other_name) },
  { name: 'what', label: t('internal.what_it_counts'), width: 270, grow: true, cell: (row) => cut(row.what) },
  { name: 'unit', label: t('internal.unit'), width: 80, sortable: true, cell: (row) => row.unit },
  { name: 'period', label: t('internal.period'), width: 100, sortable: true, cell: (row) => row.period },
  { name: 'customers', label: t('internal.customers'), width: 110, align: 'end', sortable: true, cell: (row) => row.customers },
  { name: 'places', label: t('internal.places'), width: 100, align: 'end', sortable: true, cell: (row) => row.places },
  {
    name: 'counted_at',
    label: t('internal.counted_at'),
    width: 130,
    sortable: true,
    cell: (row) => (row.counted_at ? format.dateTime(row.counted_at) : t(row.customers > 0 ? 'internal.waiting' : 'internal.never')),
  },
]

/** What Vigie counts by itself, for the provider's staff: what each counts and how much it is used, nobody's values (ADM-17). */
export function Page() {
  const t = useWords('metrics')
  const format = useFormat()
  const language = useLanguage()
  const list = useQuery({
    queryKey: ['internal_metric'],
    meta: { essential: true },
    queryFn: ({ signal }) => api.call<typeof listInternalMetrics>('GET /internal_metric', { signal }),
  })
  const columns = useMemo(() => columnsOf(t, format), [t, format])
  const rows = useMemo(
    () =>
      list.data?.objects.map(({ name, unit, ...one }, at): Row => {
        const [own, other] = language === 'fr' ? [one.name_fr, one.name_en] : [one.name_en, one.name_fr]
        const period = t(one.happened ? 'internal.periods.happened' : 'internal.periods.stands')
        return { ...one, id: at + 1, version: 1, name: own, other_name: other, what: t(`internal.what.${name}`), unit: t(`internal.units.${unit}`), period }
      }),
    [list.data, language, t],
  )
  return <WholeList label={t('internal.title')} hint={t('internal.hint')} columns={columns} rows={rows} query={list} noMatch={t('internal.no_match')} />
}

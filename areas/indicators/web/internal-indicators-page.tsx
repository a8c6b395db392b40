import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { InternalIndicator, listInternalIndicators } from '#areas/indicators/contract/internal-indicators.ts'
import { api } from '#kit/web/api/client.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { useWords, type WordsOf } from '#kit/web/i18n/words.ts'
import type { Column } from '#kit/web/table/columns.ts'
import { WholeList } from '#kit/web/table/whole-list.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import css from './internal-indicators.module.css'

interface Row {
  readonly id: number
  readonly version: number
  readonly identifier: string
  readonly name: string
  readonly other_name: string
  readonly description: string
  readonly type: string
  readonly formula: string
  readonly metrics: string
  readonly periodicity: string
  readonly target: string
  readonly customers: number
  readonly using_it: number
  readonly indicators: number
}

const cut = (text: string) => (
  <Text cut className={css.cut} title={text}>
    {text}
  </Text>
)

const columnsOf = (t: WordsOf<'indicators'>): readonly Column<Row>[] => [
  { name: 'identifier', label: t('internal.identifier'), width: 150, sortable: true, cell: (row) => cut(row.identifier) },
  { name: 'name', label: t('internal.name'), width: 190, grow: true, sortable: true, cell: (row) => cut(row.name) },
  { name: 'other_name', label: t('internal.other_name'), width: 170, sortable: true, cell: (row) => cut(row.other_name) },
  { name: 'description', label: t('internal.description'), width: 220, grow: true, cell: (row) => cut(row.description) },
  { name: 'type', label: t('internal.type'), width: 110, sortable: true, cell: (row) => row.type },
  { name: 'formula', label: t('internal.formula'), width: 170, cell: (row) => cut(row.formula) },
  { name: 'metrics', label: t('internal.metrics'), width: 170, cell: (row) => cut(row.metrics) },
  { name: 'periodicity', label: t('internal.periodicity'), width: 100, sortable: true, cell: (row) => row.periodicity },
  { name: 'target', label: t('internal.target'), width: 80, align: 'end', cell: (row) => row.target },
  { name: 'customers', label: t('internal.customers'), width: 110, align: 'end', sortable: true, cell: (row) => row.customers },
  { name: 'using_it', label: t('internal.using_it'), width: 110, align: 'end', sortable: true, cell: (row) => row.using_it },
  { name: 'indicators', label: t('internal.indicators'), width: 100, align: 'end', sortable: true, cell: (row) => row.indicators },
]

function rowOf(one: InternalIndicator, at: number, language: string, t: WordsOf<'indicators'>, metrics: WordsOf<'metrics'>): Row {
  const say = (en: string | null, fr: string | null) => (language === 'fr' ? (fr ?? en) : (en ?? fr)) ?? ''
  const unit = one.nature === 'PERFORMANCE' ? '%' : say(one.unit_en, one.unit_fr)
  return {
    id: at + 1,
    version: 1,
    identifier: one.identifier,
    name: say(one.name_en, one.name_fr),
    other_name: say(one.name_fr, one.name_en),
    description: say(one.description_en, one.description_fr),
    type: t(`entities.indicator.choices.type.${one.nature}`),
    formula: one.formula,
    metrics: one.metrics.map((name) => metrics(`entities.metric.choices.internal_metric.${name}`)).join(', '),
    periodicity: t(`entities.indicator.choices.periodicity.${one.periodicity}`),
    target: one.target_value === null ? '' : t('internal.at_least', { value: one.target_value, unit }),
    customers: one.customers,
    using_it: one.using_it,
    indicators: one.indicators,
  }
}

/** The indicators that the product brings, for the provider's staff: what each is made of and how much it is used, nobody's values (ADM-16). */
export function Page() {
  const t = useWords('indicators')
  const metrics = useWords('metrics')
  const language = useLanguage()
  const list = useQuery({
    queryKey: ['internal_indicator'],
    meta: { essential: true },
    queryFn: ({ signal }) => api.call<typeof listInternalIndicators>('GET /internal_indicator', { signal }),
  })
  const columns = useMemo(() => columnsOf(t), [t])
  const rows = useMemo(() => list.data?.objects.map((one, at) => rowOf(one, at, language, t, metrics)), [list.data, language, t, metrics])
  return <WholeList label={t('internal.title')} hint={t('internal.hint')} columns={columns} rows={rows} query={list} noMatch={t('internal.no_match')} />
}

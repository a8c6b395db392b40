import { sql } from 'kysely'
import type { Filter, ListQuery } from '#kit/contract/list-query.ts'
import type { Field } from '#kit/contract/field.ts'
import { can } from '#kit/server/access/authorize.ts'
import { asSql } from '#kit/server/access/row-rule.ts'
import type { Who } from '#kit/server/access/who.ts'
import { fieldOf, rowRef, title } from '#kit/server/data/sql/columns.ts'
import { resourceOf, type Resource, type Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { writtenDay } from '#kit/contract/date-order.ts'
import { momentIn } from './cells.ts'
import type { SheetWords } from './words.ts'
import type { Cell, Sheet } from './xlsx.ts'

export interface ExportAsked {
  readonly query: ListQuery
  readonly ids: readonly number[] | null
  /** The columns that the list shows, in its order; null: all that it can show. */
  readonly columns: readonly string[] | null
  /** All that a file can bring back in, owned rows on sheets of their own, instead of what the list shows. */
  readonly whole: boolean
  /** The day of whose end all of it is, instead of now. */
  readonly as_of: string | null
}

interface Asked {
  readonly resource: Resource
  readonly resources: Resources
  readonly who: Who
  readonly words: SheetWords
  readonly asked: ExportAsked
  readonly written: Date
  /** Known once all rows are written. */
  readonly count: () => number
}

/** The last sheet of an export: of what, of whom, when, by which filters, and how it comes back in. */
export async function aboutSheet(tx: Tx, { resource, resources, who, words, asked, written, count }: Asked): Promise<Sheet> {
  const { def } = resource
  const { query, as_of } = asked
  // Filters say nothing of rows that were picked by hand.
  const picked = asked.ids !== null
  const place = await tx.first(sql<{
    organisation: string
    asker: string | null
  }>`select c.name as organisation, (select m.name from public.member m where m.customer_id = ${tx.customerId} and m.id = ${who.memberId}) as asker
    from customer c where c.id = ${tx.customerId} and current_customer() = ${tx.customerId}`)
  const line = (key: string, value: Cell): Cell[] => [words.translate(`kit.sheets.about.${key}`), value]
  const filters: Cell[][] = []
  for (const filter of picked ? [] : query.filters) {
    const field = fieldOf(def, filter.name)
    if (field && filter.selected_options.length > 0)
      filters.push(
        line('filter', `${words.field(filter.name)}${words.translate('kit.sheets.colon')}${await optionTexts(tx, filter, field, { resources, who, words })}`),
      )
  }
  const sorted = query.sort.map(({ name, order }) => `${words.field(name)} ${order === 'asc' ? '↑' : '↓'}`).join(', ')
  function* rows(): Generator<Cell[][]> {
    yield [
      line('title', words.many),
      line('organisation', place?.organisation ?? null),
      line('moment', { moment: momentIn(written, who.timeZone) }),
      line('zone', who.timeZone),
      ...(as_of === null ? [] : [line('as_of', { day: as_of })]),
      line('by', place?.asker ?? null),
      line('rows', count()),
      ...(picked
        ? [line('filter', words.translate('kit.sheets.about.picked'))]
        : filters.length > 0
          ? filters
          : [line('filter', words.translate('kit.sheets.about.unfiltered'))]),
      ...(query.global_search && !picked ? [line('search', query.global_search)] : []),
      ...(sorted ? [line('sort', sorted)] : []),
      ...(def.importable && as_of === null ? [line('back', words.translate('kit.sheets.about.back_text'))] : []),
    ]
  }
  return { name: words.translate('kit.sheets.about.name'), header: [words.translate('kit.sheets.about.name'), ''], rows: rows(), plain: true }
}

async function optionTexts(
  tx: Tx,
  { name, selected_options: options }: Filter,
  field: Field,
  { resources, who, words }: Pick<Asked, 'resources' | 'who' | 'words'>,
): Promise<string> {
  const ids = field.options.entity ? options.filter((option): option is number => typeof option === 'number') : []
  const names = await namesOf(tx, field.options.entity, ids, { resources, who })
  const formatValue = (value: string | number) => (field.kind === 'date' && typeof value === 'string' ? writtenDay(value, who.dateOrder) : String(value))
  return options
    .map((option) => {
      if (option === null) return words.translate('kit.sheets.about.empty')
      if (typeof option === 'boolean') return words.translate(option ? 'kit.yes' : 'kit.no')
      if (typeof option !== 'object') {
        if (field.options.entity) return names.get(Number(option)) ?? `#${option}`
        return words.offered(name).includes(option) ? words.choice(name, option) : formatValue(option)
      }
      if ('text' in option) return words.translate('kit.sheets.about.contains', { text: option.text })
      if ('period' in option) return words.translate(`kit.periods.${option.period}`, { days: option.days ?? 0 })
      const { from, to } = option
      if (from !== undefined && to !== undefined) return words.translate('kit.sheets.about.between', { from: formatValue(from), to: formatValue(to) })
      return from === undefined
        ? words.translate('kit.sheets.about.until', { to: formatValue(to ?? '') })
        : words.translate('kit.sheets.about.since', { from: formatValue(from) })
    })
    .join(', ')
}

async function namesOf(
  tx: Tx,
  entity: string | undefined,
  ids: readonly number[],
  { resources, who }: Pick<Asked, 'resources' | 'who'>,
): Promise<ReadonlyMap<number, string>> {
  if (!entity || ids.length === 0) return new Map()
  const target = resourceOf(resources, entity)
  if (!can(who, target.def.rights.read)) return new Map()
  const t = rowRef('t')
  const rows = await tx.run(sql<{ id: number; name: string | null }>`select t.id, ${title(target, t, who.lang)} as name from ${sql.table(entity)} as t
    where t.customer_id = ${tx.customerId} and t.id = any(${ids}::bigint[]) and ${asSql(target.rules.read(t, who))}`)
  return new Map(rows.map(({ id, name }) => [id, name ?? `#${id}`]))
}

import { sql, type RawBuilder } from 'kysely'
import { listedBy } from '#kit/contract/link-targets.ts'
import { linkedShown, type Linked } from '#kit/contract/linked.ts'
import { notFound } from '#kit/contract/errors.ts'
import { rowWord, type NamedRow } from '#kit/contract/one-of.ts'
import type { Filter } from '#kit/contract/list-query.ts'
import { assertGranted, can, type Grant } from '#kit/server/access/authorize.ts'
import { asSql } from '#kit/server/access/row-rule.ts'
import type { Who } from '#kit/server/access/who.ts'
import { fieldOf, referenceObject, rowRef, stateObject } from '#kit/server/data/sql/columns.ts'
import { figureCondition } from '#kit/server/data/resources/figures.ts'
import { listConditions, ordering } from '#kit/server/data/sql/list-query-sql.ts'
import type { Resource, Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'

/** A link seen from what it names. */
export interface IncomingLink {
  readonly resource: Resource
  readonly field: string
}

/** Of each registry the links by what they name: every entity asks for its own, and a walk over all fields for each is a fifth of the time in which a server starts. */
const byNamed = new WeakMap<Resources, { readonly of: number; readonly links: ReadonlyMap<string, readonly IncomingLink[]> }>()

/** The links by which rows of any entity name rows of this one and are listed there, in the order of the registry and of the fields. */
export function incomingLinks(resources: Resources, entity: string): readonly IncomingLink[] {
  const known = byNamed.get(resources)
  // A registry may have grown since.
  const now = known?.of === resources.size ? known : { of: resources.size, links: linksByNamed(resources) }
  byNamed.set(resources, now)
  return now.links.get(entity) ?? []
}

function linksByNamed(resources: Resources): ReadonlyMap<string, readonly IncomingLink[]> {
  const links = new Map<string, IncomingLink[]>()
  for (const resource of resources.values())
    for (const [name, field] of Object.entries(resource.def.fields))
      for (const entity of new Set(listedBy(field))) links.set(entity, [...(links.get(entity) ?? []), { resource, field: name }])
  return links
}

const readable = (links: readonly IncomingLink[], who: Who) => links.filter(({ resource }) => can(who, resource.def.rights.read))

/** Whether somebody may be shown anything that names rows of an entity. */
export const mayBeLinked = (links: readonly IncomingLink[], who: Who) => readable(links, who).length > 0

/** The filter by which the list of a link's entity shows the rows that name an object. */
export function linkFilter({ resource: { def }, field }: IncomingLink, named: NamedRow): Filter {
  const several = def.fields[field]?.kind === 'ref_one_of'
  return { name: field, selected_options: [several ? rowWord(named) : named.id] }
}

/** What names an object, by entity and field, as far as the reader may read it: counted and begun in one statement, after the one that finds the object. */
export async function listLinked(
  tx: Tx,
  grant: Grant,
  resource: Resource,
  resources: Resources,
  links: readonly IncomingLink[],
  id: number,
): Promise<Linked[]> {
  assertGranted(grant, resource.def, 'read')
  const { who } = grant
  const t = rowRef('t')
  const found = await tx.first(
    sql`select 1 from ${sql.table(resource.def.name)} as t where t.customer_id = ${who.customerId} and t.id = ${id} and ${asSql(resource.rules.read(t, who))}`,
  )
  if (!found) throw notFound(resource.refusals?.access)
  const groups = readable(links, who).map((link, place) => groupOf(link, place, resources, who, { entity: resource.def.name, id }, tx.today))
  return groups.length === 0
    ? []
    : tx.run(
        sql<Linked>`select entity, area, field, count, filter, objects from (${sql.join(groups, sql` union all `)}) as linked where count > 0 order by place`,
      )
}

/** One link's rows: how many there are, and the first as their list has them. */
function groupOf(link: IncomingLink, place: number, resources: Resources, who: Who, named: NamedRow, today: string): RawBuilder<unknown> {
  const { resource, field } = link
  const { def } = resource
  const t = rowRef('t')
  const source = sql`${sql.table(def.name)} as t`
  const filter = linkFilter(link, named)
  const where = listConditions(resource, { filters: [filter], global_search: '' }, resource.rules.read(t, who), t, who)
  const { joins, orderBy } = ordering(resource, resources, [], t, who)
  const target = fieldOf(def, 'target_date')
  const due = target?.kind === 'date' && !target.options.derived ? t('target_date') : sql`null::date`
  const open = resource.open ? asSql(figureCondition(resource, resource.open, t, who, today)) : sql`true`
  return sql`(select ${sql.lit(place)} as place, ${sql.lit(def.name)} as entity, ${sql.lit(def.area)} as area, ${sql.lit(field)} as field,
    (select count(*) from ${source} where ${where}) as count, ${JSON.stringify(filter)}::jsonb as filter,
    (select coalesce(jsonb_agg(o.object order by o.n), '[]') from (
      select row_number() over (order by ${orderBy}) as n, ${referenceObject(resource, t, who.lang)} || jsonb_build_object('state', ${stateObject(resource, t, who.lang, who)}, 'due', ${due}, 'open', ${open}) as object
      from ${source}${joins} where ${where} order by ${orderBy} limit ${linkedShown}) o) as objects)`
}

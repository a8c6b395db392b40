import { sql } from 'kysely'
import { authorize } from '#kit/server/access/authorize.ts'
import { freeIdentifiers } from '#kit/server/data/copies.ts'
import { createRows } from '#kit/server/data/create-rows.ts'
import { resourceOf, type Changes, type Resources } from '#kit/server/data/resource.ts'
import { updateRows } from '#kit/server/data/update-rows.ts'
import type { Tx } from '#kit/server/data/transaction.ts'
import { ownLevels } from '#areas/catalog/server/shared/own-levels.ts'
import { actions } from './actions.ts'
import { indicators, metrics } from './measured.ts'
import { tasks } from './tasks.ts'
import type { Text } from './types.ts'

const source = 'starter'
const urnOf = (kind: string, ref: string) => `urn:vigie:models:${kind}:${ref.toLowerCase()}`
const texts = ([name_en, description_en]: Text, [name_fr, description_fr]: Text): Changes => ({ name_en, name_fr, description_en, description_fr })
const unitOf = (unit?: readonly [string, string]): Changes => (unit ? { unit_en: unit[0], unit_fr: unit[1] } : {})

/**
 * Puts the models that come with the product into the catalog that the transaction stands in, each once: what was changed or removed since stays as it is.
 * `solutionUrn` names the measure's model of a reference. Answers how many were added.
 */
export async function seedModels(tx: Tx, resources: Resources, solutionUrn: (ref: string) => string): Promise<number> {
  const measured = await add(
    tx,
    resources,
    'metric_model',
    metrics.map(({ ref, en, fr, unit, rhythm, places, adds }) => ({
      ref,
      changes: {
        ...texts(en, fr),
        ...unitOf(unit),
        minimum: 0,
        periodicity: rhythm,
        time_aggregation: adds ? 'SUM' : 'LATEST',
        perimeter_aggregation: places,
      },
    })),
  )
  const shown = await add(
    tx,
    resources,
    'indicator_model',
    indicators.map(({ ref, en, fr, unit, nature, formula, metrics: named, target, rhythm }) => ({
      ref,
      changes: {
        ...texts(en, fr),
        ...unitOf(unit),
        nature,
        formula,
        metrics: named.flatMap((name) => measured.ids.get(name) ?? []),
        periodicity: rhythm,
        target_value: target ?? null,
      },
    })),
  )
  const done = await add(
    tx,
    resources,
    'runtask_model',
    tasks.map(({ ref, en, fr, kind, rhythm, charge, proof, approval }) => ({
      ref,
      changes: { ...texts(en, fr), kind, periodicity: rhythm, charge, proof: proof ?? 'ALLOWED', approval_required: approval ?? false },
    })),
  )
  const solutions = await idsByUrn(tx, 'solution', [...new Set([...tasks, ...indicators].flatMap(({ of }) => of))].map(solutionUrn))
  const planned = await add(
    tx,
    resources,
    'remediation_model',
    actions.map(({ ref, en, fr, type, priority, days, cost, solution }) => ({
      ref,
      changes: { ...texts(en, fr), type, priority, workload: days, cost, solution: solution ? (solutions.get(solutionUrn(solution)) ?? null) : null },
    })),
  )
  await linkSolutions(tx, resources, solutions, (ref) => solutionUrn(ref), { runtasks: linksTo(tasks, done), indicators: linksTo(indicators, shown) })
  return [measured, shown, done, planned].reduce((sum, { added }) => sum + added.length, 0)
}

interface Added {
  readonly ids: ReadonlyMap<string, number>
  /** References of those that were not there yet. */
  readonly added: readonly string[]
}

const linksTo = (rows: readonly { readonly ref: string; readonly of: readonly string[] }[], { ids, added }: Added) =>
  rows.filter(({ ref }) => added.includes(ref)).flatMap(({ ref, of }) => of.map((solution) => ({ solution, id: ids.get(ref) ?? 0 })))

async function idsByUrn(tx: Tx, entity: string, urns: readonly string[]): Promise<Map<string, number>> {
  const rows = await tx.run(
    sql<{ urn: string; id: number }>`select urn, id from ${sql.table(entity)} where customer_id = ${tx.customerId} and urn = any(${urns}::text[]) order by id`,
  )
  return new Map(rows.map(({ urn, id }) => [urn, id]))
}

/** Adds the rows that have never been there; answers the ids of all that are. */
async function add(tx: Tx, resources: Resources, entity: string, rows: readonly { readonly ref: string; readonly changes: Changes }[]): Promise<Added> {
  const resource = resourceOf(resources, entity)
  const ever = await tx.run(sql<{ urn: string }>`select urn from ${sql.table(entity)} where customer_id = ${tx.customerId} and urn is not null
    union select urn from ${sql.table(`${entity}_history`)} where customer_id = ${tx.customerId} and urn is not null`)
  const known = new Set(ever.map(({ urn }) => urn))
  const missing = rows.filter(({ ref }) => !known.has(urnOf(entity, ref)))
  if (missing.length > 0) {
    const ofHere = await ownLevels(tx, resource.def)
    const identifiers = await freeIdentifiers(
      tx,
      resource,
      missing.map(({ ref }) => ref),
    )
    await createRows(
      tx,
      authorize(tx.who, resource.def.rights.create ?? 'session'),
      resource,
      resources,
      missing.map(({ ref, changes }, n) => ({ ...ofHere(changes), identifier: identifiers[n], urn: urnOf(entity, ref) })),
      { action: source },
    )
  }
  const stored = await idsByUrn(
    tx,
    entity,
    rows.map(({ ref }) => urnOf(entity, ref)),
  )
  return {
    ids: new Map(rows.flatMap(({ ref }) => (stored.has(urnOf(entity, ref)) ? [[ref, stored.get(urnOf(entity, ref)) ?? 0] as const] : []))),
    added: missing.map(({ ref }) => ref),
  }
}

type Links = readonly { readonly solution: string; readonly id: number }[]

/** Adds new models to the measures' models that they belong to, as far as these are still there. */
async function linkSolutions(
  tx: Tx,
  resources: Resources,
  solutions: ReadonlyMap<string, number>,
  urn: (ref: string) => string,
  links: Readonly<Record<'runtasks' | 'indicators', Links>>,
): Promise<void> {
  const fields = Object.keys(links) as (keyof typeof links)[]
  const concerned = [...new Set(fields.flatMap((field) => links[field].map(({ solution }) => solutions.get(urn(solution)) ?? 0)))].filter((id) => id > 0)
  if (concerned.length === 0) return
  const resource = resourceOf(resources, 'solution')
  const current = await Promise.all(
    fields.map((field) =>
      tx.run(sql<{ owner_id: number; target_id: number }>`select owner_id, target_id from ${sql.id(`solution__${field}`)}
        where customer_id = ${tx.customerId} and owner_id = any(${concerned}::bigint[])`),
    ),
  )
  const updates = concerned
    .toSorted((a, b) => a - b)
    .map((id) => ({
      id,
      changes: Object.fromEntries(
        fields.map((field, n) => [
          field,
          [
            ...new Set([
              ...(current[n] ?? []).filter(({ owner_id }) => owner_id === id).map(({ target_id }) => target_id),
              ...links[field].filter(({ solution }) => solutions.get(urn(solution)) === id).map((link) => link.id),
            ]),
          ],
        ]),
      ),
    }))
  await updateRows(tx, authorize(tx.who, resource.def.rights.update ?? 'session'), resource, resources, updates, { action: source })
}

import { sql } from 'kysely'
import { authorize } from '#kit/server/access/authorize.ts'
import { resourceOf, type Changes, type Resources } from '#kit/server/data/resources/resource.ts'
import { updateRows } from '#kit/server/data/store/update-rows.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { renamed } from '#areas/catalog/server/shared/adopt.ts'
import { actions } from './actions.ts'
import { addModels, idsByUrn, source, texts, type Added } from './add-models.ts'
import { countedIndicators, countedMetrics } from './internal-metrics.ts'
import { indicators as enteredIndicators, metrics as enteredMetrics } from './metrics.ts'
import { seedRiskModels } from './seed-risks.ts'
import { tasks } from './tasks.ts'

const metrics = [...enteredMetrics, ...countedMetrics]
const indicators = [...enteredIndicators, ...countedIndicators]
const unitOf = (unit?: readonly [string, string]): Changes => (unit ? { unit_en: unit[0], unit_fr: unit[1] } : {})

/**
 * Puts the models that come with the product into the catalog that the transaction stands in, each once: what was changed or removed since stays as it is.
 * `essentialUrn` names what «Security essentials» brought. Answers how many were added or completed.
 */
export async function seedModels(tx: Tx, resources: Resources, essentialUrn: (kind: 'solution' | 'threat', ref: string) => string): Promise<number> {
  const solutionUrn = (ref: string) => essentialUrn('solution', ref)
  const measured = await addModels(
    tx,
    resources,
    'metric_model',
    metrics.map(({ ref, en, fr, unit, rhythm, places, adds, counted }) => ({
      ref,
      changes: {
        ...texts(en, fr),
        ...unitOf(unit),
        minimum: 0,
        periodicity: rhythm,
        time_aggregation: adds ? 'SUM' : 'LATEST',
        perimeter_aggregation: places,
        internal_metric: counted ?? null,
        decimals: counted && places === 'AVERAGE' ? 1 : 0,
      },
    })),
  )
  const shown = await addModels(
    tx,
    resources,
    'indicator_model',
    indicators.map(({ ref, en, fr, unit, nature, formula, metrics: named, target, rhythm }) => ({
      ref,
      changes: {
        ...texts(en, fr),
        ...unitOf(unit),
        nature,
        formula: renamed(formula, measured.called),
        metrics: named.flatMap((name) => measured.ids.get(name) ?? []),
        periodicity: rhythm,
        target_value: target ?? null,
      },
    })),
  )
  const done = await addModels(
    tx,
    resources,
    'runtask_model',
    tasks.map(({ ref, en, fr, kind, rhythm, charge, proof, approval }) => ({
      ref,
      changes: { ...texts(en, fr), kind, periodicity: rhythm, charge, proof: proof ?? 'ALLOWED', approval_required: approval ?? false },
    })),
  )
  const solutions = await idsByUrn(tx, 'solution', [...new Set([...tasks, ...indicators].flatMap(({ of }) => of))].map(solutionUrn))
  const planned = await addModels(
    tx,
    resources,
    'remediation_model',
    actions.map(({ ref, en, fr, type, priority, days, cost, solution }) => ({
      ref,
      changes: { ...texts(en, fr), type, priority, workload: days, cost, solution: solution ? (solutions.get(solutionUrn(solution)) ?? null) : null },
    })),
  )
  await linkSolutions(tx, resources, solutions, (ref) => solutionUrn(ref), { runtasks: linksTo(tasks, done), indicators: linksTo(indicators, shown) })
  const risks = await seedRiskModels(tx, resources, essentialUrn)
  return [measured, shown, done, planned].reduce((sum, { added }) => sum + added.length, risks)
}

const linksTo = (rows: readonly { readonly ref: string; readonly of: readonly string[] }[], { ids, added }: Added) =>
  rows.filter(({ ref }) => added.includes(ref)).flatMap(({ ref, of }) => of.map((solution) => ({ solution, id: ids.get(ref) ?? 0 })))

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

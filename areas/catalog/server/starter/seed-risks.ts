import { sql } from 'kysely'
import { authorize } from '#kit/server/access/authorize.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import { updateRows } from '#kit/server/data/store/update-rows.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { addModels, idsByUrn, source, texts } from './add-models.ts'
import { assets } from './assets.ts'
import { essentialThreats, threats1 } from './threats-1.ts'
import { threats2 } from './threats-2.ts'
import type { ThreatFacts } from './types.ts'
import { typicalRisks } from './typical-risks.ts'
import { values } from './values.ts'

type EssentialUrn = (kind: 'solution' | 'threat', ref: string) => string

/** Threats, kinds of assets, business values and typical risks, as `seedModels` puts the others. Answers how many were added or completed. */
export async function seedRiskModels(tx: Tx, resources: Resources, essentialUrn: EssentialUrn): Promise<number> {
  const threats = [...threats1, ...threats2]
  const refs = [...new Set([...essentialThreats, ...threats, ...typicalRisks].flatMap((each) => each.solutions))]
  const helping = await idsByUrn(
    tx,
    'solution',
    refs.map((ref) => essentialUrn('solution', ref)),
  )
  const solutionsOf = (named: readonly string[]) => named.flatMap((ref) => helping.get(essentialUrn('solution', ref)) ?? [])
  const facts = ({ source: from, types, probability, solutions }: ThreatFacts) => ({
    source: from,
    asset_types: types,
    probability,
    solutions: solutionsOf(solutions),
  })
  const completed = await completeEssentials(tx, resources, essentialUrn, facts)
  const known = await addModels(
    tx,
    resources,
    'threat',
    threats.map((each) => ({ ref: each.ref, changes: { ...texts(each.en, each.fr), ...facts(each) } })),
  )
  const kinds = await addModels(
    tx,
    resources,
    'supporting_asset_model',
    assets.map(({ ref, en, fr, type }) => ({ ref, changes: { ...texts(en, fr), type } })),
  )
  const lived = await addModels(
    tx,
    resources,
    'business_value_model',
    values.map(({ ref, en, fr, type, needs: [availability, integrity, confidentiality, traceability] }) => ({
      ref,
      changes: { ...texts(en, fr), type, availability, integrity, confidentiality, traceability },
    })),
  )
  const threatIds = new Map([...completed.ids, ...known.ids])
  const made = await addModels(
    tx,
    resources,
    'risk_model',
    typicalRisks.map(({ ref, en, fr, impact, probability, ...named }) => ({
      ref,
      changes: {
        ...texts(en, fr),
        impact,
        probability,
        threats: named.threats.flatMap((each) => threatIds.get(each) ?? []),
        assets: named.assets.flatMap((each) => kinds.ids.get(each) ?? []),
        business_values: named.values.flatMap((each) => lived.ids.get(each) ?? []),
        solutions: solutionsOf(named.solutions),
      },
    })),
  )
  return [known, kinds, lived, made].reduce((sum, { added }) => sum + added.length, completed.count)
}

/** Threats that came before they said more than their names, as long as nobody has changed them. */
async function completeEssentials(
  tx: Tx,
  resources: Resources,
  essentialUrn: EssentialUrn,
  facts: (each: ThreatFacts) => object,
): Promise<{ readonly ids: ReadonlyMap<string, number>; readonly count: number }> {
  const urns = new Map(essentialThreats.map(({ ref }) => [essentialUrn('threat', ref), ref]))
  const rows = await tx.run(sql<{ id: number; urn: string; untouched: boolean }>`select id, urn, version = 1 as untouched from threat
    where customer_id = ${tx.customerId} and urn = any(${[...urns.keys()]}::text[]) order by id`)
  const updates = rows.flatMap(({ id, urn, untouched }) => {
    const threat = essentialThreats.find(({ ref }) => ref === urns.get(urn))
    return untouched && threat ? [{ id, changes: { ...facts(threat) } }] : []
  })
  const resource = resourceOf(resources, 'threat')
  if (updates.length > 0) await updateRows(tx, authorize(tx.who, resource.def.rights.update ?? 'session'), resource, resources, updates, { action: source })
  return { ids: new Map(rows.map(({ id, urn }) => [urns.get(urn) ?? '', id])), count: updates.length }
}

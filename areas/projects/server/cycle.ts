import { sql, type RawBuilder } from 'kysely'
import type { RowRef } from '#kit/server/access/row-rule.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { CycleStep } from '#areas/projects/contract/cycle.ts'
import { devSteps, leftFields, orderOf, stepNames, type DevStep } from '#areas/projects/contract/steps.ts'

type Names = Readonly<Partial<Record<DevStep, { readonly en: string; readonly fr: string }>>>

/** The steps in their order, as the organisation calls them. */
export async function cycleOf(tx: Tx): Promise<CycleStep[]> {
  const row = await tx.first(sql<{ steps: Names }>`select steps from isp_setting where customer_id = ${tx.customerId}`)
  return devSteps.map((identifier) => {
    const [en, fr] = stepNames[identifier]
    const [name_en, name_fr] = [row?.steps[identifier]?.en ?? en, row?.steps[identifier]?.fr ?? fr]
    return { id: orderOf(identifier), order: orderOf(identifier), identifier, name: tx.who.lang === 'fr' ? name_fr : name_en, name_en, name_fr }
  })
}

interface Named {
  readonly id: number
  readonly name_en: string
  readonly name_fr: string
}

/** Steps are called otherwise from now on, those that are named. */
export async function renameSteps(tx: Tx, named: readonly Named[]): Promise<CycleStep[]> {
  const names: Names = Object.fromEntries(named.map(({ id, name_en, name_fr }) => [devSteps[id - 1], { en: name_en, fr: name_fr }]))
  await tx.run(sql`insert into isp_setting (customer_id, steps) values (${tx.customerId}, ${JSON.stringify(names)}::jsonb)
    on conflict (customer_id) do update set steps = isp_setting.steps || excluded.steps, version = isp_setting.version + 1`)
  tx.audit({ entity: 'customer', object_id: tx.customerId, action: 'settings', details: JSON.stringify({ dev_steps: named }) })
  return cycleOf(tx)
}

/** Every step of a project with its days, as one JSON scalar (PRJ-03). */
export function stepsOfRow(row: RowRef): RawBuilder<unknown> {
  const lines = devSteps.map((step, n) => {
    const [en, fr] = stepNames[step]
    const [before, own] = [leftFields[n - 1], leftFields[n]]
    const day = (field: string | undefined) => (field === undefined ? sql`null::date` : row(field))
    return sql`(${sql.lit(n + 1)}, ${sql.lit(step)}, ${sql.lit(en)}, ${sql.lit(fr)}, ${day(before)}, ${day(own)})`
  })
  return sql`(select jsonb_agg(jsonb_build_object('id', s.n, 'order', s.n, 'identifier', s.step,
      'name_en', coalesce(t.steps->s.step->>'en', s.en), 'name_fr', coalesce(t.steps->s.step->>'fr', s.fr), 'previous_date', s.before, 'end_date', s.own) order by s.n)
    from (values ${sql.join(lines)}) s (n, step, en, fr, before, own)
      left join public.isp_setting t on t.customer_id = ${row('customer_id')})`
}

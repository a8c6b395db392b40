import { defaultScale, scaleLevels, everyScale } from '#areas/scales/server/index.ts'
import { sql } from 'kysely'
import { AppError } from '#kit/contract/errors.ts'
import { refusals } from '#kit/server/data/store/refusals.ts'
import type { WriteContext } from '#kit/server/data/resources/resource.ts'
import { willBe } from '#kit/server/data/work/work-guard.ts'
import { rescaling } from './guard.ts'
import type { riskRegister } from '#areas/risks/contract/risk-register.ts'

/** What is refused about registers: a scale that is none of risks, a line that the scale does not have, another scale under risks that were judged. */
export async function guardRiskRegister(context: WriteContext<typeof riskRegister>): Promise<void> {
  const { tx, verb, before, changes } = context
  const holds = () => tx.first(sql`select 1 from risk where customer_id = ${tx.customerId} and register_id = ${before?.id} limit 1`)
  if (verb === 'delete') {
    if (await holds()) throw new AppError('IN_USE', 'kit.errors.register_in_use')
    return
  }
  const { refuse, done } = refusals()
  if (before === undefined || changes.scale !== undefined || changes.appetite !== undefined) {
    const scale = willBe(context, 'scale', 'scale_id') as number | null
    const found = await tx.first(sql<{ id: number; type: string; values: number[] }>`select s.id, s.type,
        array(select l.value from ${scaleLevels(tx.customerId, sql`s.id`)} l order by 1) as values
      from ${scale === null ? sql`${defaultScale(tx.customerId, 'risk')} s` : sql`${everyScale(tx.customerId)} s where s.id = ${scale}`}`)
    // One that is not there is refused by its reference.
    if (found) {
      if (scale === null) changes.scale = found.id
      const appetite = willBe(context, 'appetite') as number | null
      if (found.type !== 'risk') refuse('scale', 'risks.errors.scale_of_risks')
      else if (appetite !== null && !found.values.includes(appetite)) refuse('appetite', 'risks.errors.appetite_level')
      if (before && before.scale_id !== found.id && context.action !== rescaling && (await holds())) refuse('scale', 'risks.errors.scale_in_use')
    }
  }
  done()
}

import { everyPolicy } from '#areas/policies/server/index.ts'
import { sql } from 'kysely'
import { can } from '#kit/server/access/authorize.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { Api } from '#kit/server/http/api.ts'
import { handle } from '#kit/server/http/area.ts'
import { stepsFor, type OnboardingStep, type StepState } from '#areas/dashboards/contract/onboarding-steps.ts'
import { readOnboarding, writeOnboarding, type Onboarding } from '#areas/dashboards/contract/onboarding.ts'

/** Perimeters, the root among them, beyond which an organisation was shaped without first steps. */
const fewPerimeters = 3

/** How far an organisation is with its first steps; what the steps save goes through the calls of their own areas. */
export function onboardingCalls(api: Api): void {
  handle(api, 'onboarding', readOnboarding, async ({ tx }) => ({ object: await read(tx) }))

  handle(api, 'onboarding', writeOnboarding, async ({ tx, body: { step, state, dismissed } }) => {
    const change = JSON.stringify(step ? { [step]: state } : {})
    await tx.run(sql`insert into onboarding (customer_id, steps, dismissed) values (${tx.customerId}, ${change}::jsonb, ${dismissed ?? false})
      on conflict (customer_id) do update set steps = onboarding.steps || excluded.steps, dismissed = coalesce(${dismissed ?? null}::boolean, onboarding.dismissed), updated_at = moment()`)
    tx.audit({
      entity: 'onboarding',
      object_id: tx.customerId,
      action: step ? state.toLowerCase() : dismissed === false ? 'fetched_back' : 'dismissed',
      details: JSON.stringify({ step, dismissed }),
    })
    return { object: await read(tx) }
  })
}

async function read(tx: Tx): Promise<Onboarding> {
  const row = await tx.first(sql<{
    steps: Partial<Record<OnboardingStep, StepState>> | null
    dismissed: boolean | null
    is_new: boolean
  }>`select o.steps, o.dismissed,
      c.kind = 'ORGANISATION' and not exists (select 1 from ${everyPolicy(tx.customerId)} p)
        and (select count(*) from perimeter p where p.customer_id = ${tx.customerId}) <= ${fewPerimeters} as is_new
    from customer c left join onboarding o on o.customer_id = c.id where c.id = ${tx.customerId} and current_customer() = ${tx.customerId}`)
  const steps = row?.steps ?? {}
  const unanswered = stepsFor((right) => can(tx.who, right)).some((step) => steps[step] === undefined)
  return { steps, dismissed: row?.dismissed ?? false, offered: unanswered && ((row?.is_new ?? false) || row?.steps != null) }
}

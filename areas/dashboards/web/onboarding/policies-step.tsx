import { Import } from 'lucide-react'
import { useContext, useState } from 'react'
import type { applyPolicy, forkPolicy } from '#areas/policies/contract/calls.ts'
import type { SharedPolicy } from '#areas/policies/contract/shared.ts'
import { api } from '#kit/web/api/client.ts'
import { invalidate, renewed } from '#kit/web/api/queries.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { path } from '#kit/web/route.ts'
import { ButtonLink } from '#kit/web/ui/button.tsx'
import { Checkbox } from '#kit/web/ui/check.tsx'
import { namedOption } from '#kit/web/ui/option.ts'
import { Select } from '#kit/web/ui/select.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { Row } from '#kit/web/ui/layout.tsx'
import { useApplied, usePerimeters, usePolicies, useSharedPolicies, type Perimeter, type Policy } from './onboarding-api.ts'
import css from './onboarding.module.css'
import { StepContext, StepForm } from './step-form.tsx'

type Kind = 'INDUSTRY' | 'REGULATION' | 'CERTIFICATION'

export const IndustryStep = () => <PoliciesStep kind="INDUSTRY" />
export const RegulationsStep = () => <PoliciesStep kind="REGULATION" />
export const CertificationsStep = () => <PoliciesStep kind="CERTIFICATION" />

/** Applies a policy to perimeters and forgets what that changes; throws what the server refuses. */
export async function applyTo(policy: number, perimeters: readonly number[]): Promise<void> {
  if (perimeters.length > 0) await api.call<typeof applyPolicy>('POST /policy/{id}/apply', { params: { id: policy }, body: { perimeters: [...perimeters] } })
}
export const renewedApplied = () => Promise.all([renewed(), invalidate('score')])

/** The page that imports frameworks, with the way back to a step. */
export function ImportLink({ label }: { readonly label: string }) {
  const { step } = useContext(StepContext)
  return (
    <ButtonLink to={path('/org/policies/import', { back: path('/home/onboarding/$step', { step }) })} icon={<Import size={14} aria-hidden />}>
      {label}
    </ButtonLink>
  )
}

/** What the organisation answers to, of one kind: chosen among its policies, and applied to a perimeter. */
function PoliciesStep({ kind }: { readonly kind: Kind }) {
  const policies = usePolicies()
  const perimeters = usePerimeters()
  const shared = useSharedPolicies()
  const failed = policies.error ?? perimeters.error
  if (failed) return <ErrorState reason={failed} onRetry={() => void Promise.all([policies.refetch(), perimeters.refetch()])} />
  if (!policies.data || !perimeters.data || shared.isLoading) return <SkeletonRows count={5} />
  const published = policies.data.filter((policy) => policy.current_version)
  return (
    <PoliciesForm
      kind={kind}
      own={published.filter((policy) => policy.kind === kind)}
      others={published.filter((policy) => policy.kind === null)}
      perimeters={perimeters.data}
      shared={(shared.data ?? []).filter((policy) => policy.kind === kind || (kind === 'INDUSTRY' && (policy.kind === null || policy.kind === 'INTERNAL')))}
    />
  )
}

interface PoliciesFormProps {
  readonly kind: Kind
  readonly own: readonly Policy[]
  /** Nobody has said yet what kind they are: choosing one says it. */
  readonly others: readonly Policy[]
  readonly perimeters: readonly Perimeter[]
  /** Those of this kind that can be copied, any organisation's first ones at the first step. */
  readonly shared: readonly SharedPolicy[]
}

function PoliciesForm({ kind, own, others, perimeters, shared }: PoliciesFormProps) {
  const words = useWords('dashboards')
  const applied = useApplied()
  const [place, setPlace] = useState(() => String((perimeters.find(({ parent }) => !parent) ?? perimeters[0])?.id ?? ''))
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const there = new Set((applied.data ?? []).filter((each) => each.perimeter?.id === Number(place)).map((each) => each.policy?.id))
  const toggle = (id: number) => setChosen((before) => (before.has(id) ? new Set([...before].filter((each) => each !== id)) : new Set([...before, id])))
  const save = async () => {
    try {
      for (const { id, version } of [...own, ...others].filter((policy) => chosen.has(policy.id))) {
        if (others.some((policy) => policy.id === id)) await api.put(`/policy/${id}`, { kind, version })
        await applyTo(id, there.has(id) ? [] : [Number(place)])
      }
      for (const { id } of shared.filter((policy) => chosen.has(policy.id))) {
        const { object } = await api.call<typeof forkPolicy>('POST /policy/fork', { body: { id } })
        toggle(id)
        await applyTo(object.id, [Number(place)])
      }
      return undefined
    } finally {
      await renewedApplied()
    }
  }
  const list = (policies: readonly Policy[]) => (
    <ul className={css.choices}>
      {policies.map((policy) => (
        <li key={policy.id}>
          <Checkbox
            label={policy.name ?? policy.identifier}
            checked={there.has(policy.id) || chosen.has(policy.id)}
            disabled={there.has(policy.id)}
            onChange={() => toggle(policy.id)}
          />
          <span>
            {there.has(policy.id) ? words('onboarding.policies.applied') : words('onboarding.policies.requirements', { count: policy.requirements ?? 0 })}
          </span>
        </li>
      ))}
    </ul>
  )
  const none = own.length === 0 && others.length === 0 && shared.length === 0
  return (
    <StepForm save={save}>
      {none ? <EmptyState title={words('onboarding.policies.none')} text={words('onboarding.policies.none_text')} /> : null}
      {own.length > 0 ? (
        <fieldset className={css.set}>
          <legend>{words(`onboarding.policies.kinds.${kind}`)}</legend>
          {list(own)}
        </fieldset>
      ) : null}
      {others.length > 0 ? (
        <fieldset className={css.set}>
          <legend>{words('onboarding.policies.others')}</legend>
          <p className={css.hint}>{words('onboarding.policies.others_help')}</p>
          {list(others)}
        </fieldset>
      ) : null}
      {shared.length > 0 ? (
        <fieldset className={css.set}>
          <legend>{words('onboarding.policies.shared')}</legend>
          <p className={css.hint}>{words('onboarding.policies.shared_help')}</p>
          <ul className={css.choices}>
            {shared.map(({ id, name, identifier, requirements, models }) => (
              <li key={id}>
                <Checkbox label={name ?? identifier} checked={chosen.has(id)} onChange={() => toggle(id)} />
                <span>{words('onboarding.policies.shared_content', { requirements, models })}</span>
              </li>
            ))}
          </ul>
        </fieldset>
      ) : null}
      {none ? null : (
        <Select
          label={words('onboarding.policies.place')}
          options={perimeters.map(({ id, name }) => namedOption(id, name ?? `#${id}`))}
          value={place}
          onChange={(value) => setPlace(value ?? place)}
        />
      )}
      <Row gap={8} wrap>
        <ImportLink label={words('onboarding.policies.import')} />
      </Row>
    </StepForm>
  )
}

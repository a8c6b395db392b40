import { useEffect } from 'react'
import { useWords } from '#kit/web/i18n/words.ts'
import { useNavigate } from '#kit/web/navigation.ts'
import { path } from '#kit/web/route.ts'
import { Select } from '#kit/web/kinds/light-select.tsx'
import { namedOption } from '#kit/web/ui/option.ts'
import { Tabs } from '#kit/web/ui/tabs.tsx'
import { keepStated, statedAtFirst } from './stated-at-first.ts'
import { useApplications } from './use-applications.ts'

export const policyTabs = ['requirements', 'perimeters', 'statement'] as const
export type PolicyTab = (typeof policyTabs)[number]

interface PolicyTabsProps {
  readonly policy: number
  /** What the policy is called. */
  readonly label: string
  readonly value: PolicyTab
  readonly requirements?: number | undefined
  /** The perimeter whose statement is opened, where the policy applies there; else the one read last, or with the most measures. */
  readonly perimeter?: number | undefined
  readonly asOf?: string | undefined
  /** Shows one of the two that stand on the policy's own page; without it the page is opened. */
  readonly onChange?: (tab: Exclude<PolicyTab, 'statement'>) => void
}

/** What a policy requires, where it applies, and its statement of applicability there, which has an address of its own. */
export function PolicyTabs({ policy, label, value, requirements, perimeter, asOf, onChange }: PolicyTabsProps) {
  const t = useWords('policies')
  const navigate = useNavigate()
  const applications = useApplications(policy, asOf)
  const stated = applications.find((row) => row.perimeter?.id === perimeter) ?? statedAtFirst(policy, applications)
  const open = (tab: PolicyTab) => {
    if (tab === 'statement') void (stated && navigate({ to: path('/org/policies/statement/$id', { id: stated.id }) }))
    else if (onChange) onChange(tab)
    else void navigate({ to: path('/org/policies/$id', { id: policy }, tab === 'perimeters' ? { view: tab } : {}) })
  }
  return (
    <Tabs
      label={label}
      value={value}
      onChange={open}
      tabs={[
        { value: 'requirements', label: t('entities.control.many'), count: requirements },
        { value: 'perimeters', label: t('entities.policy.fields.perimeters'), count: applications.length || undefined },
        // In the past a statement is one of its approved versions.
        ...(stated && !asOf ? [{ value: 'statement' as const, label: t('statement.title') }] : []),
      ]}
    />
  )
}

/** Of which perimeter a statement is, among those where the policy applies. */
export function ApplicationChoice({ policy, application }: { readonly policy: number; readonly application: number }) {
  const t = useWords('policies')
  const navigate = useNavigate()
  const applications = useApplications(policy)
  useEffect(() => keepStated(policy, application), [policy, application])
  if (applications.length < 2) return null
  return (
    <Select
      aria-label={t('entities.policy_application.fields.perimeter')}
      value={String(application)}
      onChange={(id) => id !== null && void navigate({ to: path('/org/policies/statement/$id', { id }) })}
      options={applications.map(({ id, perimeter }) => namedOption(id, perimeter?.name ?? ''))}
    />
  )
}

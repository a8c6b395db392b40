import { FileCheck2, Gauge, ListChecks, MoveUpRight, ShieldOff } from 'lucide-react'
import { useMemo, useState } from 'react'
import { policyApplication } from '#areas/policies/contract/policy-application.ts'
import type { RowOf } from '#kit/contract/entity.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { useNavigate } from '#kit/web/navigation.ts'
import { ListPage } from '#kit/web/resource/list-page.tsx'
import { definePresentation } from '#kit/web/resource/presentation.ts'
import { path } from '#kit/web/route.ts'
import type { RowAction } from '#kit/web/table/columns.ts'
import { StatusBadge } from '#kit/web/ui/status-badge.tsx'
import { AdoptDialog } from './adopt-dialog.tsx'
import { DecideNext } from './decide-measures-hint.tsx'
import type { Policy } from './policy-rows.ts'
import { toDecideAt } from './pending-decisions.tsx'
import { useExemptionRequest } from './use-exemption-request.ts'

type Application = RowOf<typeof policyApplication>

const byPerimeter = { sort: [{ name: 'perimeter', order: 'asc' }] } as const

// A level is told in words.
definePresentation(policyApplication, { widths: { perimeter: 240, level: 170 }, align: { level: 'start' } })

/** Where a policy applies and in which version; a perimeter moves to a newer one here. */
export function ApplicationsTab({ policy, fresh }: { readonly policy: Policy; readonly fresh: readonly number[] }) {
  const t = useWords('policies')
  const navigate = useNavigate()
  const [adopting, setAdopting] = useState<Application>()
  const fixed = useMemo(() => [{ name: 'policy', selected_options: [policy.id] }], [policy.id])
  const current = policy.current_version?.id
  const request = useExemptionRequest()
  const rowActions = useMemo(
    (): readonly RowAction<Application>[] => [
      {
        name: 'scores',
        label: t('actions.scores'),
        icon: Gauge,
        run: ({ perimeter, target_score }) =>
          void navigate({ to: path('/org/policies/$id/scores', { id: policy.id }, { p: perimeter?.id, ts: target_score }) }),
      },
      {
        name: 'statement',
        label: t('statement.title'),
        icon: FileCheck2,
        run: (row) => void navigate({ to: path('/org/policies/statement/$id', { id: row.id }) }),
      },
      {
        name: 'decide',
        label: t('to_decide.open'),
        icon: ListChecks,
        run: ({ perimeter }) => void navigate({ to: toDecideAt({ policy: policy.id, perimeter: perimeter?.id }) }),
      },
      { name: 'adopt', label: t('actions.adopt'), icon: MoveUpRight, show: (row) => row.edit_right && row.policy_version?.id !== current, run: setAdopting },
      ...(request
        ? [{ name: 'exempt', label: t('actions.exempt'), icon: ShieldOff, run: ({ perimeter }: Application) => request({ perimeter: perimeter?.id }) }]
        : []),
    ],
    [t, navigate, current, policy.id, request],
  )
  const cells = useMemo(
    () => ({
      policy_version: ({ policy_version }: Application) =>
        policy_version?.id === current ? (
          policy_version?.name
        ) : (
          <StatusBadge tone="warning" glyph="circle">
            {t('adopt.behind', { version: policy_version?.name ?? '' })}
          </StatusBadge>
        ),
      level: ({ level }: Application) => (level === null ? t('levels.all') : t(`levels.${level as 1 | 2 | 3}`)),
    }),
    [t, current],
  )
  return (
    <>
      <ListPage
        entity={policyApplication}
        list="policy_application_of_policy"
        fixed={fixed}
        initial={{ policy: { id: policy.id, name: policy.name ?? '' } }}
        rowActions={rowActions}
        cells={cells}
        defaults={byPerimeter}
      >
        <DecideNext policyId={policy.id} perimeters={fresh} />
      </ListPage>
      {adopting ? <AdoptDialog application={adopting} onClose={() => setAdopting(undefined)} /> : null}
    </>
  )
}

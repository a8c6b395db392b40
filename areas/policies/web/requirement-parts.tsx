import { ShieldOff } from 'lucide-react'
import { useMemo } from 'react'
import type { RowBase } from '#kit/contract/entity.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import type { PanelParts } from '#kit/web/resource/panel-parts.ts'
import { ApplicabilityTab } from './applicability-tab.tsx'
import { EvidenceTab } from './evidence-tab.tsx'
import { MeasuresTab } from './measures-tab.tsx'
import { SolutionsTab } from './solutions-tab.tsx'
import { useExemptionRequest } from './use-exemption-request.ts'

interface Around<R> {
  readonly policyOf: (row: R) => number
  /** Whose decisions are shown. */
  readonly perimeter: number | undefined
  /** Whether the policy is in force somewhere. */
  readonly applied: boolean
  readonly editable: boolean
}

/** The panel of a requirement, wherever it is opened: the models that answer it, the measures in place, where it does not apply. */
export function useRequirementParts<R extends RowBase>({ policyOf, perimeter, applied, editable }: Around<R>): PanelParts<R> {
  const t = useWords('policies')
  const request = useExemptionRequest()
  return useMemo(
    () => ({
      ...(editable ? {} : { mayEdit: () => false }),
      ...(request && applied
        ? { verbs: (row: R) => [{ name: 'exempt', label: t('actions.exempt'), icon: ShieldOff, run: () => request({ control: row.id, perimeter }) }] }
        : {}),
      tabs: [
        {
          value: 'solutions',
          label: t('entities.control.fields.solutions'),
          past: true as const,
          Content: ({ row }: { row: R }) => <SolutionsTab id={row.id} />,
        },
        ...(applied
          ? [
              {
                value: 'measures',
                label: t('measures.title'),
                past: true as const,
                Content: ({ row }: { row: R }) => <MeasuresTab control={row.id} perimeter={perimeter} />,
              },
              {
                value: 'evidence',
                label: t('evidence.title'),
                past: true as const,
                Content: ({ row }: { row: R }) => <EvidenceTab control={row.id} perimeter={perimeter} />,
              },
            ]
          : []),
        {
          value: 'applicability',
          label: t('applicability.title'),
          past: true as const,
          Content: ({ row }: { row: R }) => <ApplicabilityTab policyId={policyOf(row)} control={row.id} />,
        },
      ],
    }),
    [t, request, policyOf, perimeter, applied, editable],
  )
}

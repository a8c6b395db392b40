import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import { useState } from 'react'
import type { ApplicabilityLine, statementOfApplicability } from '#areas/policies/contract/calls.ts'
import { policyApplication } from '#areas/policies/contract/policy-application.ts'
import { api, failureText } from '#kit/web/api/client.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { useRecord } from '#kit/web/resource/list-api.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { PageHeading, PageToolbar, Page as Sheet } from '#kit/web/ui/page.tsx'
import { Segmented } from '#kit/web/ui/segmented.tsx'
import { ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { StatusBadge } from '#kit/web/ui/status-badge.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import css from './statement-page.module.css'

const looks = {
  APPLICABLE: { tone: 'success', glyph: 'check' },
  NOT_APPLICABLE: { tone: 'off', glyph: 'cross' },
  OUT_OF_LEVEL: { tone: 'neutral', glyph: 'dashed' },
} as const
const kinds = ['ALL', 'APPLICABLE', 'NOT_APPLICABLE', 'OUT_OF_LEVEL'] as const

/** Every requirement of a policy in a perimeter: whether it applies, why, and what answers it. */
export function Page() {
  const t = useWords('policies')
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const record = useRecord(policyApplication, id)
  const statement = useQuery({
    queryKey: [policyApplication.name, 'statement', id],
    queryFn: ({ signal }) => api.call<typeof statementOfApplicability>('GET /policy_application/{id}/statement', { params: { id }, signal }),
  })
  const [shown, setShown] = useState<(typeof kinds)[number]>('ALL')
  if (record.isError || statement.isError) return <ErrorState reason={record.error ?? statement.error} />
  if (!record.data || !statement.data) {
    return (
      <Sheet>
        <SkeletonRows count={16} />
      </Sheet>
    )
  }
  const application = record.data
  const lines = statement.data.objects
  const count = (kind: (typeof kinds)[number]) => lines.filter((line) => kind === 'ALL' || line.applicability === kind).length
  return (
    <Sheet>
      <PageToolbar>
        <PageHeading title={`${application.policy?.name ?? ''} ${application.policy_version?.name ?? ''}`} text={application.perimeter?.name ?? ''} />
        <Segmented
          label={t('applicability.title')}
          value={shown}
          onChange={setShown}
          options={kinds.map((kind) => ({ value: kind, label: `${t(`statement.${kind}`)} ${count(kind)}` }))}
        />
        <Button
          icon={<Download size={14} aria-hidden />}
          onClick={() => void api.download(`/policy_application/${id}/statement_file`).catch((reason: unknown) => toast.error(failureText(reason)))}
        >
          {t('statement.export')}
        </Button>
      </PageToolbar>
      <div className={css.scroll} tabIndex={0} role="region" aria-label={t('pages.statement')}>
        <table className={css.table}>
          <thead>
            <tr>
              <th scope="col">{t('entities.control.one')}</th>
              <th scope="col">{t('applicability.title')}</th>
              <th scope="col">{t('entities.control_not_applicable.fields.justification')}</th>
              <th scope="col">{t('entities.control.fields.solutions')}</th>
            </tr>
          </thead>
          <tbody>
            {lines
              .filter((line) => shown === 'ALL' || line.applicability === shown)
              .map((line) => (
                <Line key={line.lineage_id} line={line} />
              ))}
          </tbody>
        </table>
      </div>
    </Sheet>
  )
}

function Line({ line }: { readonly line: ApplicabilityLine }) {
  const t = useWords('policies')
  const format = useFormat()
  const decided = [line.decided_by, format.date(line.decided_at)].filter(Boolean).join(' · ')
  const basis =
    line.basis === 'LEVEL'
      ? t(`statement.basis.LEVEL`, { level: t(`levels.${(line.level ?? 1) as 1 | 2 | 3}`) })
      : line.basis === 'GROUP'
        ? t('statement.basis.GROUP', { groups: line.implementation_groups.join(', ') })
        : t('statement.basis.ALWAYS')
  return (
    <tr>
      <td>
        <span className={css.group}>{line.group}</span>
        {line.identifier && line.identifier !== line.name ? <b>{line.identifier} </b> : null}
        {line.name}
      </td>
      <td>
        <StatusBadge {...looks[line.applicability]}>{t(`statement.${line.applicability}`)}</StatusBadge>
      </td>
      <td>
        {line.justification ?? basis}
        {decided ? <span className={css.group}>{decided}</span> : null}
      </td>
      <td>{line.solutions.map((solution) => `${solution.identifier} ${solution.name ?? ''}`).join(', ')}</td>
    </tr>
  )
}

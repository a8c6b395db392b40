import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { differenceCall } from '#areas/policies/contract/calls.ts'
import { api } from '#kit/web/api/client.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { path } from '#kit/web/route.ts'
import { Button, ButtonLink } from '#kit/web/ui/button.tsx'
import { Modal } from '#kit/web/ui/modal.tsx'
import { Select } from '#kit/web/ui/select.tsx'
import { ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { DifferenceView } from './difference-view.tsx'
import type { Policy, Version } from './policy-rows.ts'

interface CompareDialogProps {
  readonly policy: Policy
  readonly versions: readonly Version[]
  readonly version: Version | undefined
  readonly onClose: () => void
}

/** What another version lacks, has otherwise or has more than the one that is shown (POL-12). */
export function CompareDialog({ policy, versions, version, onClose }: CompareDialogProps) {
  const t = useWords('policies')
  const kit = useWords('kit')
  const others = versions.filter((each) => each.id !== version?.id)
  const [other, setOther] = useState(String((others.find((each) => (each.number ?? 0) < (version?.number ?? 0)) ?? others[0])?.id ?? ''))
  const answer = useQuery({
    queryKey: ['control', 'difference', policy.id, other, version?.id],
    queryFn: ({ signal }) =>
      api.call<typeof differenceCall>('GET /policy/{id}/diff/{ref}', { params: { id: policy.id, ref: other }, query: { to: version?.id ?? 0 }, signal }),
  })
  return (
    <Modal
      title={t('actions.compare')}
      onClose={onClose}
      footer={
        <>
          {other ? (
            <ButtonLink to={path('/admin/catalog/policies/$id/diff/$ref', { id: policy.id, ref: other }, { to: version?.id })}>
              {kit('actions.open')}
            </ButtonLink>
          ) : null}
          <Button onClick={onClose}>{kit('actions.close')}</Button>
        </>
      }
    >
      <Select
        label={t('difference.with')}
        value={other}
        onChange={(id) => id && setOther(id)}
        options={others.map((each) => ({ value: String(each.id), label: each.label ?? '' }))}
      />
      {answer.isError ? <ErrorState reason={answer.error} /> : answer.data ? <DifferenceView difference={answer.data.object} /> : <SkeletonRows count={6} />}
    </Modal>
  )
}

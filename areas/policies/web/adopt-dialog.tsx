import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { adoptVersion, previewAdoption } from '#areas/policies/contract/calls.ts'
import type { policyApplication } from '#areas/policies/contract/policy-application.ts'
import type { RowOf } from '#kit/contract/entity.ts'
import { api } from '#kit/web/api/client.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { CancelButton, Modal } from '#kit/web/ui/modal.tsx'
import { ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { attempt } from './attempt.ts'
import { ScorePreview } from './score-preview.tsx'
import { DifferenceView } from './difference-view.tsx'
import { versionName } from './version-name.ts'

/** Shows what the current version changes for a perimeter, then moves it there. */
export function AdoptDialog({ application, onClose }: { readonly application: RowOf<typeof policyApplication>; readonly onClose: () => void }) {
  const t = useWords('policies')
  const [saving, setSaving] = useState(false)
  const answer = useQuery({
    queryKey: ['policy_application', 'adopt', application.id],
    queryFn: ({ signal }) => api.call<typeof previewAdoption>('GET /policy_application/{id}/adopt', { params: { id: application.id }, signal }),
  })
  const target = answer.data?.object.to
  const adopt = async () => {
    if (!target) return
    setSaving(true)
    const done = await attempt(() =>
      api.call<typeof adoptVersion>('POST /policy_application/{id}/adopt', {
        params: { id: application.id },
        body: { policy_version: target.id, version: application.version },
      }),
    )
    setSaving(false)
    if (done) onClose()
  }
  const same = target !== undefined && target.id === application.policy_version?.id
  return (
    <Modal
      title={t('adopt.title', { name: application.perimeter?.name ?? '' })}
      onClose={onClose}
      footer={
        <>
          <CancelButton />
          <Button variant="primary" disabled={!target || same} loading={saving} onClick={() => void adopt()}>
            {t('adopt.run', { version: target ? versionName(target) : '' })}
          </Button>
        </>
      }
    >
      {target && !same && application.policy && application.perimeter ? (
        <ScorePreview steady changes={[{ kind: 'ADOPT', policy: application.policy.id, perimeter: application.perimeter.id, policy_version: target.id }]} />
      ) : null}
      {answer.isError ? <ErrorState reason={answer.error} /> : answer.data ? <DifferenceView difference={answer.data.object} /> : <SkeletonRows count={6} />}
    </Modal>
  )
}

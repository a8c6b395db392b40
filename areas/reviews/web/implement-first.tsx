import { useEffect, useRef } from 'react'
import { measure } from '#areas/measures/contract/measure.ts'
import { implementing } from '#areas/measures/web/index.ts'
import { ispProject } from '#areas/projects/contract/isp-project.ts'
import { LazyStepDialog } from '#areas/projects/web/index.ts'
import { useRecord } from '#kit/web/resource/list-api.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Suspense } from '#kit/web/ui/suspense.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { lazy } from '#kit/web/ui/lazy.tsx'
import { usePanel } from './closing-context.ts'
import { useEffectOf, type Review } from './reviews-api.ts'

const ImplementDialog = lazy(async () => ({ default: (await implementing()).ImplementDialog }))

/** Before the review of a measure to implement is closed, the fork dialog says since when and by whom (REV-20). */
export function ImplementFirst() {
  const { first } = usePanel()
  if (first?.row.target_type === 'PROJECT' && first.row.target) return <CloseProject key={first.row.id} id={first.row.target.id} />
  return first?.row.target ? <Asked key={first.row.id} row={first.row} measureId={first.row.target.id} /> : null
}

function Asked({ row, measureId }: { readonly row: Review; readonly measureId: number }) {
  const t = useWords('reviews')
  const { closeFirst, leaveFirst } = usePanel()
  const { data, error } = useRecord(measure, measureId)
  const { data: effect } = useEffectOf(row)
  // In place already, or not to be seen: there is nothing to say first.
  const plain = error !== null || data?.status === 'IMPLEMENTED'
  const closing = useRef(false)
  useEffect(() => {
    if (!plain || closing.current) return
    closing.current = true
    void closeFirst()
  }, [plain, closeFirst])
  if (plain || !data || !effect) return null
  return (
    <Suspense fallback={null}>
      <ImplementDialog
        row={data}
        day={effect.why?.done_date ?? undefined}
        person={effect.why?.person ?? null}
        verb={t('panel.close')}
        onClose={leaveFirst}
        send={closeFirst}
      >
        <Text as="p" apart tone="soft">
          {t('panel.implement_first', { review: row.identifier ?? '' })}
        </Text>
      </ImplementDialog>
    </Suspense>
  )
}

/** The dialog ‘Project step change’ (CloseIspReview, REV-18, PRJ-08): the project goes to its last step, then the review is closed. */
function CloseProject({ id }: { readonly id: number }) {
  const { closeFirst, leaveFirst } = usePanel()
  const { data, error } = useRecord(ispProject, id)
  // Over already, or not to be seen: there is nothing to say first.
  const plain = error !== null || data?.status === 'CLOSED'
  const closing = useRef(false)
  useEffect(() => {
    if (!plain || closing.current) return
    closing.current = true
    void closeFirst()
  }, [plain, closeFirst])
  if (plain || !data) return null
  const done = () => {
    closing.current = true
    void closeFirst()
  }
  return (
    <Suspense fallback={null}>
      <LazyStepDialog row={data} to="CLOSE" onClose={leaveFirst} onDone={done} />
    </Suspense>
  )
}

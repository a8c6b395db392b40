import { FilePlus } from 'lucide-react'
import { loadBehind } from '#areas/evidence/web/index.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { useAsOf } from '#kit/web/resource/use-as-of.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { lazy } from '#kit/web/ui/lazy.tsx'
import { SkeletonRows } from '#kit/web/ui/states.tsx'
import { Suspense } from '#kit/web/ui/suspense.tsx'
import { useDeciding } from './decide/deciding.ts'
import type { Measure } from './presentation.tsx'

const EvidenceBehind = lazy(async () => ({ default: (await loadBehind()).EvidenceBehind }))

/** What proves a measure, or the one that serves its perimeter in its place; added where the measure is in place. */
export function EvidenceTab({ row }: { readonly row: Measure }) {
  const t = useWords('measures')
  const asOf = useAsOf()
  const { addEvidence } = useDeciding()
  const { id, operator } = row
  const adds = row.edit_right && row.status === 'IMPLEMENTED' && asOf === undefined
  return (
    <Suspense fallback={<SkeletonRows count={4} />}>
      <EvidenceBehind
        of={{ measures: operator?.accepted ? [id, operator.measure] : [id] }}
        add={
          adds ? (
            <Button icon={<FilePlus size={14} />} onClick={() => addEvidence(row)}>
              {t('tabs.add_evidence')}
            </Button>
          ) : null
        }
      />
    </Suspense>
  )
}

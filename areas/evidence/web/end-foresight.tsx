import { evidence } from '#areas/evidence/contract/evidence.ts'
import { useRecord } from '#kit/web/resource/list-api.ts'
import type { Foreseen } from '#kit/web/resource/foresee.ts'
import { EvidenceUsage } from './evidence-usage.tsx'

/** What stands on an evidence that is to end earlier than it would, while it is not saved yet; of one at a time. */
export function EndForesight({ rows, value }: Foreseen) {
  const [row, ...others] = rows
  const { data } = useRecord(evidence, row?.id ?? 0)
  if (!data || others.length > 0 || typeof value !== 'string') return null
  return data.valid_until !== null && value >= data.valid_until ? null : <EvidenceUsage id={data.id} version={data.version} plain />
}

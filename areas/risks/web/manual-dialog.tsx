import { useState } from 'react'
import type { RiskScale } from '#areas/risks/contract/calls.ts'
import { api } from '#kit/web/api/client.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { FormDialog } from '#kit/web/ui/form-dialog.tsx'
import { TextArea } from '#kit/web/ui/text-input.tsx'
import { PlaceSelect } from './place-select.tsx'
import type { Risk } from './risk-api.ts'

/** The current level, said by hand in place of what follows from the measures, with why. */
export function ManualDialog({ row, scale, onClose }: { readonly row: Risk; readonly scale: RiskScale; readonly onClose: () => void }) {
  const t = useWords('risks')
  const [impact, setImpact] = useState(row.manual_impact ?? row.current_impact)
  const [probability, setProbability] = useState(row.manual_probability ?? row.current_probability)
  const [comment, setComment] = useState(row.manual_comment ?? '')
  return (
    <FormDialog
      title={t('levels.set_title')}
      action={t('levels.set')}
      complete={comment.trim() !== '' && impact !== null && probability !== null}
      send={async () => {
        await api.put(`/risk/${row.id}`, { manual_impact: impact, manual_probability: probability, manual_comment: comment.trim(), version: row.version })
        return t('levels.saved')
      }}
      onClose={onClose}
    >
      <PlaceSelect label={t('matrix.impact')} places={scale.impacts} value={impact} required onChange={setImpact} />
      <PlaceSelect label={t('matrix.probability')} places={scale.probabilities} value={probability} required onChange={setProbability} />
      <TextArea label={t('levels.comment')} required maxLength={2000} rows={3} value={comment} onChange={(event) => setComment(event.currentTarget.value)} />
    </FormDialog>
  )
}

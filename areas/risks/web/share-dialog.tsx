import { useState } from 'react'
import { wholeShare } from '#areas/risks/contract/levels.ts'
import { api } from '#kit/web/api/client.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { FormDialog } from '#kit/web/ui/form-dialog.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import type { Risk } from './risk-api.ts'

interface ShareDialogProps {
  readonly row: Risk
  readonly measure: number
  readonly name: string
  readonly share: number
  readonly onClose: () => void
}

/** How much of its worth a linked measure brings to this risk; all of it needs no line. */
export function ShareDialog({ row, measure, name, share, onClose }: ShareDialogProps) {
  const t = useWords('risks')
  const [text, setText] = useState(String(share))
  const wanted = /^\d{1,3}$/.test(text.trim()) ? Number(text) : 0
  return (
    <FormDialog
      title={t('levels.share_title')}
      action={t('levels.share_set')}
      complete={wanted >= 1 && wanted <= wholeShare}
      send={async () => {
        const others = row.measure_shares.flatMap(({ id, measure: of, share: was }) =>
          of === null || of.id === measure ? [] : [{ id, measure: of.id, share: was }],
        )
        const there = row.measure_shares.find(({ measure: of }) => of?.id === measure)
        const line = wanted === wholeShare ? [] : [{ ...(there && { id: there.id }), measure, share: wanted }]
        await api.put(`/risk/${row.id}`, { measure_shares: [...others, ...line], version: row.version })
        return t('levels.share_saved')
      }}
      onClose={onClose}
    >
      <p>{name}</p>
      <TextInput
        label={t('levels.share_label')}
        help={t('levels.share_help')}
        required
        inputMode="numeric"
        maxLength={3}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
    </FormDialog>
  )
}

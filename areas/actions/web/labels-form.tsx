import { useState } from 'react'
import { remediation } from '#areas/actions/contract/remediation.ts'
import type { Reference } from '#kit/contract/field.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { LinksInput } from '#kit/web/kinds/kinds.ts'
import { useFieldContexts } from '#kit/web/resource/entity-columns.tsx'
import type { BulkFormProps } from '#kit/web/work/bulk-dialog.tsx'
import type { Action } from './presentation.tsx'

const still = { error: undefined, required: false, disabled: false, onBlur: () => undefined }

/** The labels that several actions are to bear, in place of those that they have. */
export function LabelsForm({ onChange }: BulkFormProps<Action>) {
  const t = useWords('actions')
  const contextOf = useFieldContexts(remediation)
  const [chosen, setChosen] = useState<readonly Reference[]>([])
  return (
    <LinksInput
      {...still}
      help={t('dialogs.labels_replace')}
      context={contextOf('labels')}
      label={contextOf('labels').words.field('labels')}
      value={chosen}
      onChange={(labels: readonly Reference[]) => {
        setChosen(labels)
        onChange({ changes: { labels: labels.map((label) => label.id) } })
      }}
    />
  )
}

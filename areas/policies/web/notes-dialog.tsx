import { useState } from 'react'
import { policyVersion } from '#areas/policies/contract/policy-version.ts'
import { useEntityWords } from '#kit/web/i18n/entity-words.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { updateRow } from '#kit/web/resource/list-api.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { MarkdownEditor } from '#kit/web/ui/markdown-editor.tsx'
import { CancelButton, Modal } from '#kit/web/ui/modal.tsx'
import type { Version } from './policy-rows.ts'
import { versionName } from './version-name.ts'

/** Writes the notes of a draft version. */
export function NotesDialog({ row, onClose }: { readonly row: Version; readonly onClose: () => void }) {
  const t = useWords('policies')
  const kit = useWords('kit')
  const words = useEntityWords(policyVersion)
  const [text, setText] = useState(row.notes ?? '')
  const [saving, setSaving] = useState(false)
  const save = async () => {
    setSaving(true)
    // A refusal has been said by `updateRow`.
    await updateRow(policyVersion, row, { notes: text.trim() || null }).then(onClose, () => setSaving(false))
  }
  return (
    <Modal
      title={t('notes.title', { version: versionName(row) })}
      onClose={onClose}
      footer={
        <>
          <CancelButton />
          <Button variant="primary" loading={saving} onClick={() => void save()}>
            {kit('actions.save')}
          </Button>
        </>
      }
    >
      <MarkdownEditor label={words.field('notes')} value={text} onChange={setText} maxLength={20_000} />
    </Modal>
  )
}

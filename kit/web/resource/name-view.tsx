import { useState, type FormEvent } from 'react'
import { useRight } from '#kit/web/api/session.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Check } from '#kit/web/ui/check.tsx'
import { CancelButton, Modal } from '#kit/web/ui/modal.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import css from './list-page.module.css'

/** Asks how a view is to be called, and whether the others of the organisation see it. */
export function NameView({ onClose, onSave }: { readonly onClose: () => void; readonly onSave: (name: string, shared: boolean) => void }) {
  const t = useWords('kit')
  const [name, setName] = useState('')
  const [shared, setShared] = useState(false)
  const mayShare = useRight('view.share')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim()) onSave(name.trim(), shared)
  }
  return (
    <Modal title={t('table.save_view')} size="sm" onClose={onClose}>
      <form className={css.stack} onSubmit={submit}>
        <TextInput label={t('table.view_name')} required maxLength={64} autoFocus value={name} onChange={(event) => setName(event.target.value)} />
        {mayShare ? (
          <label className={css.checked}>
            <Check checked={shared} onChange={(event) => setShared(event.target.checked)} />
            {t('table.share_view')}
          </label>
        ) : null}
        <div className={css.buttons}>
          <CancelButton />
          <Button type="submit" variant="primary" disabled={!name.trim()}>
            {t('actions.save')}
          </Button>
        </div>
      </form>
    </Modal>
  )
}

import type { FormEvent, KeyboardEvent } from 'react'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { CancelButton } from '#kit/web/ui/modal.tsx'
import { MetFields } from './both-values.tsx'
import { EntityFields } from './entity-fields.tsx'
import css from './entity-form.module.css'
import { useEntityForm } from './use-entity-form.ts'
import type { FormOptions } from './use-entity-form.ts'

interface EntityFormProps extends FormOptions {
  /** It stands in a dialog, which it leads out of. */
  readonly cancel?: true
  readonly disabled?: boolean
}

/** A whole form with its buttons, for pages and dialogs; the record panel has buttons of its own. */
export function EntityForm({ cancel, disabled = false, ...options }: EntityFormProps) {
  const t = useWords('kit')
  const state = useEntityForm(options)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void state.save()
  }
  return (
    <form noValidate onSubmit={submit} onKeyDown={(event) => isSaveKey(event) && submit(event)}>
      <MetFields state={state}>
        <EntityFields state={state} disabled={disabled} />
      </MetFields>
      <div className={css.buttons}>
        {cancel ? <CancelButton /> : null}
        <Button type="submit" variant="primary" disabled={disabled || !state.dirty} loading={state.saving}>
          {t(options.row ? 'actions.save' : 'actions.create')}
        </Button>
      </div>
    </form>
  )
}

/** Ctrl or ⌘ with S or Enter saves. */
export const isSaveKey = (event: KeyboardEvent) => (event.ctrlKey || event.metaKey) && !event.altKey && (event.key === 's' || event.key === 'Enter')

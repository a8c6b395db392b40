import { decidedFields } from '#areas/registers/contract/exemption.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { EntityFields } from '#kit/web/resource/entity-fields.tsx'
import type { EntityFormState } from '#kit/web/resource/use-entity-form.ts'
import css from './exemption-dialog.module.css'

const kept: ReadonlySet<string> = new Set(decidedFields)

/** The derived form; what was granted stays as it was decided about, and says so. */
export function ExemptionDetails({ state, disabled }: { readonly state: EntityFormState; readonly disabled: boolean }) {
  const t = useWords('registers')
  const status = (state.row as { readonly status?: string } | undefined)?.status
  const frozen = status === 'GRANTED' || status === 'CLOSED'
  return (
    <>
      {frozen && !disabled ? <p className={css.note}>{t(status === 'GRANTED' ? 'exemptions.kept_granted' : 'exemptions.kept_closed')}</p> : null}
      <EntityFields state={state} disabled={disabled} {...(frozen && { kept })} />
    </>
  )
}

import { decidedFields } from '#areas/registers/contract/exemption.ts'
import { useSession } from '#kit/web/api/session.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { EntityFields } from '#kit/web/resource/entity-fields.tsx'
import type { EntityFormState } from '#kit/web/resource/use-entity-form.ts'
import css from './exemption-dialog.module.css'

const kept: ReadonlySet<string> = new Set(decidedFields)
/** What pilots say of a request: whose it is, who follows it, what ends it. Contributors ask for themselves; no page shows them requirements or actions to choose from. */
const ofPilots = ['requester', 'manager', 'group', 'identifier', 'controls', 'actions']

/** The derived form; what was granted stays as it was decided about, and says so. */
export function ExemptionDetails({ state, disabled }: { readonly state: EntityFormState; readonly disabled: boolean }) {
  const t = useWords('registers')
  const who = useSession()
  const { row, form } = state
  const status = (row as { readonly status?: string } | undefined)?.status
  const frozen = status === 'GRANTED' || status === 'CLOSED'
  const pilot = who?.roles.some((role) => role === 'global_pilote' || role === 'local_pilote')
  // Where only one register takes everybody's requests, it is not asked for.
  const unasked = row || pilot ? undefined : new Set([...ofPilots, ...(form.formState.defaultValues?.register ? ['register'] : [])])
  return (
    <>
      {frozen && !disabled ? <p className={css.note}>{t(status === 'GRANTED' ? 'exemptions.kept_granted' : 'exemptions.kept_closed')}</p> : null}
      <EntityFields state={state} disabled={disabled} {...(frozen && { kept })} {...(unasked && { unasked })} />
    </>
  )
}

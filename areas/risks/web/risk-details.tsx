import { useWatch } from 'react-hook-form'
import type { EntityFormState } from '#kit/web/resource/use-entity-form.ts'
import { EntityFields } from '#kit/web/resource/entity-fields.tsx'
import { ownPlaces } from './place-select.tsx'
import { useExplanation, useMatrix, type Risk } from './risk-api.ts'

const places = ['business_impacts.impact', ...['init', 'min', 'target'].flatMap((kind) => [`${kind}_impact`, `${kind}_probability`])]
/** Where a risk begins. */
const needed = (field: string) => field.startsWith('init_')
/** Said in a dialog of its own, by moves, or by the server. */
const elsewhere: ReadonlySet<string> = new Set(['manual_impact', 'manual_probability', 'manual_comment', 'treatment', 'status', 'closed_on'])

/** The derived form, with the places of the register's scale by their names. */
export function RiskDetails({ state, disabled }: { readonly state: EntityFormState; readonly disabled: boolean }) {
  const held: unknown = useWatch({ control: state.form.control, name: 'register' })
  const register = typeof held === 'number' ? held : typeof held === 'object' && held !== null && 'id' in held ? Number(held.id) : undefined
  const row = state.row as Risk | undefined
  const stays = row !== undefined && register === row.register?.id
  // Whoever a risk was given to reads it, and not always its register.
  const ofRow = useExplanation(stays ? row : undefined)
  const ofRegister = useMatrix(stays ? undefined : register)
  const scale = (stays ? ofRow.data : ofRegister.data)?.scale
  return <EntityFields state={state} disabled={disabled} unasked={elsewhere} {...(scale && { own: ownPlaces(scale, places, needed) })} />
}

import { incident } from '#areas/incidents/contract/incident.ts'
import { EntityFields } from '#kit/web/resource/entity-fields.tsx'
import type { EntityFormState } from '#kit/web/resource/use-entity-form.ts'
import { useIncidentFrame } from './use-timeline.ts'

const { form } = incident
const withForm = (impact: 'SIMPLE' | 'DETAILED') => ({
  ...incident,
  // What was learnt has a tab of its own.
  form: form
    .filter(({ section }) => section !== 'learning')
    .map((section) =>
      section.section === 'harm' ? { ...section, fields: section.fields.filter((name) => (name === 'impact') === (impact === 'SIMPLE')) } : section,
    ),
})
const forms = { SIMPLE: withForm('SIMPLE'), DETAILED: withForm('DETAILED') }

/** The derived form, with the impact as the organisation judges it. */
export function Details({ state, disabled }: { readonly state: EntityFormState; readonly disabled: boolean }) {
  const { data } = useIncidentFrame()
  return <EntityFields state={{ ...state, entity: forms[data?.impact ?? 'SIMPLE'] }} disabled={disabled} />
}

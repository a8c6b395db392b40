import { control } from '#areas/policies/contract/control.ts'
import type { RowOf } from '#kit/contract/entity.ts'
import { ListPage } from '#kit/web/resource/list-page.tsx'
import { definePresentation } from '#kit/web/resource/presentation.ts'
import { looks } from '#kit/web/ui/status-looks.ts'
import { useRequirementParts } from './requirement-parts.tsx'

definePresentation(control, {
  widths: { identifier: 110, name: 360, policy: 200, perimeters: 220, solutions: 220, measures: 110, coverage: 170 },
  tones: { coverage: { UNMAPPED: looks.failed, OPEN: looks.waiting, IN_PLACE: looks.done } },
})

const { ordered: _, ...rest } = control
/** What is in force is read here: its text changes in a draft of its policy, what answers it in the panel. */
const inForce = { ...rest, rights: { ...control.rights, create: null, update: null, delete: null } }
const fixed = [{ name: 'in_force', selected_options: [true] }]
const policyOf = (row: RowOf<typeof control>): number => row.policy?.[0]?.id ?? 0

/** Every requirement in force, over all policies that apply somewhere. */
export function Page() {
  const panel = useRequirementParts({ policyOf, perimeter: undefined, applied: true, editable: false })
  return <ListPage entity={inForce} list="requirements" fixed={fixed} panel={panel} />
}

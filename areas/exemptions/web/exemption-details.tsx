import { decidedFields } from '#areas/exemptions/contract/exemption.ts'
import { useSession } from '#kit/web/api/session.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { EntityFields } from '#kit/web/resource/entity-fields.tsx'
import type { EntityFormState } from '#kit/web/resource/use-entity-form.ts'
import { Text } from '#kit/web/ui/text.tsx'
import { usePlaces } from './exemption-places.ts'

const frozenFields: ReadonlySet<string> = new Set(decidedFields)
/** What only pilots say: whose request it is, and what no page shows contributors to choose from. */
const ofPilots = ['requester', 'controls', 'measure']

/** The derived form; what was granted stays as it was decided about, and says so. */
export function ExemptionDetails({ state, disabled }: { readonly state: EntityFormState; readonly disabled: boolean }) {
  const t = useWords('exemptions')
  const who = useSession()
  const { row, form } = state
  const status = (row as { readonly status?: string } | undefined)?.status
  const frozen = status === 'GRANTED' || status === 'CLOSED'
  const pilot = who?.roles.some((role) => role === 'global_pilote' || role === 'local_pilote')
  const still = frozen ? frozenFields : row && !pilot ? new Set(ofPilots) : undefined
  // Who follows it is said later, and where a register takes everybody's requests, it is not asked for.
  const known = form.formState.defaultValues?.register ? ['register'] : []
  const left = row || pilot ? [] : [...ofPilots, ...known, 'manager', 'group', 'identifier', 'actions']
  const { grouping, perimeters } = usePlaces(state)
  // A grouping stands for its perimeters; which they are is a matter of its own once it was decided about.
  const meant = grouping !== null && !frozen
  const unasked = new Set([...left, ...(meant ? ['perimeters'] : [])])
  return (
    <>
      {frozen && !disabled ? (
        <Text as="p" below={14} padY={8} padX={12} corner={6} fill="active" tone="soft">
          {t(status === 'GRANTED' ? 'exemptions.kept_granted' : 'exemptions.kept_closed')}
        </Text>
      ) : null}
      {meant && perimeters ? (
        <Text as="p" below={14} padY={8} padX={12} corner={6} fill="active" tone="soft" role="status">
          {t(perimeters.length === 0 ? 'exemptions.grouping_none' : 'exemptions.grouping_means', {
            count: perimeters.length,
            perimeters: perimeters.map(({ name }) => name ?? '').join(', '),
          })}
        </Text>
      ) : null}
      <EntityFields state={state} disabled={disabled} {...(still && { kept: still })} unasked={unasked} />
    </>
  )
}

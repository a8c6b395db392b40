import { useWords } from '#kit/web/i18n/words.ts'
import { StatusBadge, Tag } from '#kit/web/ui/status-badge.tsx'
import { lookOf } from '#kit/web/ui/status-looks.ts'
import type { RemediationStatus } from '#areas/actions/contract/lifecycle.ts'
import type { occurrenceStatuses } from '#areas/runbooks/contract/occurrence.ts'
import type { Kind, ToolState } from '#areas/ticketing/contract/tables.ts'

/** What a state of an action or of an occurrence is called. */
export function useOwnNames(kind: Kind): (state: string) => string {
  const actions = useWords('actions')
  const runbooks = useWords('runbooks')
  return (state) =>
    kind === 'remediation'
      ? actions(`entities.remediation.choices.status.${state as RemediationStatus}`)
      : runbooks(`entities.occurrence.choices.status.${state as (typeof occurrenceStatuses)[number]}`)
}

/** A state of ours, as it looks everywhere. */
export function OwnState({ kind, state }: { readonly kind: Kind; readonly state: string }) {
  const nameOf = useOwnNames(kind)
  return <StatusBadge {...lookOf(state, `${kind}.status`)}>{nameOf(state)}</StatusBadge>
}

/** What a state of the tool is called. */
export function useToolNames(): (state: ToolState) => string {
  const t = useWords('ticketing')
  return (state) => (state.without ? t('without', { state: state.name }) : state.name)
}

export const ToolTag = ({ name }: { readonly name: string }) => <Tag>{name}</Tag>

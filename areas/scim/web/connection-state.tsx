import { useWords } from '#kit/web/i18n/words.ts'
import { lookOf } from '#kit/web/ui/status-looks.ts'
import { StatusBadge } from '#kit/web/ui/status-badge.tsx'
import type { Connection } from './connection-acts.ts'

/** Whether a connection is let in, as in lists. */
export function ConnectionState({ state }: { readonly state: Connection['state'] }) {
  const t = useWords('scim')
  return state ? <StatusBadge {...lookOf(state, 'scim_connection.state')}>{t(`entities.scim_connection.choices.state.${state}`)}</StatusBadge> : null
}

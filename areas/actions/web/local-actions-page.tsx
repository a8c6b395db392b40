import { useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { ActionList } from './action-list.tsx'

/** What a contributor has to do: the actions given to them or their groups, of all plans or of one (NAV-38). The server shows them no others. */
export function Page() {
  const { id } = useParams({ strict: false }) as { id?: string }
  const fixed = useMemo(() => (id ? [{ name: 'program', selected_options: [Number(id)] }] : []), [id])
  return <ActionList key={id ?? 'all'} list="local_actions" fixed={fixed} />
}

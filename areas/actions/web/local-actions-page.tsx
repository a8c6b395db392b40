import { useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { ActionList } from './action-list.tsx'

/** Not all that they may read: contributors also see the rest of plans that are given to them. */
const own = { name: 'mine', selected_options: [true] }

/** What a contributor has to do: the actions given to them or their groups, of all plans or of one (NAV-38). */
export function Page() {
  const { id } = useParams({ strict: false }) as { id?: string }
  const fixed = useMemo(() => [own, ...(id ? [{ name: 'program', selected_options: [Number(id)] }] : [])], [id])
  return <ActionList key={id ?? 'all'} list="local_actions" fixed={fixed} plain />
}

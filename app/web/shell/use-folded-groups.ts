import { useState } from 'react'
import { useOptionalSession } from '#kit/web/api/session.ts'

function readFolded(key: string): ReadonlySet<string> {
  try {
    const ids: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return new Set(Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [])
  } catch {
    return new Set()
  }
}

/** The groups of the menu that somebody has folded, and how to fold or open one; remembered in this browser, for each of its users. */
export function useFoldedGroups(): readonly [folded: ReadonlySet<string>, toggle: (group: string) => void] {
  const key = `vigie.menu.${useOptionalSession()?.member_id ?? 'staff'}`
  const [state, setState] = useState(() => ({ key, folded: readFolded(key) }))
  if (state.key !== key) setState({ key, folded: readFolded(key) })
  const toggle = (group: string) => {
    const folded = new Set(state.folded)
    if (!folded.delete(group)) folded.add(group)
    localStorage.setItem(key, JSON.stringify([...folded]))
    setState({ key, folded })
  }
  return [state.folded, toggle]
}

import { useEffect } from 'react'
import { useOptionalSession } from '#kit/web/api/session.ts'
import { useCurrentPage } from '#app/web/shell/current-page.ts'

const most = 4
const keyOf = (member: number | null | undefined) => `vigie.settings.${member ?? 'staff'}`

function readPaths(key: string): readonly string[] {
  try {
    const paths: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(paths) ? paths.filter((path) => typeof path === 'string') : []
  } catch {
    return []
  }
}

/** The pages of administration that somebody opened last in this browser, the newest first. */
export const useRecent = (): readonly string[] => readPaths(keyOf(useOptionalSession()?.member_id))

/** Remembers the page of administration that is on screen, however one came to it. */
export function useRemembered(): void {
  const route = useCurrentPage()?.route
  const key = keyOf(useOptionalSession()?.member_id)
  const path = route?.category === 'administration' ? route.path : undefined
  useEffect(() => {
    if (path) localStorage.setItem(key, JSON.stringify([path, ...readPaths(key).filter((one) => one !== path)].slice(0, most)))
  }, [key, path])
}

import { useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

/** Milliseconds that a page may take before one is told that it is on its way (NAV-54). */
const delay = 200

/** Whether another page was asked for a while ago and is not there yet; the one before stays until it is. */
export function useLatePage(): boolean {
  const underWay = useRouterState({ select: ({ location, resolvedLocation: shown }) => shown !== undefined && shown.pathname !== location.pathname })
  const [late, setLate] = useState(false)
  useEffect(() => {
    if (!underWay) return
    const timer = setTimeout(() => setLate(true), delay)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [underWay])
  return late
}

import { useEffect } from 'react'
import { useOptionalSession } from '#kit/web/api/session.ts'
import { whenIdle } from '#kit/web/when-idle.ts'

/** Where this device keeps the comments that somebody wrote in one organisation and that have not arrived. */
export const unsentPlace = (context: string): string => `vigie.comments.${context}`

/** Once a page stands, sends what was written before and has not arrived. */
export function useUnsent(): void {
  const context = useOptionalSession()?.context
  useEffect(() => {
    if (context !== undefined && localStorage.getItem(unsentPlace(context)))
      return whenIdle(() => void import('#kit/web/resource/unsent-comments.ts').then(({ unsentComments }) => unsentComments.send()))
    return undefined
  }, [context])
}

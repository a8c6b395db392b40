import { useMemo } from 'react'
import { useRight } from '#kit/web/api/session.ts'
import { pageOfEntity } from '#kit/web/entity-pages.ts'
import { useNavigate } from '#kit/web/navigation.ts'
import { path } from '#kit/web/route.ts'

/** What an exemption is asked for: a requirement or a measure, and the perimeter. */
export interface ExemptionAsked {
  readonly control?: number
  readonly measure?: number
  readonly perimeter?: number | undefined
}

/** Opens a new request for an exemption with what it is asked for; undefined for whoever may not ask. The page belongs to an area above. */
export function useExemptionRequest(): ((asked: ExemptionAsked) => void) | undefined {
  const navigate = useNavigate()
  const may = useRight('exemption.create')
  const page = pageOfEntity('exemption')?.path
  return useMemo(() => {
    if (!may || page === undefined) return undefined
    return ({ control, measure, perimeter }) => {
      const from = control === undefined ? (measure === undefined ? undefined : `measure:${measure}`) : `control:${control}`
      void navigate({ to: path(page, { id: 'new', from, at: perimeter }) })
    }
  }, [may, page, navigate])
}

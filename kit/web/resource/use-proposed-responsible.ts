import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { EntityDef } from '#kit/contract/entity.ts'
import type { Reference } from '#kit/contract/field.ts'
import type { proposeResponsible } from '#kit/contract/responsible-call.ts'
import { api } from '#kit/web/api/client.ts'
import { useRight } from '#kit/web/api/session.ts'
import { formFields } from './form-values.ts'

/** What a form proposes: by which field, and whom. */
export interface ProposedResponsible {
  readonly field: string
  readonly person: Reference
}

/** Who is responsible by default for new work in the perimeter that a form names: asked anew for each perimeter, and told once for it, so that whoever clears it is not asked again. */
export function useProposedResponsible(entity: EntityDef, isNew: boolean, perimeter: unknown, propose: (proposed: ProposedResponsible) => void): void {
  const { create } = entity.rights
  const fields = formFields(entity)
  const mayCreate = useRight(create ?? undefined)
  const id = (perimeter as Reference | null | undefined)?.id
  const enabled = isNew && create !== null && mayCreate && id !== undefined && entity.fields.perimeter?.kind === 'ref' && fields.includes('perimeter')
  const { data } = useQuery({
    queryKey: ['job_function', 'responsible', entity.name, id],
    queryFn: () => api.call<typeof proposeResponsible>('GET /responsible', { query: { entity: entity.name, perimeter: id ?? 0 } }),
    staleTime: 60_000,
    enabled,
  })
  const told = useRef<number>(undefined)
  const found = enabled ? data?.object : undefined
  useEffect(() => {
    if (!found || told.current === id || !fields.includes(found.field)) return
    told.current = id
    propose(found)
  })
}

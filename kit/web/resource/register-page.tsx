import type { ReactNode } from 'react'
import type { EntityDef } from '#kit/contract/entity.ts'
import { loadingError } from '#kit/web/api/loading-error.ts'
import { useParams } from '#kit/web/navigation.ts'
import { useRecord } from '#kit/web/resource/list-api.ts'
import { Page as Sheet } from '#kit/web/ui/page.tsx'
import { ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'

/** What is known of a register once it is there. */
export interface OpenRegister {
  readonly id: number
  readonly name: string
}

/** The page of one register: what it holds, once the register itself is there. */
export function RegisterPage({ entity, children }: { readonly entity: EntityDef; readonly children: (register: OpenRegister) => ReactNode }) {
  const { id } = useParams<'/ops/gaps/$id'>()
  const record = useRecord(entity, id)
  const lost = loadingError(record)
  if (lost) {
    return (
      <Sheet>
        <ErrorState reason={lost} onRetry={() => void record.refetch()} />
      </Sheet>
    )
  }
  if (!record.data) {
    return (
      <Sheet>
        <SkeletonRows count={20} />
      </Sheet>
    )
  }
  return children({ id: Number(id), name: String((record.data as { name?: unknown }).name ?? '') })
}

/** The query and the first values of the rows of a register. */
export const heldBy = ({ id, name }: OpenRegister) => ({ fixed: [{ name: 'register', selected_options: [id] }], initial: { register: { id, name } } })

import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useWatch } from 'react-hook-form'
import type { tag } from '#areas/organisation/contract/tag.ts'
import type { RowOf } from '#kit/contract/entity.ts'
import type { ObjectAnswer } from '#kit/contract/envelope.ts'
import type { Reference } from '#kit/contract/field.ts'
import { api } from '#kit/web/api/client.ts'
import type { EntityFormState } from '#kit/web/resource/use-entity-form.ts'

type Named = { readonly id: number; readonly name?: string | null }

/** Perimeters or one grouping: whoever chooses a grouping in a form gives the perimeters up, and has them again without it. Answers the grouping and what it means, once that is known. */
export function usePlaces({ form }: EntityFormState): { readonly grouping: Named | null; readonly perimeters: readonly Reference[] | undefined } {
  const grouping = (useWatch({ control: form.control, name: 'tag' }) ?? null) as Named | null
  const id = grouping?.id ?? null
  /** What was listed when a grouping was chosen. */
  const given = useRef<readonly unknown[]>([])
  useEffect(() => {
    const list = (perimeters: readonly unknown[]) => form.setValue('perimeters', perimeters, { shouldDirty: true })
    const listed = (form.getValues('perimeters') ?? []) as readonly unknown[]
    const defaults = form.formState.defaultValues as { readonly tag?: Named | null; readonly perimeters?: readonly unknown[] } | undefined
    if (id !== null && id === defaults?.tag?.id) list(defaults.perimeters ?? [])
    else if (id !== null && listed.length > 0) {
      given.current = listed
      list([])
    } else if (id === null && listed.length === 0 && given.current.length > 0) {
      list(given.current)
      given.current = []
    }
  }, [form, id])
  const { data } = useQuery({
    queryKey: ['tag', id, 'perimeters'],
    queryFn: ({ signal }) => api.get<ObjectAnswer<RowOf<typeof tag>>>(`/tag/${id}`, { signal }),
    select: ({ object }) => object.perimeters,
    enabled: id !== null,
  })
  return { grouping, perimeters: data }
}

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AssignedObject, handOverCalls } from '#areas/people/contract/assigned-calls.ts'
import { group } from '#areas/people/contract/group.ts'
import { member } from '#areas/people/contract/member.ts'
import { api, failureText } from '#kit/web/api/client.ts'
import { renewed } from '#kit/web/api/queries.ts'
import { translate, useWords } from '#kit/web/i18n/words.ts'
import { Select } from '#kit/web/kinds/lazy-controls.tsx'
import { useOptions } from '#kit/web/kinds/options.ts'
import { FormDialog } from '#kit/web/ui/form-dialog.tsx'
import { toast } from '#kit/web/ui/toast.ts'

/** Whom objects are assigned to. */
export type Holder = keyof typeof handOverCalls
export interface Whose {
  readonly holder: Holder
  readonly id: number
}

type List = (typeof handOverCalls)['member']['list']
type Reassign = (typeof handOverCalls)['member']['reassign']
type Undo = (typeof handOverCalls)['member']['undo']

/** What a user or a group answers for. */
export const useAssigned = ({ holder, id }: Whose) =>
  useQuery({
    queryKey: ['assigned_objects', holder, id],
    queryFn: () => api.call<List>(`GET /${holder}/{id}/objects` as 'GET /member/{id}/objects', { params: { id } }),
    meta: { essential: true },
  })

export const keyOf = ({ entity, field, id }: AssignedObject): string => `${entity} ${field} ${id}`

/** Gives back what was handed over, and says how that went. */
export async function takeBack(holder: Holder, undo: string): Promise<void> {
  try {
    const { message = '' } = await api.call<Undo>(`POST /${holder}/reassign/undo` as 'POST /member/reassign/undo', { body: { undo } })
    toast.success(message)
  } catch (reason) {
    toast.error(failureText(reason))
  } finally {
    await renewed()
  }
}

interface HandOverProps {
  readonly whose: Whose
  /** Those that are given to somebody else. */
  readonly objects: readonly AssignedObject[]
  readonly onClose: () => void
  readonly onDone?: () => void
}

/** Gives objects to somebody else at once, with one undo; only those are offered who could work on all of them. */
export function HandOverDialog({ whose, objects, onClose, onDone = onClose }: HandOverProps) {
  const t = useWords('people')
  const { holder, id } = whose
  const [search, setSearch] = useState('')
  const [to, setTo] = useState<string | null>(null)
  const asks = [...new Set(objects.flatMap((object) => object.asks ?? []))].toSorted().join()
  const takers = useOptions({ member, group }[holder].name, search, true, false, asks ? { asks } : undefined)
  const give = async () => {
    const { message = '', object } = await api.call<Reassign>(`POST /${holder}/{id}/reassign` as 'POST /member/{id}/reassign', {
      params: { id },
      body: { to: Number(to), objects: objects.map((one) => ({ entity: one.entity, field: one.field, id: one.id })) },
    })
    toast.success(message, { action: { label: translate('kit.actions.undo'), run: () => void takeBack(holder, object.undo) } })
    return undefined
  }
  return (
    <FormDialog
      title={t('assigned.dialog', { count: objects.length })}
      action={t('assigned.give')}
      complete={to !== null}
      send={give}
      onClose={onClose}
      onDone={onDone}
    >
      {(errorOf) => (
        <Select
          label={t(holder === 'member' ? 'assigned.to' : 'assigned.to_group')}
          help={t(holder === 'member' ? 'assigned.to_help' : 'assigned.to_group_help')}
          error={errorOf('to')}
          value={to}
          onChange={setTo}
          onSearch={setSearch}
          loading={takers.busy}
          more={takers.more}
          options={takers.options.filter((one) => one.id !== id).map((one) => ({ value: String(one.id), label: one.name }))}
        />
      )}
    </FormDialog>
  )
}

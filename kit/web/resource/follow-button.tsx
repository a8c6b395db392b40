import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Followed } from '#kit/contract/notification.ts'
import { glyphs } from '#kit/web/glyphs.ts'
import { api, failureText } from '#kit/web/api/client.ts'
import { queryClient } from '#kit/web/api/queries.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import type { RowId } from '#kit/web/table/list-state.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { toast } from '#kit/web/ui/toast.ts'

const path = '/notification/follow'

/** Has its reader told whatever happens to an object, or no more; says how many members follow it. */
export function FollowButton({ entity, id }: { readonly entity: string; readonly id: RowId }) {
  const t = useWords('kit')
  const [busy, setBusy] = useState(false)
  const key = ['follow', entity, Number(id)]
  const { data } = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => (await api.get<{ object: Followed }>(`${path}?entity=${entity}&object_id=${id}`, { signal })).object,
  })
  if (!data) return null
  const { following, followers } = data
  const change = async () => {
    setBusy(true)
    try {
      await api.put(path, { entity, object_id: Number(id), following: !following })
      toast.success(t(following ? 'record.follow.ended' : 'record.follow.begun'))
    } catch (reason) {
      toast.error(failureText(reason))
    } finally {
      await queryClient.invalidateQueries({ queryKey: key })
      setBusy(false)
    }
  }
  return (
    <Button
      size="sm"
      icon={<glyphs.follow size={13} aria-hidden />}
      needsServer
      loading={busy}
      aria-pressed={following}
      aria-label={`${t('record.follow.follow')}, ${t('record.follow.count', { count: followers })}`}
      // The second click of a double one would take the first back.
      onClick={({ detail }) => (detail > 1 ? undefined : void change())}
    >
      {`${t(following ? 'record.follow.following' : 'record.follow.follow')}${followers > 0 ? ` ${followers}` : ''}`}
    </Button>
  )
}

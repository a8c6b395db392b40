import { ArrowRightLeft } from 'lucide-react'
import { useMemo } from 'react'
import { group } from '#areas/people/contract/group.ts'
import type { RowOf } from '#kit/contract/entity.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { useNavigate } from '#kit/web/navigation.ts'
import { ListPage } from '#kit/web/resource/list-page.tsx'
import { path } from '#kit/web/route.ts'
import { GroupObjectsTab } from './assigned-tab.tsx'

type Group = RowOf<typeof group>

/** Users who are given objects together, and what they hold (ADM-09). */
export function Page() {
  const t = useWords('people')
  const navigate = useNavigate()
  const rowActions = useMemo(
    () => [
      {
        name: 'objects',
        label: t('actions.objects'),
        icon: ArrowRightLeft,
        show: (row: Group) => row.edit_right,
        run: ({ id }: Group) => void navigate({ to: path('/admin/group/$id/objects', { id }) }),
      },
    ],
    [t, navigate],
  )
  const panel = useMemo(() => ({ comments: false, tabs: [{ value: 'objects', label: t('assigned.title'), Content: GroupObjectsTab }] }), [t])
  return <ListPage entity={group} rowActions={rowActions} panel={panel} />
}

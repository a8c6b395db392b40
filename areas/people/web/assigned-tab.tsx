import { useState } from 'react'
import { useWords } from '#kit/web/i18n/words.ts'
import { Link } from '#kit/web/navigation.ts'
import { path } from '#kit/web/route.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Row } from '#kit/web/ui/layout.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { AssignedList } from './assigned-list.tsx'
import { HandOverDialog, useAssigned, type Holder } from './hand-over.tsx'

interface TabProps {
  readonly row: { readonly id: number; readonly edit_right: boolean }
}

/** What a user answers for, and giving all of it to somebody else at once (ADM-07, ADM-08). */
export const UserObjectsTab = ({ row }: TabProps) => <Tab holder="member" row={row} />

/** The same of a group (ADM-09). */
export const GroupObjectsTab = ({ row }: TabProps) => <Tab holder="group" row={row} />

function Tab({ holder, row }: TabProps & { readonly holder: Holder }) {
  const t = useWords('people')
  const [giving, setGiving] = useState(false)
  const whose = { holder, id: row.id }
  const query = useAssigned(whose)
  if (query.error) return <ErrorState reason={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <SkeletonRows count={4} />
  const { objects } = query.data
  if (objects.length === 0) return <EmptyState text={t(holder === 'member' ? 'assigned.none' : 'assigned.none_of_group')} />
  return (
    <>
      <Row align="center" gap={12} wrap below={4}>
        {row.edit_right ? <Button onClick={() => setGiving(true)}>{t('assigned.give_all', { count: objects.length })}</Button> : null}
        <Link to={path(holder === 'member' ? '/admin/users/$id/objects' : '/admin/group/$id/objects', { id: row.id })}>{t('assigned.choose')}</Link>
      </Row>
      <AssignedList objects={objects} />
      {giving ? <HandOverDialog whose={whose} objects={objects} onClose={() => setGiving(false)} /> : null}
    </>
  )
}

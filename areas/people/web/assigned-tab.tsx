import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import type { assignedObjectSchema, listAssignedObjects, reassignObjects } from '#areas/people/contract/calls.ts'
import { member } from '#areas/people/contract/member.ts'
import type { RowOf } from '#kit/contract/entity.ts'
import { api, failureText } from '#kit/web/api/client.ts'
import { renewed } from '#kit/web/api/queries.ts'
import { pageOfEntity } from '#kit/web/entity-pages.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Select } from '#kit/web/kinds/lazy-controls.tsx'
import { useOptions } from '#kit/web/kinds/options.ts'
import { Link } from '#kit/web/navigation.ts'
import { path } from '#kit/web/route.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useKindWords } from '#kit/web/i18n/kind-words.ts'
import { Row } from '#kit/web/ui/layout.tsx'
import { Suspense } from '#kit/web/ui/suspense.tsx'
import css from './assigned-tab.module.css'

type Assigned = z.infer<typeof assignedObjectSchema>

/** What a user answers for, and giving all of it to somebody else at once (ADM-07, ADM-08). */
export function AssignedTab({ row }: { readonly row: RowOf<typeof member> }) {
  const t = useWords('people')
  const [search, setSearch] = useState('')
  const [to, setTo] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const objects = useQuery({
    queryKey: ['assigned_objects', row.id],
    queryFn: () => api.call<typeof listAssignedObjects>('GET /member/{id}/objects', { params: { id: row.id } }),
  })
  const asks = objects.data?.asks.join()
  const colleagues = useOptions(member.name, search, asks !== undefined, false, asks ? { asks } : undefined)
  const reassign = async () => {
    setBusy(true)
    try {
      const { message = '' } = await api.call<typeof reassignObjects>('POST /member/{id}/reassign', { params: { id: row.id }, body: { to: Number(to) } })
      toast.success(message)
      setTo(null)
    } catch (reason) {
      toast.error(failureText(reason))
    }
    await renewed()
    setBusy(false)
  }
  if (objects.error) return <ErrorState reason={objects.error} onRetry={() => void objects.refetch()} />
  if (!objects.data) return <SkeletonRows count={4} />
  if (!objects.data.objects.length) return <EmptyState text={t('assigned.none')} />
  return (
    <div className={css.assigned}>
      {row.edit_right ? (
        <Row align="end" gap={8} below={12} className={css.give}>
          <Select
            label={t('assigned.to')}
            value={to}
            onChange={setTo}
            onSearch={setSearch}
            loading={colleagues.busy}
            options={colleagues.options.filter(({ id }) => id !== row.id).map(({ id, name }) => ({ value: String(id), label: name }))}
          />
          <Button variant="primary" disabled={to === null} loading={busy} onClick={() => void reassign()}>
            {t('assigned.give')}
          </Button>
        </Row>
      ) : null}
      {Object.entries(Object.groupBy(objects.data.objects, ({ entity }) => entity)).map(([entity, some = []]) => (
        <Suspense key={entity} fallback={<SkeletonRows count={2} />}>
          <Kind entity={entity} area={some[0]?.area ?? 'people'} objects={some} />
        </Suspense>
      ))}
    </div>
  )
}

/** Objects of one kind, each leading to where it is shown. */
function Kind({ entity, area, objects }: { readonly entity: string; readonly area: string; readonly objects: readonly Assigned[] }) {
  const words = useKindWords(area, entity)
  const page = pageOfEntity(entity)
  return (
    <section>
      <h3>
        {words.many} <span>{objects.length}</span>
      </h3>
      <ul>
        {objects.map(({ field, id, object }) => (
          <li key={`${field} ${id}`}>
            <span>{object.identifier ?? ''}</span>
            {page ? <Link to={path(page.path, { id })}>{object.name}</Link> : object.name}
          </li>
        ))}
      </ul>
    </section>
  )
}

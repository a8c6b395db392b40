import type { LucideIcon } from 'lucide-react'
import type { EntityDef, RowOf } from '#kit/contract/entity.ts'
import { ListPage } from '#kit/web/resource/list-page.tsx'
import type { ListPageProps } from '#kit/web/resource/list-props.ts'
import type { Transitions } from './transition.ts'
import { useWorkList } from './use-work-list.tsx'

interface WorkListPageProps<E extends EntityDef> extends ListPageProps<E> {
  readonly transitions: Transitions<RowOf<E>>
  /** Icons of moves. */
  readonly icons?: Readonly<Record<string, LucideIcon>>
}

const none: readonly [] = []

/** The page of an entity with a lifecycle: a list page with its tabs, moves and board beside whatever else the area says. */
export function WorkListPage<E extends EntityDef>({ transitions, icons, ...page }: WorkListPageProps<E>) {
  const { tabs, board, rowActions, verbs, bulkActions, dialogs } = useWorkList(page.entity, transitions, icons ? { icons } : {})
  return (
    <>
      <ListPage
        {...page}
        tabs={tabs}
        views={{ board, ...page.views }}
        rowActions={[...(page.rowActions ?? none), ...rowActions]}
        panel={{ verbs, ...page.panel }}
        bulkActions={[...bulkActions, ...(page.bulkActions ?? none)]}
      />
      {dialogs}
    </>
  )
}

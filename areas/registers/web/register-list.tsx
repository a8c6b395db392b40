import { useNavigate } from '@tanstack/react-router'
import { Settings2 } from 'lucide-react'
import { useMemo } from 'react'
import type { EntityDef, RowBase, RowOf } from '#kit/contract/entity.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { ListPage } from '#kit/web/resource/list-page.tsx'
import type { RowAction } from '#kit/web/table/columns.ts'

const defaults = { filters: [{ name: 'archived', selected_options: [false] }] }

/** Registers, each of which opens what it holds; its own fields are in its panel. */
export function RegisterList({ entity, pageOf }: { readonly entity: EntityDef; readonly pageOf: (id: number) => string }) {
  const t = useWords('registers')
  const navigate = useNavigate()
  const rowActions = useMemo(
    (): readonly RowAction<RowOf<EntityDef>>[] => [
      {
        name: 'settings',
        label: t('do.settings'),
        icon: Settings2,
        show: (row: RowBase) => row.edit_right,
        run: (row: RowBase) => void navigate({ to: '.', search: (before: object) => ({ ...before, id: row.id }) } as never),
      },
    ],
    [t, navigate],
  )
  return <ListPage entity={entity} defaults={defaults} rowActions={rowActions} onOpen={(row: RowBase) => void navigate({ to: pageOf(row.id) })} />
}

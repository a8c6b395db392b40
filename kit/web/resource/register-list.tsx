import { Settings2 } from 'lucide-react'
import { useMemo } from 'react'
import type { EntityDef, RowBase, RowOf } from '#kit/contract/entity.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { useAsk, useNavigate } from '#kit/web/navigation.ts'
import { ListPage } from '#kit/web/resource/list-page.tsx'
import type { Address } from '#kit/web/route.ts'
import type { RowAction } from '#kit/web/table/columns.ts'

const defaults = { filters: [{ name: 'archived', selected_options: [false] }] }

/** Registers, each of which opens what it holds; its own fields are in its panel. */
export function RegisterList({ entity, pageOf }: { readonly entity: EntityDef; readonly pageOf: (id: number) => Address }) {
  const t = useWords('kit')
  const navigate = useNavigate()
  const ask = useAsk<'/ops/gaps'>()
  const rowActions = useMemo(
    (): readonly RowAction<RowOf<EntityDef>>[] => [
      {
        name: 'settings',
        label: t('register_settings'),
        icon: Settings2,
        show: (row: RowBase) => row.edit_right,
        run: (row: RowBase) => ask({ id: row.id }),
      },
    ],
    [t, ask],
  )
  return <ListPage entity={entity} defaults={defaults} rowActions={rowActions} onOpen={(row: RowBase) => void navigate({ to: pageOf(row.id) })} />
}

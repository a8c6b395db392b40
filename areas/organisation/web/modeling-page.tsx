import { ListTree } from 'lucide-react'
import { useMemo, useState } from 'react'
import { perimeter } from '#areas/organisation/contract/perimeter.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { useAsk } from '#kit/web/navigation.ts'
import { ListPage } from '#kit/web/resource/list-page.tsx'
import type { PanelParts } from '#kit/web/resource/panel-parts.ts'
import type { Perimeter } from './build-tree.ts'
import './presentation.ts'
import { PropertiesTab } from './properties-tab.tsx'
import { TreeView } from './tree-view.tsx'

const defaults = { view: 'tree', filters: [{ name: 'archived', selected_options: [false] }] }

/** The organisation: its perimeters as a tree to shape, or as a list to search, filter and export (PER-16). */
export function Page() {
  const t = useWords('organisation')
  const ask = useAsk<'/org/modeling'>()
  const [below, setBelow] = useState<Perimeter>()
  const panel = useMemo((): PanelParts<Perimeter> => ({ tabs: [{ value: 'properties', label: t('properties.tab'), Content: PropertiesTab }] }), [t])
  const add = (parent: Perimeter) => {
    setBelow(parent)
    ask({ id: 'new' })
  }
  return (
    <ListPage
      entity={perimeter}
      panel={panel}
      defaults={defaults}
      {...(below ? { initial: { type: 'INTERNAL', parent: { id: below.id, name: below.name ?? '' } } } : {})}
      views={{ tree: { label: t('tree.title'), icon: ListTree, render: (context) => <TreeView {...context} onAdd={add} /> } }}
    />
  )
}

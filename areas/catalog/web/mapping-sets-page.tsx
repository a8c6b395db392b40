import { mappingSet } from '#areas/catalog/contract/mapping-set.ts'
import type { RowOf } from '#kit/contract/entity.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { ListPage } from '#kit/web/resource/list-page.tsx'
import { useLibraries } from './use-libraries.ts'
import { useSharing } from './use-sharing.tsx'
import { MappingPairs } from './mapping-pairs.tsx'

type MappingSet = RowOf<typeof mappingSet>

const end = (urn: string | null) => (urn ?? '').slice((urn ?? '').lastIndexOf(':') + 1)

const cells = {
  source_framework_urn: (row: MappingSet) => end(row.source_framework_urn),
  target_framework_urn: (row: MappingSet) => end(row.target_framework_urn),
}

/** How the requirements of one framework answer those of another. */
export function Page() {
  const t = useWords('catalog')
  const { rowActions, tools, dialog } = useSharing<MappingSet>('mapping_set')
  const panel = {
    tabs: [
      {
        value: 'pairs',
        label: t('mapping.pairs'),
        count: (row: MappingSet) => row.pairs ?? undefined,
        Content: ({ row }: { row: MappingSet }) => <MappingPairs id={row.id} />,
      },
    ],
  }
  return (
    <>
      <ListPage entity={mappingSet} cells={cells} panel={panel} rowActions={rowActions} tools={tools} way={useLibraries()} />
      {dialog}
    </>
  )
}

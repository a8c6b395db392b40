import { evidence } from '#areas/evidence/contract/evidence.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { useMemo } from 'react'
import { ListPage } from '#kit/web/resource/list-page.tsx'
import type { PanelParts } from '#kit/web/resource/record-panel.tsx'
import { Overview } from './overview.tsx'
import { RecordHead } from './record-head.tsx'
import type { Evidence } from './presentation.tsx'
import { Revisions } from './revisions.tsx'

const tabs = { by: 'state', counts: '/evidence/counts' } as const

/** What shows that something is so, by how long it still does. */
export function EvidenceList({ list }: { readonly list: string }) {
  const t = useWords('evidence')
  const panel = useMemo(
    (): PanelParts<Evidence> => ({
      header: (row) => <RecordHead row={row} />,
      tabs: [
        { value: 'overview', label: t('tabs.overview'), first: true, Content: Overview },
        { value: 'revisions', label: t('tabs.revisions'), count: (row) => row.revision ?? 0, Content: Revisions },
      ],
    }),
    [t],
  )
  return <ListPage entity={evidence} list={list} tabs={tabs} panel={panel} />
}

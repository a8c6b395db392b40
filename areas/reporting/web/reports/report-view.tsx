import type { ReactNode } from 'react'
import type { ToldReport } from '#areas/reporting/contract/reports.ts'
import { BlockView } from '#areas/reporting/web/blocks/block-view.tsx'
import { FiguresOf } from '#areas/reporting/web/blocks/opened-lists.ts'
import { LayoutView } from '#areas/reporting/web/layout-view.tsx'

interface ReportViewProps {
  readonly told: Pick<ToldReport, 'layout' | 'blocks'>
  /** What else stands in a section, by its id. */
  readonly below?: (section: string) => ReactNode
}

/** A report as it was told: what tells of the end of the period opens its lists as they stood then. */
export const ReportView = ({ told, below }: ReportViewProps) => (
  <LayoutView
    layout={told.layout}
    below={below}
    render={(block) => {
      const one = told.blocks.find(({ id }) => id === block.id)
      return (
        <FiguresOf value={one?.as_of ?? undefined}>
          <BlockView block={block} told={one ?? { id: block.id, answer: null, error: null }} />
        </FiguresOf>
      )
    }}
  />
)

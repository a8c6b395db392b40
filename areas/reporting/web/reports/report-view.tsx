import { LayoutDashboard } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { IconButton } from '#kit/web/ui/button.tsx'
import { lazy } from '#kit/web/ui/lazy.tsx'
import { Suspense } from '#kit/web/ui/suspense.tsx'
import type { Block } from '#areas/reporting/contract/layout.ts'
import type { ToldReport } from '#areas/reporting/contract/reports.ts'
import { BlockView, titleOf } from '#areas/reporting/web/blocks/block-view.tsx'
import { FiguresOf } from '#areas/reporting/web/blocks/opened-lists.ts'
import { LayoutView } from '#areas/reporting/web/layout-view.tsx'

const AddToDashboard = lazy(async () => ({ default: (await import('#areas/reporting/web/add-to-dashboard.tsx')).AddToDashboard }))

interface ReportViewProps {
  readonly told: Pick<ToldReport, 'layout' | 'blocks'>
  /** What else stands in a section, by its id. */
  readonly below?: (section: string) => ReactNode
  /** Blocks may be put in a dashboard. */
  readonly adds?: boolean
}

/** What a dashboard can tell as well: all but how many rows some figures had day by day, which a report counts for itself. */
const isOffered = ({ type, ask }: Block): boolean => ask !== null && !(type === 'LINE' && ask.source.startsWith('rows.') && ask.over === undefined)

/** A report as it was told: what tells of the end of the period opens its lists as they stood then. */
export function ReportView({ told, below, adds = false }: ReportViewProps) {
  const t = useWords('reporting')
  const language = useLanguage()
  const [adding, setAdding] = useState<Block>()
  return (
    <>
      <LayoutView
        layout={told.layout}
        below={below}
        render={(block) => {
          const one = told.blocks.find(({ id }) => id === block.id)
          const name = titleOf(block, language) || t(`blocks.${block.type}`)
          return (
            <FiguresOf value={one?.as_of ?? undefined}>
              <BlockView
                block={block}
                told={one ?? { id: block.id, answer: null, error: null }}
                aside={
                  adds && isOffered(block) ? (
                    <IconButton size="sm" label={t('add.block', { name })} onClick={() => setAdding(block)}>
                      <LayoutDashboard size={14} />
                    </IconButton>
                  ) : null
                }
              />
            </FiguresOf>
          )
        }}
      />
      {adding?.ask ? (
        <Suspense fallback={null}>
          <AddToDashboard offers={[{ title: titleOf(adding, language), type: adding.type, ask: adding.ask }]} onDone={() => setAdding(undefined)} />
        </Suspense>
      ) : null}
    </>
  )
}

import { riskMatrix } from '#areas/catalog/contract/risk-matrix.ts'
import type { RowOf } from '#kit/contract/entity.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { ListPage } from '#kit/web/resource/list-page.tsx'
import { useLibraries } from './use-libraries.ts'
import { MatrixGrid } from './matrix-grid.tsx'

type Matrix = RowOf<typeof riskMatrix>

const cells = {
  definition: ({ definition }: Matrix) => (definition ? `${definition.probability.length} × ${definition.impact.length}` : ''),
}

/** How probability and impact make a level of risk. */
export function Page() {
  const t = useWords('catalog')
  const panel = {
    tabs: [
      { value: 'grid', label: t('matrix.grid'), Content: ({ row }: { row: Matrix }) => (row.definition ? <MatrixGrid definition={row.definition} /> : null) },
    ],
  }
  return <ListPage entity={riskMatrix} cells={cells} panel={panel} way={useLibraries()} />
}

import { threat } from '#areas/catalog/contract/threat.ts'
import type { RowOf } from '#kit/contract/entity.ts'
import { ListPage } from '#kit/web/resource/list-page.tsx'
import { useLibraries } from './use-libraries.ts'
import { useSharing } from './use-sharing.tsx'

/** What may go wrong. */
export function Page() {
  const { rowActions, tools, dialog } = useSharing<RowOf<typeof threat>>('threat')
  return (
    <>
      <ListPage entity={threat} rowActions={rowActions} tools={tools} way={useLibraries()} />
      {dialog}
    </>
  )
}

import { threat } from '#areas/catalog/contract/threat.ts'
import { ListPage } from '#kit/web/resource/list-page.tsx'

/** What may go wrong. */
export const Page = () => <ListPage entity={threat} />

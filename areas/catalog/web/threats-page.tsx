import { threat } from '#areas/catalog/contract/threat.ts'
import { ListPage } from '#kit/web/resource/list-page.tsx'
import { ToLibraries } from './to-libraries.tsx'

/** What may go wrong. */
export const Page = () => <ListPage entity={threat} ways={<ToLibraries />} />

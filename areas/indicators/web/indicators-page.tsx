import { indicator } from '#areas/indicators/contract/indicator.ts'
import { ListPage } from '#kit/web/resource/list-page.tsx'
import './presentation.tsx'

/** What metrics add up to. */
export const Page = () => <ListPage entity={indicator} />

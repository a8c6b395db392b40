import { tag } from '#areas/organisation/contract/tag.ts'
import { ListPage } from '#kit/web/resource/list-page.tsx'

export const Page = () => <ListPage entity={tag} panel={{ comments: false }} />

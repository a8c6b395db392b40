import { group } from '#areas/people/contract/group.ts'
import { ListPage } from '#kit/web/resource/list-page.tsx'

export const Page = () => <ListPage entity={group} panel={{ comments: false }} />

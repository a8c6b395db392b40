import { contact } from '#areas/people/contract/contact.ts'
import { ListPage } from '#kit/web/resource/list-page.tsx'

export const Page = () => <ListPage entity={contact} />

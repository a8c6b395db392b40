import { label } from '#areas/catalog/contract/label.ts'
import { ListPage } from '#kit/web/resource/list-page.tsx'

/** Marks for actions and tasks (ACT-38). */
export const Page = () => <ListPage entity={label} />

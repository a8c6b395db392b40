import { category } from '#areas/catalog/contract/category.ts'
import { ListPage } from '#kit/web/resource/list-page.tsx'

/** Families of measures, in the order in which they are shown everywhere (ADM-14). */
export const Page = () => <ListPage entity={category} />

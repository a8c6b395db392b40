import { supplierContract } from '#areas/suppliers/contract/supplier-contract.ts'
import { ListPage } from '#kit/web/resource/list-page.tsx'
import { PagesNav } from './pages-nav.tsx'

export const Page = () => <ListPage entity={supplierContract} pages={<PagesNav at="contracts" />} />

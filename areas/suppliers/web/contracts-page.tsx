import { supplierContract } from '#areas/suppliers/contract/supplier-contract.ts'
import { ListPage } from '#kit/web/resource/list-page.tsx'

export const Page = () => <ListPage entity={supplierContract} />

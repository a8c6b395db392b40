import { supplierService } from '#areas/suppliers/contract/supplier-service.ts'
import { ListPage } from '#kit/web/resource/list-page.tsx'

export const Page = () => <ListPage entity={supplierService} />

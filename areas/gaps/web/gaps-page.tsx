import { gapRegister } from '#areas/gaps/contract/gap-register.ts'
import { path } from '#kit/web/route.ts'
import { RegisterList } from '#kit/web/resource/register-list.tsx'

/** The registers of gaps; opening one shows what it holds (NAV-21). */
export const Page = () => <RegisterList entity={gapRegister} pageOf={(id) => path('/ops/gaps/$id', { id })} />

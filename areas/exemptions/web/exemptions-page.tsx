import { exemptionRegister } from '#areas/exemptions/contract/exemption-register.ts'
import { path } from '#kit/web/route.ts'
import { RegisterList } from '#kit/web/resource/register-list.tsx'

/** The registers of exemptions; opening one shows what it holds (NAV-20). */
export const Page = () => <RegisterList entity={exemptionRegister} pageOf={(id) => path('/ops/exemptions/$id', { id })} />

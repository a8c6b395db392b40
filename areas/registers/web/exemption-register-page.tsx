import { useMemo } from 'react'
import { exemptionRegister } from '#areas/registers/contract/exemption-register.ts'
import { exemption } from '#areas/registers/contract/exemption.ts'
import { WorkListPage } from '#kit/web/work/work-list-page.tsx'
import { exemptionTransitions } from './presentation.tsx'
import { heldBy, RegisterPage, type OpenRegister } from './register-page.tsx'

export const Page = () => <RegisterPage entity={exemptionRegister}>{(register) => <Held key={register.id} register={register} />}</RegisterPage>

function Held({ register: { id, name } }: { readonly register: OpenRegister }) {
  const held = useMemo(() => heldBy({ id, name }), [id, name])
  return <WorkListPage entity={exemption} list="register_exemptions" transitions={exemptionTransitions} {...held} />
}

import { useMemo } from 'react'
import { exemptionRegister } from '#areas/registers/contract/exemption-register.ts'
import { ExemptionList } from './exemption-list.tsx'
import { heldBy, RegisterPage, type OpenRegister } from './register-page.tsx'

export const Page = () => <RegisterPage entity={exemptionRegister}>{(register) => <Held key={register.id} register={register} />}</RegisterPage>

function Held({ register: { id, name } }: { readonly register: OpenRegister }) {
  const held = useMemo(() => heldBy({ id, name }), [id, name])
  return <ExemptionList list="register_exemptions" {...held} />
}

import { useMemo } from 'react'
import { exemptionRegister } from '#areas/exemptions/contract/exemption-register.ts'
import { ExemptionList } from './exemption-list.tsx'
import { heldBy, RegisterPage, type OpenRegister } from '#kit/web/resource/register-page.tsx'

export const Page = () => <RegisterPage entity={exemptionRegister}>{(register) => <Held key={register.id} register={register} />}</RegisterPage>

function Held({ register: { id, name } }: { readonly register: OpenRegister }) {
  const held = useMemo(() => heldBy({ id, name }), [id, name])
  return <ExemptionList list="register_exemptions" {...held} />
}

import { useMemo } from 'react'
import { gapRegister } from '#areas/registers/contract/gap-register.ts'
import { gap } from '#areas/registers/contract/gap.ts'
import { WorkListPage } from '#kit/web/work/work-list-page.tsx'
import { gapTransitions } from './presentation.tsx'
import { heldBy, RegisterPage, type OpenRegister } from './register-page.tsx'

export const Page = () => <RegisterPage entity={gapRegister}>{(register) => <Held key={register.id} register={register} />}</RegisterPage>

function Held({ register: { id, name } }: { readonly register: OpenRegister }) {
  const held = useMemo(() => heldBy({ id, name }), [id, name])
  return <WorkListPage entity={gap} list="register_gaps" transitions={gapTransitions} {...held} />
}

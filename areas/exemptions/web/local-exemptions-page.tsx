import { ExemptionList } from './exemption-list.tsx'

/** What a contributor asked for, and what was decided (NAV-23). */
export const Page = () => <ExemptionList list="local_exemptions" />

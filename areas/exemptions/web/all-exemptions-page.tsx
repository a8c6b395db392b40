import { ExemptionList } from './exemption-list.tsx'

/** The exemptions of all registers. */
export const Page = () => <ExemptionList />

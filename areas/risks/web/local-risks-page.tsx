import { RiskList } from './risk-list.tsx'

/** What a contributor was given, and the risks of registers that they keep or approve (RSK-16). */
export const Page = () => <RiskList list="local_risks" />

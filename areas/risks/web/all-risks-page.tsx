import { RiskList } from './risk-list.tsx'

/** The risks of all registers. */
export const Page = () => <RiskList />

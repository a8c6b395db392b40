import { EvidenceList } from './evidence-list.tsx'

export const Page = () => <EvidenceList list="evidence" />

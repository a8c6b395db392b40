import { EvidenceList } from './evidence-list.tsx'

/** What a contributor owns, added, or sees in the actions worked on. */
export const Page = () => <EvidenceList list="my_evidence" />

import { GapList } from './gap-list.tsx'

/** What a contributor works on, and the gaps of registers that they were given. */
export const Page = () => <GapList list="local_gaps" />

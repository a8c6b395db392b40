import { GapList } from './gap-list.tsx'

/** The gaps of all registers. */
export const Page = () => <GapList />

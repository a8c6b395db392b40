import { gap } from '#areas/registers/contract/gap.ts'
import { WorkListPage } from '#kit/web/work/work-list-page.tsx'
import { gapTransitions } from './presentation.tsx'

/** The gaps of all registers. */
export const Page = () => <WorkListPage entity={gap} transitions={gapTransitions} />

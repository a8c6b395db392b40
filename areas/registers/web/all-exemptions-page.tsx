import { exemption } from '#areas/registers/contract/exemption.ts'
import { WorkListPage } from '#kit/web/work/work-list-page.tsx'
import { exemptionTransitions } from './presentation.tsx'

/** The exemptions of all registers. */
export const Page = () => <WorkListPage entity={exemption} transitions={exemptionTransitions} />

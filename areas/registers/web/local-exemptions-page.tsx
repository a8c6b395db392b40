import { exemption } from '#areas/registers/contract/exemption.ts'
import { WorkListPage } from '#kit/web/work/work-list-page.tsx'
import { exemptionTransitions } from './presentation.tsx'

/** What a contributor asked for, and what was decided (NAV-23). */
export const Page = () => <WorkListPage entity={exemption} list="local_exemptions" transitions={exemptionTransitions} />

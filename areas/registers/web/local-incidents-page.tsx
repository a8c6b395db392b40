import { incident } from '#areas/registers/contract/incident.ts'
import { WorkListPage } from '#kit/web/work/work-list-page.tsx'
import { incidentTransitions } from './presentation.tsx'

/** What a contributor declared, was told of or works on (NAV-23). */
export const Page = () => <WorkListPage entity={incident} list="local_incidents" transitions={incidentTransitions} />

import { incident } from '#areas/registers/contract/incident.ts'
import { WorkListPage } from '#kit/web/work/work-list-page.tsx'
import { incidentTransitions } from './presentation.tsx'

export const Page = () => <WorkListPage entity={incident} transitions={incidentTransitions} />

import { IncidentList } from './incident-list.tsx'

export const Page = () => <IncidentList />

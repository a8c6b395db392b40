import { IncidentList } from './incident-list.tsx'

/** What a contributor declared, was told of or works on (NAV-23). */
export const Page = () => <IncidentList list="local_incidents" />

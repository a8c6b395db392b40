/** What the panel of an incident is made of: it comes with the first one that is opened. */
export { Details } from './incident-details.tsx'
export { EvidenceTab, LessonsTab, NotificationsTab } from './incident-tabs.tsx'
export { TimelineTab } from './incident-timeline.tsx'

export { useIncidentFrame } from './use-timeline.ts'

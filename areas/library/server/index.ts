export { shelfJobs } from './shelf/bring-jobs.ts'

export { shelfJobs } from './shelf/bring-jobs.ts'
export { storeMappings } from './store/store-catalogue.ts'

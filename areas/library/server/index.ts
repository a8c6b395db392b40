export { shelfJobs } from './shelf/shelf-jobs.ts'
export { storeMappings } from './store/store-catalogue.ts'

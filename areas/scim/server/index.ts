export { showConnection, type ShownConnection } from './show.ts'

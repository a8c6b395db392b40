export { showJoin, type ShownJoin } from './show.ts'

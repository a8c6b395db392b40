export { keepProposal } from './proposals/propose.ts'
